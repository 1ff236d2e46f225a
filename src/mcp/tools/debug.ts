import { groupedDigits } from '../../text/groupedDigits.ts';
import type { Branch } from '../branch.ts';
import { transactionField } from '../fields.ts';
import { integer, list, object, optional, text, word } from '../input.ts';
import { transactionName, transactionOf } from '../names.ts';
import { branchTool } from '../tool.ts';
import { withNames } from '../withNames.ts';
import { sourceText } from './explain.ts';

/** Lines of source around the present one. */
const AROUND = 4;
const MOST_FRAMES = 8;
const MOST_LOCALS = 40;

/** Moves through a transaction that was run, forward and back. */
export const debug = branchTool({
  name: 'debug',
  description:
    'Step through a transaction, forward and back: source line, stack, variables with values, storage written so far. It begins at the failure, or at the start of a transaction that succeeded. Each answer gives its moment: pass it on with a move (over, in, out, back, continue to the next breakpoint …).',
  input: {
    transaction: transactionField,
    moment: optional(integer('Where to look, or to move from. Default: the failure.', 0, 2 ** 31 - 1)),
    move: optional(word('How to move from there.', 'over', 'in', 'out', 'back', 'back_in', 'continue', 'reverse')),
    times: optional(integer('How often to move. Default: 1.', 1, 50)),
    breakpoints: optional(
      list(
        'Where continue and reverse stop.',
        object('', {
          file: text('The end of the path of a source file.', 500),
          line: integer('The line.', 1, 2 ** 31 - 1),
        }),
        20,
      ),
    ),
    stopAt: optional(list('What else continue and reverse stop at.', word('', 'panic', 'storage', 'event'), 3)),
    frame: optional(integer('Whose variables: 0 is the innermost function. Default: 0.', 0, 1000)),
  },
  run: async (branch, { transaction, moment, move, times = 1, breakpoints = [], stopAt = [], frame = 0 }) => {
    const hash = await transactionOf(branch, transaction);
    const ask = askFor(branch, hash, { breakpoints, break_on: stopAt, frame });
    let view = moment === undefined ? await failureOf(branch, hash, frame) : await ask(moment, move);
    if (moment === undefined && move !== undefined) view = await ask(view.moment, move);
    for (let i = 1; move !== undefined && i < times && !view.is_at_end; i++) view = await ask(view.moment, move);
    const gas = view.gas_left === null ? '' : ` ${groupedDigits(BigInt(view.gas_left))} gas left.`;
    return {
      text: `${transactionName(branch, hash)}, moment ${view.moment} of ${view.moments} (${view.is_at_end ? 'the end' : view.reason}).${gas}${adviceOf(view, move)}`,
      data: withNames(branch, viewText(view, frame)),
    };
  },
});

/** What to do if this moment does not help. */
function adviceOf({ is_at_end, source }: View, move: Move | undefined): string {
  if (is_at_end && move === 'continue')
    return ' No breakpoint was met on the way: is the line one that runs? Move back from here, or begin at moment 0.';
  if (source?.is_listing)
    return ' The class has no source lines, so this is Sierra: explain says how to build it with them.';
  return '';
}

interface Asked {
  readonly breakpoints: readonly { readonly file: string; readonly line: number }[];
  readonly break_on: readonly ('panic' | 'storage' | 'event')[];
  readonly frame: number;
}

type Move = 'over' | 'in' | 'out' | 'back' | 'back_in' | 'continue' | 'reverse';

const askFor =
  ({ box }: Branch, transaction_hash: `0x${string}`, asked: Asked) =>
  (moment: number, move: Move | undefined) =>
    box.request('devnet_debugTransaction', { transaction_hash, ...asked, moment, ...(move && { move }) });

type View = Awaited<ReturnType<ReturnType<typeof askFor>>>;

/** The moment where the first panic starts; the first line if there is none. */
async function failureOf(branch: Branch, hash: `0x${string}`, frame: number): Promise<View> {
  const plain = { breakpoints: [], frame };
  const stopped = await askFor(branch, hash, { ...plain, break_on: ['panic'] })(0, 'continue');
  return stopped.is_at_end ? askFor(branch, hash, { ...plain, break_on: [] })(0, 'in') : stopped;
}

/** What a moment shows. */
export function viewText({ stack, locals, storage, events, panic, source, warning }: View, frame: number): string {
  const at = stack[frame];
  const frames = stack.slice(0, MOST_FRAMES).map(({ function_name, file, line, contract_name }, i) => {
    const place = file === null ? `statement ${line}` : `${file}:${line}`;
    return `${i === frame ? '>' : ' '} ${i} ${contract_name ?? ''} ${function_name ?? 'a function'} (${place})`;
  });
  const first = Math.max(source?.first_line ?? 1, (at?.line ?? 1) - AROUND);
  const lines = source?.lines.slice(first - source.first_line, first - source.first_line + 2 * AROUND + 1);
  return [
    ...(panic === null ? [] : [`This call panics with ${panic}`]),
    ...(frames.length === 0 ? [] : ['Stack, innermost first:', ...frames]),
    ...(stack.length > MOST_FRAMES ? [`  … and ${stack.length - MOST_FRAMES} more`] : []),
    ...(source && lines
      ? [`${source.is_listing ? 'Sierra' : source.name}:`, sourceText({ first_line: first, lines }, at?.line ?? null)]
      : []),
    'Variables:',
    ...(locals.length === 0
      ? ['  none']
      : locals.slice(0, MOST_LOCALS).map(({ name, type, value }) => `  ${name}: ${shortType(type)} = ${value}`)),
    ...(locals.length > MOST_LOCALS ? [`  … and ${locals.length - MOST_LOCALS} more`] : []),
    ...(storage.length === 0 ? [] : ['Storage written so far:']),
    ...storage.map(
      ({ contract_name, path, before, after }) => `  ${contract_name ?? ''}.${path}: ${before} -> ${after}`,
    ),
    ...(events.length === 0 ? [] : ['Events so far:', ...events.map(({ text: event }) => `  ${event}`)]),
    ...(warning === null ? [] : [warning]),
  ].join('\n');
}

const shortType = (type: string): string => type.replace(/\b\w+::(?=\w)/g, '');
