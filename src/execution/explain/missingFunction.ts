import { type Felt, formatFelt } from '../../felt/felt.ts';
import type { FeltKey } from '../../felt/key.ts';
import { didYouMean } from '../../text/didYouMean.ts';
import { EXECUTE } from '../phases/invoke.ts';
import { VALIDATE, VALIDATE_DECLARE, VALIDATE_DEPLOY } from '../phases/validate.ts';

/** A selector that a contract was called with, but does not have. */
export interface MissingFunction {
  /** The contract, such as `Token at 0x99`. */
  readonly contract: string;
  readonly selector: Felt;
  /** The name of the selector, if it is known. */
  readonly name: string | undefined;
  /** The names of the functions that the contract has. */
  readonly functions: readonly string[];
}

const MAX_FUNCTIONS = 40;
const MAX_NAME_LENGTH = 60;

/** A sentence about a function that a contract does not have, and what may have been meant, or the functions that it has. */
export function missingFunction({ contract, selector, name, functions }: MissingFunction): string {
  const shown = functions.slice(0, MAX_FUNCTIONS).map((each) => each.slice(0, MAX_NAME_LENGTH));
  const rest = functions.length > MAX_FUNCTIONS ? ` and ${functions.length - MAX_FUNCTIONS} more` : '';
  const list = shown.length > 0 ? `Its functions: ${shown.join(', ')}${rest}.` : '';
  const what = name === undefined ? `with the selector ${formatFelt(selector)}` : name.slice(0, MAX_NAME_LENGTH);
  const wayOut = name === undefined ? list : didYouMean(name, functions, list);
  return `${contract} has no function ${what}.${wayOut && ` ${wayOut}`}`;
}

/** A sentence about a sender without a function that accounts have; undefined for other functions. */
export function missingInAccount(
  selector: FeltKey | undefined,
  { contract, functions }: Pick<MissingFunction, 'contract' | 'functions'>,
): string | undefined {
  if (selector === EXECUTE)
    return `${contract} is not an account: it has no function __execute__, so it cannot send transactions, even if it is impersonated. Send from an account.`;
  if (selector === VALIDATE || (selector === VALIDATE_DECLARE && !functions.includes('__validate__')))
    return `${contract} is not an account: it has no function __validate__, so it cannot send transactions. Send from an account.`;
  if (selector === VALIDATE_DECLARE)
    return `${contract} cannot declare classes: it has no function __validate_declare__. Declare from another account.`;
  if (selector === VALIDATE_DEPLOY)
    return `${contract} cannot be deployed as an account: its class has no function __validate_deploy__. Deploy it from another account.`;
  return undefined;
}
