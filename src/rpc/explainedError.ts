// Explanations in the data of errors, beside what the specification asks for. Clients ignore members that they do not know.
import type { Explanation } from '../execution/explain/explanation.ts';
import { formatExplanation } from '../execution/explain/formatExplanation.ts';

/** The longest explanation in an error. */
const MAX_CHARS = 8000;

/** The data of an error with an explanation as text. One that cannot be made is left out. */
export async function withExplanation<D extends object>(
  data: D,
  explain: () => Promise<Explanation | undefined>,
): Promise<D & { readonly explanation?: string }> {
  const explanation = await explain().catch(() => undefined);
  // Without calls it would only repeat the error.
  if (!explanation || explanation.status === 'succeeded' || explanation.calls.length === 0) return data;
  const text = formatExplanation(explanation, { short: true });
  return { ...data, explanation: text.length > MAX_CHARS ? `${text.slice(0, MAX_CHARS)}…\n` : text };
}

/** The explanation in the data of an error, if there is one. */
export function explanationIn(data: unknown): string | undefined {
  if (typeof data !== 'object' || data === null || !('explanation' in data)) return undefined;
  return typeof data.explanation === 'string' ? data.explanation : undefined;
}
