import type { NodeClient } from '../node/nodeClient.ts';
import type { Explanation } from './explanation.ts';
import { splitStack } from './sourceView.ts';

/** A moment after the end of every transaction. */
export const LAST_MOMENT = 2 ** 31 - 1;

/** The innermost line of the user's code that failed; undefined if no line is known. */
function failedLine({ stack }: Explanation): { readonly file: string; readonly line: number } | undefined {
  const frame = splitStack(stack).own.find(({ file }) => file !== null);
  return frame && { file: frame.file!, line: frame.line! };
}

/** Where the debugger stops: at that line, `file:line`, or at the panic. */
export function failedPlace(explanation: Explanation): string {
  const line = failedLine(explanation);
  return line ? `${line.file}:${line.line}` : 'panic';
}

/** The step of the debugger where a transaction failed: in that line, or at the panic. The start of one that did not fail. */
export async function failedMoment(node: NodeClient, transaction_hash: string): Promise<number> {
  const explanation = await node.cached('sandbox_explainTransaction', { transaction_hash }, 'fixed');
  if (explanation.reason === null) return 0;
  const line = failedLine(explanation);
  const { moment } = await node.request('sandbox_debugTransaction', {
    transaction_hash,
    moment: LAST_MOMENT,
    move: 'reverse',
    ...(line ? { breakpoints: [line] } : { break_on: ['panic'] }),
  });
  return moment;
}
