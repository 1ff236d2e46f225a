import type { RunnableClass } from '../../classes/runnableClass.ts';
import { hasFunction } from '../../execution/calls/enterCall.ts';
import { EXECUTE } from '../../execution/phases/invoke.ts';
import { VALIDATE, VALIDATE_DECLARE, VALIDATE_DEPLOY } from '../../execution/phases/validate.ts';
import type { FeltKey } from '../../felt/key.ts';
import type { MissingFunction } from './missingFunction.ts';

type Names = Pick<MissingFunction, 'contract' | 'functions'>;

/** A sentence about a sender whose class is not that of an account; undefined if it is. */
export function notAnAccount(runnable: RunnableClass, isValidated: boolean, names: Names): string | undefined {
  const needed = isValidated ? VALIDATE : EXECUTE;
  return hasFunction(runnable, needed) ? undefined : missingInAccount(needed, names);
}

/** A sentence about a sender without a function that accounts have; undefined for other functions. */
export function missingInAccount(selector: FeltKey | undefined, { contract, functions }: Names): string | undefined {
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
