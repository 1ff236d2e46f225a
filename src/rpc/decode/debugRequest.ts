import { limits } from '../../protocol/limits.ts';
import type { DebugRequest } from '../../tools/debug/debugRequest.ts';
import { conditionFault } from '../../tools/debug/evaluate.ts';
import { invalidParams } from '../rpcError.ts';
import { boolean, decoder, list, oneOf, optional, struct, text } from './decoder.ts';
import { index } from './wholeNumber.ts';

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

/** Where a debugger goes, where it stops, and what is wanted of it there. */
export const debugFields = {
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
  line: optional(index),
  variable: optional(shortText),
  cell: optional(shortText),
} as const;

const asked = struct('DebugMove', debugFields);

const MOVES = { back_in: 'backIn', last_write: 'lastWrite' } as const;

/** The request of the tool for parameters that were read. */
export function debugRequest(given: ReturnType<typeof asked>): DebugRequest {
  const { moment, move, breakpoints, breakOn, frame, timeline, watch, file, line, variable, cell } = given;
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
    line,
    written: { variable, cell },
  };
}
