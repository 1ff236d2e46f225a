import type { Felt } from '../../felt/felt.ts';
import { UsageError } from '../options/usageError.ts';

/** The hash that a command about one transaction is given as its only word. */
export async function transactionHash(command: string, words: readonly string[]): Promise<Felt> {
  const [hash, ...rest] = words;
  if (hash === undefined || rest.length > 0)
    throw new UsageError(`${command} takes the hash of one transaction; see 'starbox ${command} --help'`);
  const { parseFelt } = await import('../../felt/felt.ts');
  const felt = parseFelt(hash);
  if (felt === undefined) throw new UsageError(`'${hash}' is not a transaction hash, such as 0x1a2b`);
  return felt;
}
