import type { AmountLike } from '../library/index.ts';
import { explanationOf, outcomeOf, requireExecuted, withExplanation } from './outcome.ts';
import type { Verdict } from './verdict.ts';

/** The most that a transaction may use. */
export interface ResourceLimits {
  readonly l2Gas?: AmountLike | undefined;
  readonly l1Gas?: AmountLike | undefined;
  readonly l1DataGas?: AmountLike | undefined;
  /** The fee, in FRI. */
  readonly fee?: AmountLike | undefined;
}

const NAMES = { l2Gas: 'L2 gas', l1Gas: 'L1 gas', l1DataGas: 'L1 data gas', fee: 'FRI of fee' } as const;

/** Whether a transaction stays within limits. */
export async function checkResources(received: unknown, limits: ResourceLimits, isNot = false): Promise<Verdict> {
  const unknown = Object.keys(limits).find((name) => !(name in NAMES));
  if (unknown !== undefined || Object.keys(limits).length === 0)
    throw new TypeError(
      `The limits must be some of ${Object.keys(NAMES).join(', ')}${unknown ? `, not ${unknown}` : ''}.`,
    );
  const executed = await requireExecuted(await outcomeOf(received));
  const { execution_resources, actual_fee } = executed.receipt;
  const used = {
    l2Gas: execution_resources.l2_gas,
    l1Gas: execution_resources.l1_gas,
    l1DataGas: execution_resources.l1_data_gas,
    fee: actual_fee.amount,
  };
  const lines = Object.entries(limits)
    .filter(([, limit]) => limit !== undefined)
    .map(([name, limit]) => {
      const amount = BigInt(used[name as keyof typeof used]);
      const most = BigInt(limit as AmountLike);
      return { pass: amount <= most, text: `${amount} ${NAMES[name as keyof typeof NAMES]} (at most ${most})` };
    });
  const pass = lines.every((line) => line.pass);
  const shown = lines.filter((line) => line.pass === pass).map((line) => line.text);
  const message = `Expected the transaction to ${pass ? 'exceed its limits' : 'stay within its limits'}, but it used ${shown.join(' and ')}.`;
  // With `.not` it is a failure if it passes. Nothing is explained otherwise.
  return { pass, message: pass === isNot ? withExplanation(message, await explanationOf(executed)) : message };
}
