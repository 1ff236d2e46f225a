import { RpcFailure } from '../../transport/connection.ts';

/** What the node says of a call that failed: a sentence with the reason, and then the calls. Undefined if it says nothing more than the error. */
export function explainedFailure(error: Error): { readonly reason: string; readonly calls: string } | undefined {
  const data = error instanceof RpcFailure ? error.data : undefined;
  if (typeof data !== 'object' || data === null || !('explanation' in data)) return undefined;
  const { explanation } = data;
  if (typeof explanation !== 'string' || explanation === '') return undefined;
  const [reason, ...calls] = explanation.split('\n');
  return { reason: reason!, calls: calls.join('\n').trim() };
}
