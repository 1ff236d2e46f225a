import type { RunnableClass } from '../../classes/runnableClass.ts';
import { hasFunction } from '../../execution/calls/enterCall.ts';
import { type Felt, formatFelt } from '../../felt/felt.ts';
import { keyOf } from '../../felt/key.ts';
import { didYouMean } from '../../text/didYouMean.ts';

/** A selector that a contract was called with, but does not have. */
export interface MissingFunction {
  /** The contract, such as `Token at 0x99`. */
  readonly contract: string;
  readonly selector: Felt;
  /** The name of the selector, if it is known. */
  readonly name: string | undefined;
  /** The names of the functions that the contract has; of its handlers if a message from L1 called it. */
  readonly functions: readonly string[];
  readonly isMessage?: boolean;
}

/** Whether a call with this selector would find no function in a class. */
export const isMissing = (runnable: RunnableClass, selector: Felt): boolean => !hasFunction(runnable, keyOf(selector));

const MAX_FUNCTIONS = 40;
const MAX_NAME_LENGTH = 60;

/** A sentence about a function that a contract does not have, and what may have been meant, or the functions that it has. */
export function missingFunction({ contract, selector, name, functions, isMessage = false }: MissingFunction): string {
  const [one, many] = isMessage ? ['handler of messages from L1', 'handlers'] : ['function', 'functions'];
  const shown = functions.slice(0, MAX_FUNCTIONS).map((each) => each.slice(0, MAX_NAME_LENGTH));
  const rest = functions.length > MAX_FUNCTIONS ? ` and ${functions.length - MAX_FUNCTIONS} more` : '';
  const list = shown.length > 0 ? `Its ${many}: ${shown.join(', ')}${rest}.` : '';
  const what = name === undefined ? `with the selector ${formatFelt(selector)}` : name.slice(0, MAX_NAME_LENGTH);
  const wayOut = name === undefined ? list : didYouMean(name, functions, list);
  return `${contract} has no ${one} ${what}.${wayOut && ` ${wayOut}`}`;
}
