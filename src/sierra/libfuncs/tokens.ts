import { TOKENS, type Token } from '../solve/effects.ts';

/** Uses of builtins as the token counts of the solvers. */
export function uses(counts: Partial<Record<Token, number>>): readonly number[] {
  return TOKENS.map((token) => counts[token] ?? 0);
}
