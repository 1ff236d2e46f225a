// TypeScript types from an ABI that is written `as const`. They follow encode.ts and decode.ts case by case.
import type { Documented, Labelled } from './namedAbi.ts';
import type { Hex } from './scalars.ts';

/** An ABI as the compiler writes it. Types are inferred from one that is written `as const`; others get loose types. */
export type Abi = readonly AbiEntry[];
/** One entry of an ABI. */
export interface AbiEntry {
  readonly type: string;
}

/** What an address argument takes: hex text, a bigint, or what has an address, such as an account of Starbox or of starknet.js. */
export type AddressInput = Hex | bigint | { readonly address: string | bigint };
/** What a felt252 argument takes. `shortString('…')` makes one from text. */
export type FeltInput = Hex | bigint | number;
/** What an integer argument takes. */
export type IntegerInput = bigint | number | Hex | `${bigint}`;

/** Whether values go into a contract or come out of it. */
export type Direction = 'in' | 'out';

interface ScalarForms {
  felt: { in: FeltInput; out: Hex };
  hash: { in: Hex | bigint; out: Hex };
  address: { in: AddressInput; out: Hex };
  integer: { in: IntegerInput; out: bigint };
  bool: { in: boolean; out: boolean };
  text: { in: string | Uint8Array; out: string };
}

interface Scalars {
  felt: 'felt';
  'core::felt252': 'felt';
  'core::bool': 'bool';
  'core::byte_array::ByteArray': 'text';
  'core::bytes_31::bytes31': 'hash';
  'core::starknet::contract_address::ContractAddress': 'address';
  'core::starknet::class_hash::ClassHash': 'hash';
  'core::starknet::storage_access::StorageAddress': 'hash';
  'core::starknet::storage_access::StorageBaseAddress': 'hash';
  'core::starknet::eth_address::EthAddress': 'hash';
  'core::integer::u8': 'integer';
  'core::integer::u16': 'integer';
  'core::integer::u32': 'integer';
  'core::integer::usize': 'integer';
  'core::integer::u64': 'integer';
  'core::integer::u96': 'integer';
  'core::integer::u128': 'integer';
  'core::integer::u256': 'integer';
  'core::integer::u512': 'integer';
  'core::integer::i8': 'integer';
  'core::integer::i16': 'integer';
  'core::integer::i32': 'integer';
  'core::integer::i64': 'integer';
  'core::integer::i128': 'integer';
  'core::circuit::u96': 'integer';
  'core::circuit::u384': 'integer';
  Uint256: 'integer';
}

/** A named part of an ABI entry. */
export interface Field {
  readonly name: string;
  readonly type: string;
}

/** Structs and enums of an ABI by their full names. */
export type Definitions<A extends Abi> = {
  readonly [I in A[number] as I extends { readonly type: 'struct' | 'enum'; readonly name: infer N extends string }
    ? N
    : never]: I;
};

/** The JavaScript type of a Cairo type. */
export type Value<Defs, T extends string, D extends Direction> = T extends keyof Scalars
  ? ScalarForms[Scalars[T]][D]
  : T extends `core::array::${'Array' | 'Span'}::<${infer U}>`
    ? List<Value<Defs, U, D>, D>
    : T extends `core::option::Option::<${infer U}>`
      ? Optional<Value<Defs, U, D>, U, D>
      : T extends keyof Defs
        ? Defined<Defs, Defs[T], D>
        : T extends `(${infer L})`
          ? TupleOf<Defs, Split<L>, D>
          : T extends `core::result::Result::<${infer L}>`
            ? ResultOf<Defs, Split<L>, D>
            : T extends `@${infer U}` | `core::zeroable::NonZero::<${infer U}>` | `core::box::Box::<${infer U}>`
              ? Value<Defs, U, D>
              : T extends `core::internal::bounded_int::BoundedInt::<${string}`
                ? ScalarForms['integer'][D]
                : T extends `[${infer L}]`
                  ? List<Value<Defs, FixedItem<L>, D>, D>
                  : T extends `core::starknet::secp256${string}::Secp256${string}Point`
                    ? { readonly x: ScalarForms['integer'][D]; readonly y: ScalarForms['integer'][D] }
                    : unknown;

type List<T, D extends Direction> = D extends 'in' ? readonly T[] : T[];

