/**
 * The names of the parameters of an ABI and the documentation of its functions and events, for editors: members with comments, and tuples
 * with labels. `starbox types` writes them, because types that are computed from an ABI have neither.
 */
export interface AbiNames {
  readonly functions: object;
  readonly events: object;
}

/**
 * An ABI whose functions and events have names of parameters and documentation. At run time it is the ABI alone.
 *
 * @example
 * const named = abi as NamedAbi<typeof abi, { functions: { transfer: [recipient: 'ContractAddress', amount: 'u256'] }; events: object }>;
 */
export type NamedAbi<A, N extends AbiNames> = A & { readonly '~names'?: N };

type NamesOf<A> = '~names' extends keyof A ? NonNullable<A['~names']> : never;

/** The functions or events of an ABI by their names, with documentation if the ABI has some; `Plain` if it has none. */
export type Documented<A, Kind extends keyof AbiNames, Plain> = [NamesOf<A>] extends [never]
  ? Plain
  : NamesOf<A> extends { readonly [K in Kind]: infer D }
    ? D
    : Plain;

/** A list of arguments with the names of the parameters, if the ABI has them. */
export type Labelled<A, N, Values extends readonly unknown[]> = [NamesOf<A>] extends [never]
  ? Values
  : NamesOf<A> extends { readonly functions: { readonly [K in N & string]: infer L extends readonly unknown[] } }
    ? Relabelled<L, Values>
    : Values;

// A mapped type keeps the labels of the tuple that it maps.
type Relabelled<L extends readonly unknown[], Values> = { [K in keyof L]: K extends keyof Values ? Values[K] : never };
