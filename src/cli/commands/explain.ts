import { errors } from '../../protocol/errors.ts';
import type { CallExplanation, TransactionExplanation } from '../../rpc/format/explanation.ts';
import { BUILD_ADVICE, isOurs } from '../../server/log/adviceOn.ts';
import { StartError } from '../start/startError.ts';
import { askNode, NodeAnswerError } from './askNode.ts';
import { optionsHelp } from './commandOptions.ts';
import type { NodeAddress } from './nodeAddress.ts';
import { readArguments } from './readArguments.ts';
import { transactionHashText } from './transactionHash.ts';

const HELP = `Explain a transaction of a running node: what it called, what went wrong, and in which line of Cairo

Usage: starbox explain [OPTIONS] HASH

  HASH  the hash of the transaction

Options:
${optionsHelp('explain')}
Examples:
  starbox explain 0x2a91…
  starbox explain 0x2a91… --json | jq -r .reason
`;

/** `starbox explain HASH`. The exit code is 0 also for a transaction that failed: it was explained. */
export async function explainCommand(args: readonly string[]): Promise<number> {
  const read = readArguments('explain', args);
  if (!read) {
    process.stdout.write(HELP);
    return 0;
  }
  const hash = transactionHashText('explain', read.words);
  const { json, color } = read;
  const explained = await asked(await read.node(), hash, color && !json);
  process.stdout.write(json ? `${JSON.stringify(explained, null, 2)}\n` : explained.text);
  if (!json && lacksBuild(explained)) process.stderr.write(`\n${BUILD_ADVICE}\n`);
  return 0;
}

/** Whether a failure went through classes of the user, and no build output is known. */
export function lacksBuild({ status, stack, advice, calls }: TransactionExplanation): boolean {
  const isForeign = ({ class_hash, calls }: CallExplanation): boolean =>
    (class_hash !== null && !isOurs(class_hash)) || calls.some(isForeign);
  return status !== 'SUCCEEDED' && stack.length === 0 && advice === null && calls.some(isForeign);
}

async function asked(node: NodeAddress, hash: string, color: boolean): Promise<TransactionExplanation> {
  try {
    const params = { transaction_hash: hash, ...(color && { color }) };
    return await askNode<TransactionExplanation>(node, 'sandbox_explainTransaction', params);
  } catch (error) {
    if (!(error instanceof NodeAnswerError)) throw error;
    const { code, data } = error;
    if (code === errors.transactionHashNotFound.code)
      throw new StartError(
        typeof data === 'string'
          ? `The node at ${node.url} has no transaction ${hash}. ${data}`
          : `The node at ${node.url} has no transaction ${hash}. It may belong to another node (--url), or the chain was restarted or reverted since.`,
      );
    if (code === errors.methodNotFound.code)
      throw new StartError(
        `The node at ${node.url} cannot explain transactions. Is it an older Starbox, or another server?`,
      );
    throw error;
  }
}
