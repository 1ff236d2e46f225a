import { type MethodInfo, methods } from './methods.ts';

/** The two families of names for the same methods: what clients send today, and the neutral ones. */
export type Dialect = 'starknet' | 'neutral';

const prefixes = {
  starknet: { chain: 'starknet_', sandbox: 'devnet_' },
  neutral: { chain: 'chain_', sandbox: 'sandbox_' },
} as const;

/** The method that a client's text names, and the dialect it speaks; undefined when there is none. */
export function readMethodName(text: string): { readonly info: MethodInfo; readonly dialect: Dialect } | undefined {
  const split = text.indexOf('_') + 1;
  const info = methods.get(text.slice(split));
  if (!info) return undefined;
  const prefix = text.slice(0, split);
  if (prefix === prefixes.starknet[info.group]) return { info, dialect: 'starknet' };
  if (prefix === prefixes.neutral[info.group]) return { info, dialect: 'neutral' };
  return undefined;
}

/** A method's name as a dialect writes it. */
export function writeMethodName(name: string, dialect: Dialect): string {
  const group = methods.get(name)?.group ?? 'chain';
  return prefixes[dialect][group] + name;
}
