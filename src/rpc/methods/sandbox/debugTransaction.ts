import { limits } from '../../../protocol/limits.ts';
import type { DebugRequest } from '../../../tools/debug/debugRequest.ts';
import { conditionFault } from '../../../tools/debug/evaluate.ts';
import { boolean, decoder, list, oneOf, optional, struct, text } from '../../decode/decoder.ts';
import { felt } from '../../decode/felt.ts';
import { index } from '../../decode/wholeNumber.ts';
import { formatDebugMoment } from '../../format/debugMoment.ts';
import { method } from '../../method.ts';
import { invalidParams, RpcError } from '../../rpcError.ts';

const shortText = text('breakpointChars');

const condition = decoder<string, string>(
  'condition such as total > 10',
  () => `${'x'.repeat(limits.breakpointChars - 4)} > 1`,
  (value, field) => {
    const read = shortText(value, field);
    const fault = read.trim() === '' ? undefined : conditionFault(read);
    if (fault !== undefined) throw invalidParams(`${field}: ${fault}`);
    return read;
  },
);

const breakpoint = struct('Breakpoint', {
  file: shortText,
  line: index,
  condition: optional(condition),
  log: optional(shortText),
});

const params = struct(
  'DebugTransaction',
  {
    transaction_hash: felt,
    moment: optional(index),
    move: optional(
      oneOf('in', 'over', 'out', 'back', 'back_in', 'statement', 'line', 'continue', 'reverse', 'last_write'),
    ),
    breakpoints: optional(list(breakpoint, 'breakpoints')),
    break_on: optional(list(oneOf('panic', 'storage', 'event'), 'flags')),
    frame: optional(index),
    timeline: optional(boolean),
    watch: optional(list(shortText, 'watches')),
    file: optional(shortText),
    variable: optional(shortText),
    cell: optional(shortText),
  },
  { namedOnly: true },
);

/** A moment of a transaction, for debuggers: a client says where it is and where it goes, and gets what is there. */
export const debugTransaction = method({
  name: 'debugTransaction',
  group: 'sandbox',
  summary: 'A moment of a transaction: line, stack, variables, storage and events, and steps forward and back from it.',
  kind: 'read',
  origin: { by: 'transaction', member: 'transactionHash', answers: 'none' },
  // It reads source files, and keeps the memory of the transaction for the next step.
  restricted: 'hidden',
  params,
  run: async ({ chain, tools }, { transactionHash, ...asked }) => {
    const placed = chain.transaction(transactionHash);
    if (!placed) throw new RpcError('transactionHashNotFound');
    return formatDebugMoment(await (await tools()).debugView(chain, placed, debugRequest(asked)));
  },
});

const MOVES = { back_in: 'backIn', last_write: 'lastWrite' } as const;

function debugRequest(asked: Omit<ReturnType<typeof params>, 'transactionHash'>): DebugRequest {
  const { moment, move, breakpoints, breakOn, frame, timeline, watch, file, variable, cell } = asked;
  if (move === 'last_write' && (variable === undefined) === (cell === undefined))
    throw invalidParams('The move last_write needs a variable, such as order.amount, or a cell, such as Book.total.');
  return {
    moment,
    move: move === 'back_in' || move === 'last_write' ? MOVES[move] : move,
    breakpoints: breakpoints ?? [],
    breakOn: breakOn ?? [],
    frame: frame ?? 0,
    hasTimeline: timeline === true,
    watch: watch ?? [],
    file,
    written: { variable, cell },
  };
}
