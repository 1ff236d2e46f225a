import { outcomeOf, withExplanation } from './outcome.ts';
import type { Verdict } from './verdict.ts';

/**
 * Whether something reverts, with a reason that contains a text or matches a pattern. It is explained only if the check fails: `isNot`
 * says whether that is when it reverts.
 */
export async function checkReverts(received: unknown, expected?: string | RegExp, isNot = false): Promise<Verdict> {
  const wanted =
    expected === undefined ? '' : ` with ${expected instanceof RegExp ? expected : JSON.stringify(expected)}`;
  const outcome = await outcomeOf(received);
  if (outcome.kind !== 'reverted') return { pass: false, message: `Expected a revert${wanted}, but it succeeded.` };
  const { reason, explanation } = outcome.reverted;
  const pass =
    expected === undefined ||
    (typeof expected === 'string' ? reason.includes(expected) : new RegExp(expected).test(reason));
  const message = pass
    ? `Expected no revert${wanted}, but it reverted: ${reason}`
    : `Expected a revert${wanted}, but it reverted for another reason: ${reason}`;
  return { pass, message: pass === isNot ? withExplanation(message, await explanation()) : message };
}
