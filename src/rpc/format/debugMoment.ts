import { formatFelt } from '../../felt/felt.ts';
import type { DebugMoment } from '../../tools/debug/debugMoment.ts';

/** A moment of a transaction. */
export const formatDebugMoment = ({ isAtEnd, panic, gasLeft, warning, source, timeline, ...shown }: DebugMoment) => ({
  moment: shown.moment,
  moments: shown.moments,
  reason: shown.reason,
  is_at_end: isAtEnd,
  panic: panic ?? null,
  warning: warning ?? null,
  gas_left: gasLeft === undefined ? null : `${gasLeft}`,
  stack: shown.stack.map((frame) => ({
    function_name: frame.functionName ?? null,
    file: frame.file ?? null,
    line: frame.line,
    column: frame.column,
    contract_name: frame.contractName ?? null,
    contract_address: frame.contractAddress,
    call: frame.call,
    call_depth: frame.callDepth,
  })),
  locals: shown.locals,
  watches: shown.watches.map(({ fault, ...watch }) => ({ ...watch, fault: fault ?? null })),
  messages: shown.messages,
  storage: shown.storage.map(({ contractName, contractAddress, path, key, beforeText, afterText }) => ({
    contract_name: contractName ?? null,
    contract_address: contractAddress,
    path: path ?? formatFelt(key),
    before: beforeText,
    after: afterText,
  })),
  events: shown.events.map(formatFact),
  prints: shown.prints.map(formatFact),
  source: source
    ? {
        name: source.name,
        first_line: source.firstLine,
        lines: source.lines,
        line_count: source.lineCount,
        is_listing: source.isListing,
        is_changed: source.isChanged,
      }
    : null,
  timeline: timeline
    ? {
        panics: timeline.panics.map(({ moment, file, line, text }) => ({
          moment,
          file: file ?? null,
          line: line ?? null,
          text: text ?? null,
        })),
        writes: timeline.writes,
        events: timeline.events,
        files: timeline.files.map(({ name, contracts, codeLines }) => ({ name, contracts, code_lines: codeLines })),
        calls: timeline.calls.map(({ contractName, contractAddress, functionName, hasFailed, start, end, depth }) => ({
          start,
          end,
          depth,
          contract_name: contractName ?? null,
          contract_address: formatFelt(contractAddress),
          function_name: functionName ?? null,
          has_failed: hasFailed,
        })),
      }
    : null,
});

const formatFact = ({ text, moment, contractName, contractAddress }: DebugMoment['events'][number]) => ({
  text,
  moment,
  contract_name: contractName ?? null,
  contract_address: contractAddress,
});
