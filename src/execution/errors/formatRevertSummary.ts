import { formatPanicData } from '../../abi/panicData.ts';
import { feltOf, formatKey64, ZERO_KEY } from '../../felt/key.ts';
import type { RevertSummary, SummaryFrame } from '../errorStack.ts';

const HEADERS = {
  execution: 'Execution failed. Failure reason:',
  validate: 'The `validate` entry point panicked with:',
} as const;

const TAIL = '.\n';
const SEPARATOR = '\n...';
/** The maximum length of a summary. */
const MAX_LENGTH = 15_000;

const formatFrame = (frame: SummaryFrame) =>
  `Error in contract (contract address: ${formatKey64(frame.contractAddress)}, class hash: ${
    frame.classHash === undefined ? '_' : formatKey64(frame.classHash)
  }, selector: ${formatKey64(frame.selector)}):`;

const FRAME_LENGTH =
  formatFrame({ contractAddress: ZERO_KEY, classHash: ZERO_KEY, selector: ZERO_KEY }).length + '\n'.length;
/** The minimum length for frames: two of them and the separator. */
const FRAMES_LENGTH = 2 * FRAME_LENGTH + SEPARATOR.length;

const cut = (text: string) => text.slice(0, MAX_LENGTH - SEPARATOR.length) + SEPARATOR;

/**
 * The text of a panic. If it is too long, frames before the last one are left out; if the reason leaves no room, all frames are.
 * The text is ASCII, so its length in characters is its length in bytes.
 */
export function formatRevertSummary(summary: RevertSummary): string {
  const header = HEADERS[summary.header];
  const reason = formatPanicData(summary.retdata.map(feltOf));
  const frameless = [header, reason, TAIL].join('\n');
  if (frameless.length >= MAX_LENGTH - FRAMES_LENGTH - 1)
    return frameless.length <= MAX_LENGTH ? frameless : cut(frameless);

  const frames = summary.frames.map(formatFrame);
  const whole = [header, ...frames, reason].join('\n') + TAIL;
  if (whole.length <= MAX_LENGTH) return whole;

  const dropped = Math.ceil((whole.length - MAX_LENGTH + SEPARATOR.length) / FRAME_LENGTH);
  const kept = frames.length - dropped - 1;
  if (kept < 0) return reason.slice(0, MAX_LENGTH);
  const shortened = [header, ...frames.slice(0, kept), SEPARATOR, frames.at(-1)!, reason].join('\n') + TAIL;
  return shortened.length <= MAX_LENGTH ? shortened : cut(shortened);
}
