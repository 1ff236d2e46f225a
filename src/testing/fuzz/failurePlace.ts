import type { Debugger, Hex, RpcResult, Sandbox } from '../../library/index.ts';
import { ownRequest } from '../../library/requests/connection.ts';
import { shownPath } from '../../tools/coverage/shownPath.ts';
import { formatStack } from '../../tools/explain/formatStack.ts';
import { paintWith } from '../../tools/explain/paint.ts';
import { type StackFrame, stackFrame } from '../../tools/explain/stackFrame.ts';

/** Where the last transaction of a failing sequence did what matters: where it panicked, or where it wrote to storage last. */
export interface FailurePlace {
  readonly what: 'panic' | 'storage';
  /** The moment in the debugger. */
  readonly moment: number;
  /** The function with its line of Cairo, or the function alone, as text. */
  readonly text: string;
  /** What is missing for a line of Cairo; undefined if there is one. */
  readonly missing: string | undefined;
}

/** The most stops that are looked at in one transaction. */
const MOST_STOPS = 2000;

/** Looks for the place in a transaction. Undefined if it did nothing in the contracts with these addresses. */
export async function failurePlace(
  box: Sandbox,
  hash: Hex,
  own: ReadonlySet<bigint>,
  isReverted: boolean,
): Promise<FailurePlace | undefined> {
  const what = isReverted ? 'panic' : 'storage';
  const debug = await box.debug(hash);
  const moment = momentOf(debug, what, own);
  if (moment === undefined) return undefined;
  const at = await ownRequest(box)('sandbox_debugTransaction', { transaction_hash: hash, moment });
  const index = at.stack.findIndex(({ file }) => file !== null);
  const frame = at.stack[Math.max(0, index)]!;
  if (index < 0) {
    const name = frame.contract_name ?? frame.contract_address;
    const text = `  at ${name}.${frame.call}`;
    const missing = `No line of Cairo is known: ${name} has no debug information. docs/debugging.md says how to build with it.`;
    return { what, moment, text, missing };
  }
  const { source } = index === 0 ? at : await sourceOf(box, hash, moment, index);
  return {
    what,
    moment,
    text: formatStack([shownFrame(frame, source)], paintWith(false)).join('\n'),
    missing: undefined,
  };
}

type Moment = RpcResult<'sandbox_debugTransaction'>;

const sourceOf = (box: Sandbox, transaction_hash: Hex, moment: number, frame: number): Promise<Moment> =>
  ownRequest(box)('sandbox_debugTransaction', { transaction_hash, moment, frame });

function shownFrame(
  { function_name, file, line, column }: Moment['stack'][number],
  source: Moment['source'],
): StackFrame {
  const lines = source && !source.is_listing ? source : undefined;
  const text = lines?.lines[line - lines.first_line] ?? '';
  const span = { file: shownPath(file!, process.cwd()), line, column, endLine: line, endColumn: text.length + 1 };
  return {
    ...stackFrame(function_name ?? undefined, span),
    source: lines && { firstLine: lines.first_line, lines: lines.lines, isChanged: lines.is_changed },
  };
}

/** The last moment of the kind in these contracts. A panic goes through the contracts that called: it is the innermost of them. */
function momentOf(debug: Debugger, what: FailurePlace['what'], own: ReadonlySet<bigint>): number | undefined {
  debug.breakOn(what);
  debug.goTo(debug.moments);
  let found: { readonly moment: number; readonly depth: number } | undefined;
  for (let stops = 0; stops < MOST_STOPS; stops++) {
    const position = debug.reverse();
    if (!position || debug.reason !== what) break;
    if (!own.has(BigInt(position.contractAddress))) continue;
    if (found && position.callDepth <= found.depth) break;
    found = { moment: debug.moment, depth: position.callDepth };
    if (what === 'storage') break;
  }
  return found?.moment;
}
