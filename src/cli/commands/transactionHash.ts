import type { Felt } from '../../felt/felt.ts';
import { UsageError } from '../options/usageError.ts';

/** The hash that a command about one transaction is given as its only word, as text. */
export function transactionHashText(command: string, words: readonly string[]): string {
  const [hash, ...rest] = words;
  if (hash === undefined || rest.length > 0)
    throw new UsageError(`${command} takes the hash of one transaction; see 'starbox ${command} --help'`);
  if (!/^0x[0-9a-fA-F]{1,64}$/.test(hash)) throw notHash(hash);
  return hash;
}

/** The hash that a command about one transaction is given as its only word, as a number. */
export async function transactionHash(command: string, words: readonly string[]): Promise<Felt> {
  const hash = transactionHashText(command, words);
  const { parseFelt } = await import('../../felt/felt.ts');
  const felt = parseFelt(hash);
  if (felt === undefined) throw notHash(hash);
  return felt;
}

const notHash = (text: string): UsageError => new UsageError(`'${text}' is not a transaction hash, such as 0x1a2b`);
