import { formatPanicData } from '../../abi/panicData.ts';
import { feltOf, ZERO_KEY } from '../../felt/key.ts';
import type { RevertSummary, SummaryFrame } from '../errorStack.ts';
import { hex64 } from './hex64.ts';

const HEADERS = {
  execution: 'Execution failed. Failure reason:',
  validate: 'The `validate` entry point panicked with:',
} as const;

const TAIL = '.\n';
const SEPARATOR = '\n...';
/** The longest summary. */
const CAP = 15_000;

const formatFrame = (frame: SummaryFrame) =>
  `Error in contract (contract address: ${hex64(frame.contractAddress)}, class hash: ${
    frame.classHash === undefined ? '_' : hex64(frame.classHash)
  }, selector: ${hex64(frame.selector)}):`;

const FRAME_LENGTH =
  formatFrame({ contractAddress: ZERO_KEY, classHash: ZERO_KEY, selector: ZERO_KEY }).length + '\n'.length;
/** Room the frames need at the least: two of them and the separator. */
const FRAMES_LENGTH = 2 * FRAME_LENGTH + SEPARATOR.length;

const cut = (text: string) => text.slice(0, CAP - SEPARATOR.length) + SEPARATOR;

/**
 * The text of a panic. When it is too long frames before the last are left out; when the reason alone fills the room, all of them.
 * The text is ASCII, so characters and bytes are the same.
 */
export function formatRevertSummary(summary: RevertSummary): string {
  const header = HEADERS[summary.header];
  const reason = formatPanicData(summary.retdata.map(feltOf));
  const frameless = [header, reason, TAIL].join('\n');
  if (frameless.length >= CAP - FRAMES_LENGTH - 1) return frameless.length <= CAP ? frameless : cut(frameless);

  const frames = summary.frames.map(formatFrame);
  const whole = [header, ...frames, reason].join('\n') + TAIL;
  if (whole.length <= CAP) return whole;

  const dropped = Math.ceil((whole.length - CAP + SEPARATOR.length) / FRAME_LENGTH);
  const kept = frames.length - dropped - 1;
  if (kept < 0) return reason.slice(0, CAP);
  const shortened = [header, ...frames.slice(0, kept), SEPARATOR, frames.at(-1)!, reason].join('\n') + TAIL;
  return shortened.length <= CAP ? shortened : cut(shortened);
}
