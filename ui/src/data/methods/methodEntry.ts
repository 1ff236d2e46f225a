/** A parameter as the reference describes it. */
export interface ParameterEntry {
  readonly name: string;
  /** In words, such as `block id`. */
  readonly type: string;
  readonly optional?: boolean;
  /** The members of an object, with a question mark if they may be left out. */
  readonly members?: readonly string[];
  /** What it may be, if that is a choice. */
  readonly words?: readonly string[];
}

/** A method as the reference describes it. */
export interface MethodEntry {
  /** Without a prefix. */
  readonly name: string;
  readonly group: 'chain' | 'sandbox';
  readonly kind: 'read' | 'write' | 'subscription';
  readonly summary: string;
  readonly params: readonly ParameterEntry[];
  /** The section of the documentation, and an example of parameters. Only methods of the sandbox have them. */
  readonly section?: string;
  readonly example?: object;
}

/** The two families of method names. */
export type Dialect = 'starknet' | 'neutral';

const PREFIXES: Readonly<Record<Dialect, Readonly<Record<MethodEntry['group'], string>>>> = {
  starknet: { chain: 'starknet_', sandbox: 'devnet_' },
  neutral: { chain: 'chain_', sandbox: 'sandbox_' },
};

export const fullName = ({ group, name }: MethodEntry, dialect: Dialect): string => PREFIXES[dialect][group] + name;