type Optional<T, U extends string, D extends Direction> = D extends 'in'
  ? (U extends `core::option::Option::<${string}` ? never : T) | { readonly Some: T } | null | undefined
  : (U extends `core::option::Option::<${string}` ? { Some: T } : T) | null;

type ResultOf<Defs, Parts extends readonly string[], D extends Direction> = Parts extends readonly [
  infer Ok extends string,
  infer Err extends string,
]
  ? { readonly Ok: Value<Defs, Ok, D> } | { readonly Err: Value<Defs, Err, D> }
  : unknown;

type TupleOf<Defs, Parts extends readonly string[], D extends Direction> = D extends 'in'
  ? { readonly [I in keyof Parts]: Value<Defs, WithoutLabel<Parts[I]>, D> }
  : { -readonly [I in keyof Parts]: Value<Defs, WithoutLabel<Parts[I]>, D> };

type WithoutLabel<S extends string> = S extends `${string} : ${infer T}` ? T : S;

type Defined<Defs, I, D extends Direction> = I extends {
  readonly type: 'struct';
  readonly members: infer M extends readonly Field[];
}
  ? { readonly [F in M[number] as F['name']]: Value<Defs, F['type'], D> } // Without a name, so that errors show the members.
  : I extends { readonly type: 'enum'; readonly variants: readonly (infer V)[] }
    ? Variant<Defs, V, D>
    : unknown;

/** Named values as an object. */
export type Members<Defs, M extends readonly Field[], D extends Direction> = {
  readonly [F in M[number] as F['name']]: Value<Defs, F['type'], D>;
};

type Variant<Defs, V, D extends Direction> = V extends Field
  ? V['type'] extends '()'
    ? V['name']
    : { readonly [N in V['name']]: Value<Defs, V['type'], D> }
  : never;

/** The parts of a list with commas, those in brackets left whole. */
type Split<
  S extends string,
  Part extends string = '',
  Depth extends 0[] = [],
  Parts extends string[] = [],
> = S extends `${infer Head}, ${infer Rest}`
  ? Net<Head, Depth> extends infer Next extends 0[]
    ? Next extends []
      ? Split<Rest, '', [], [...Parts, `${Part}${Head}`]>
      : Split<Rest, `${Part}${Head}, `, Next, Parts>
    : never
  : `${Part}${S}` extends ''
    ? Parts
    : [...Parts, `${Part}${S}`];

/** How many brackets are open after a text, as a tuple of that length. */
type Net<S extends string, D extends 0[]> = Pop<
  S,
  ']',
  Pop<S, ')', Pop<S, '>', Push<S, '[', Push<S, '(', Push<S, '<', D>>>>>
>;
type Push<S extends string, C extends string, D extends 0[]> = S extends `${string}${C}${infer R}`
  ? Push<R, C, [...D, 0]>
  : D;
type Pop<S extends string, C extends string, D extends 0[]> = S extends `${string}${C}${infer R}`
  ? D extends [0, ...infer E extends 0[]]
    ? Pop<R, C, E>
    : D
  : D;

/** `[u8; 2]` of `[u8; 2]; 3`. */
type FixedItem<L extends string, Before extends string = ''> = L extends `${infer H}; ${infer R}`
  ? R extends `${string}; ${string}`
    ? FixedItem<R, `${Before}${H}; `>
    : `${Before}${H}`
  : never;

/** Whether nothing is known of an ABI but that it is one. */
export type IsLoose<A extends Abi> = string extends A[number]['type'] ? true : false;

interface FunctionEntry {
  readonly type: 'function';
  readonly name: string;
  readonly inputs: readonly Field[];
  readonly outputs: readonly { readonly type: string }[];
}

type InterfaceItems<I> = I extends { readonly type: 'interface'; readonly items: readonly (infer F)[] } ? F : never;

/** The functions of an ABI by name, those of its interfaces among them. */
export type Functions<A extends Abi> = {
  readonly [F in Extract<A[number] | InterfaceItems<A[number]>, FunctionEntry> as F['name']]: F;
};

type IsView<F> = F extends { readonly state_mutability: 'view' } | { readonly stateMutability: 'view' } ? true : false;

/** The functions of an ABI by name, as the list that types map over: it has their documentation, if the ABI has some. */
export type ListedFunctions<A extends Abi> = Documented<A, 'functions', Functions<A>>;

