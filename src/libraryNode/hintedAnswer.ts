import { errors } from '../protocol/errors.ts';
import { estimateHint } from './debugHint.ts';

const ESTIMATES = ['starknet_estimateFee', 'chain_estimateFee'];

/**
 * Adds to the answer of a failed estimate, in `data.debug_hint`, the command that opens the transaction in the debugger. Clients estimate
 * before they send, so this is where most reverts of tests are seen.
 */
export async function hintedAnswer(
  request: string,
  answer: string,
  saveState: () => Promise<Uint8Array>,
): Promise<string> {
  if (!ESTIMATES.some((name) => request.includes(name)) || !answer.includes('"error"')) return answer;
  const asked = JSON.parse(request) as { readonly method?: string; readonly params?: unknown };
  const given = JSON.parse(answer) as { readonly error?: { readonly code: number; readonly data?: unknown } };
  const { error } = given;
  const data = error?.code === errors.transactionExecutionError.code ? error.data : undefined;
  if (!ESTIMATES.includes(asked.method ?? '') || typeof data !== 'object' || data === null) return answer;
  const hint = await estimateHint(saveState, asked.params);
  return hint === undefined
    ? answer
    : JSON.stringify({ ...given, error: { ...error, data: { ...data, debug_hint: hint } } });
}
