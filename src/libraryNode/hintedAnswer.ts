import { errors } from '../protocol/errors.ts';
import { findMethod } from '../rpc/method.ts';
import { methods } from '../rpc/methods/index.ts';
import { estimateHint } from './debugHint.ts';

/** The names of the methods whose failed calls can be debugged. */
const names = [...methods.values()].filter(({ debug }) => debug === 'estimate').map(({ name }) => name);

/**
 * Adds to the answer of a failed estimate, in `data.debug_hint`, the command that opens the transaction in the debugger. Clients estimate
 * before they send, so this is where most reverts of tests are seen.
 */
export async function hintedAnswer(
  request: string,
  answer: string,
  saveState: () => Promise<Uint8Array>,
): Promise<string> {
  // Most answers are others, and need not be parsed.
  if (!names.some((name) => request.includes(name)) || !answer.includes('"error"')) return answer;
  const answered = JSON.parse(answer) as { readonly error?: { readonly code: number; readonly data?: unknown } };
  const { error } = answered;
  if (error?.code !== errors.transactionExecutionError.code || typeof error.data !== 'object') return answer;
  // A request with this error was JSON; one with another error need not be.
  const sent = JSON.parse(request) as { readonly method: string; readonly params?: unknown };
  if (findMethod(methods, sent.method)?.method.debug !== 'estimate') return answer;
  const hint = await estimateHint(saveState, sent.params);
  return hint === undefined
    ? answer
    : JSON.stringify({ ...answered, error: { ...error, data: { ...error.data, debug_hint: hint } } });
}
