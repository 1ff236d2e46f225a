/** The two families of method names: those that clients send today, and the neutral ones. */
export type Dialect = 'starknet' | 'neutral';

/** Methods of the chain's specification, and those that control the sandbox. */
export type MethodGroup = 'chain' | 'sandbox';

const prefixes = {
  starknet: { chain: 'starknet_', sandbox: 'devnet_' },
  neutral: { chain: 'chain_', sandbox: 'sandbox_' },
} as const;

interface MethodNameParts {
  readonly dialect: Dialect;
  readonly group: MethodGroup;
  /** Without the prefix. */
  readonly name: string;
}

const byPrefix: ReadonlyMap<string, Omit<MethodNameParts, 'name'>> = new Map(
  (['starknet', 'neutral'] as const).flatMap((dialect) =>
    (['chain', 'sandbox'] as const).map((group) => [prefixes[dialect][group], { dialect, group }] as const),
  ),
);

/** Splits a method name of a client; undefined if its prefix is unknown. */
export function splitMethodName(text: string): MethodNameParts | undefined {
  const end = text.indexOf('_') + 1;
  const prefix = byPrefix.get(text.slice(0, end));
  return prefix && { dialect: prefix.dialect, group: prefix.group, name: text.slice(end) };
}

/** A method's name in a dialect. */
export function writeMethodName(group: MethodGroup, name: string, dialect: Dialect): string {
  return prefixes[dialect][group] + name;
}