/** The names of the functions that change nothing. */
export type ViewNames<A extends Abi> = {
  [N in keyof Functions<A>]: IsView<Functions<A>[N]> extends true ? N : never;
}[keyof Functions<A>];

/** The names of the functions that transactions call. */
export type ExternalNames<A extends Abi> = Exclude<keyof Functions<A>, ViewNames<A>>;

/** The names of all functions. */
export type FunctionNames<A extends Abi> = IsLoose<A> extends true ? string : keyof Functions<A> & string;

/** Cairo 0 passes a list as two parameters, `x_len` and `x*`, which are one here. */
export type Merged<I extends readonly Field[]> = Extract<I[number]['type'], `${string}*`> extends never ? I : Merge<I>;
type Merge<I extends readonly Field[]> = I extends readonly [infer F extends Field, ...infer R extends readonly Field[]]
  ? R extends readonly [infer P extends Field, ...infer Rest extends readonly Field[]]
    ? [F['name'], P['type']] extends [`${P['name']}_len`, `${infer T}*`]
      ? [{ readonly name: P['name']; readonly type: `core::array::Array::<${T}>` }, ...Merge<Rest>]
      : [F, ...Merge<R>]
    : [F]
  : [];

type Values<Defs, I extends readonly Field[], D extends Direction> = {
  -readonly [K in keyof I]: Value<Defs, I[K]['type'], D>;
};

/** The arguments of a function, in order. */
export type Arguments<A extends Abi, N extends FunctionNames<A>> =
  IsLoose<A> extends true ? unknown[] : N extends keyof Functions<A> ? ArgumentsOf<A, N, Functions<A>[N]> : never;

type ArgumentsOf<A extends Abi, N, F> = F extends { readonly inputs: infer I extends readonly Field[] }
  ? Labelled<A, N, Values<Definitions<A>, Merged<I>, 'in'>>
  : never;

/** The arguments of a function by their names. */
export type NamedArguments<A extends Abi, N extends FunctionNames<A>, D extends Direction = 'in'> =
  IsLoose<A> extends true
    ? Readonly<Record<string, unknown>>
    : N extends keyof Functions<A>
      ? Functions<A>[N] extends { readonly inputs: infer I extends readonly Field[] }
        ? Members<Definitions<A>, Merged<I>, D>
        : never
      : never;

/** What a function returns. */
export type Result<A extends Abi, N extends FunctionNames<A>, D extends Direction = 'out'> =
  IsLoose<A> extends true
    ? unknown
    : N extends keyof Functions<A>
      ? Functions<A>[N] extends { readonly outputs: infer O extends readonly unknown[] }
        ? OutputOf<Definitions<A>, O, D>
        : never
      : never;

type OutputOf<Defs, O extends readonly unknown[], D extends Direction> = O extends readonly Field[]
  ? NamedOutput<Defs, Merged<O>, D>
  : O extends readonly [{ readonly type: infer T extends string }]
    ? T extends '()'
      ? undefined
      : Value<Defs, T, D>
    : undefined;

type NamedOutput<Defs, O extends readonly Field[], D extends Direction> = O extends readonly []
  ? undefined
  : O extends readonly [infer F extends Field]
    ? Value<Defs, F['type'], D>
    : Members<Defs, O, D>;

type AnyArguments = readonly unknown[] | Readonly<Record<string, unknown>>;

/** Fits every class whose constructor takes no arguments, or is not known. The error for another class shows what it takes. */
export type WithoutArguments<A extends Abi> =
  readonly [] extends ConstructorArguments<A>
    ? unknown
    : { readonly 'pass the arguments of the constructor': ConstructorArguments<A> };

/** The constructor's arguments: a list in their order, or an object by their names. An ABI may leave the constructor out. */
export type ConstructorArguments<A extends Abi> =
  IsLoose<A> extends true
    ? AnyArguments
    : Extract<A[number], { readonly type: 'constructor' }> extends infer C
      ? [C] extends [never]
        ? AnyArguments
        : C extends { readonly inputs: infer I extends readonly Field[] }
          ?
              | Readonly<Labelled<A, 'constructor', Values<Definitions<A>, Merged<I>, 'in'>>>
              // `Members` without its name, so that errors show the members in place of the whole ABI.
              | { readonly [F in Merged<I>[number] as F['name']]: Value<Definitions<A>, F['type'], 'in'> }
          : never
      : never;
