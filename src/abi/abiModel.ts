import type { AbiParameter, AbiType } from './abiType.ts';

/** A function, the constructor or an L1 handler of a contract. */
export interface AbiFunction {
  readonly kind: 'function' | 'constructor' | 'l1_handler';
  readonly name: string;
  /** The interface that declares it; undefined for a function of the contract itself. */
  readonly interfaceName: string | undefined;
  readonly mutability: 'view' | 'external';
  readonly inputs: readonly AbiParameter[];
  /** At most one in Cairo 1 and later, where its name is empty. Cairo 0 has any number. */
  readonly outputs: readonly AbiParameter[];
}

/** A part of an event. Keys and data are two lists of felts. */
export type AbiEventMember =
  | { readonly kind: 'key' | 'data'; readonly name: string; readonly type: AbiType }
  /** An event inside an event: its keys and data are appended to those of the outer one. */
  | { readonly kind: 'nested'; readonly name: string; readonly event: AbiEventShape };

/** What an event inside an event looks like. */
export type AbiEventShape =
  | { readonly kind: 'struct'; readonly members: readonly AbiEventMember[] }
  | { readonly kind: 'enum'; readonly variants: readonly AbiEventVariant[] };

export interface AbiEventVariant {
  readonly name: string;
  /** A flat variant has no selector of its own: its event's variants take its place. */
  readonly isFlat: boolean;
  readonly event: AbiEventShape;
}

/** One event that a contract can emit. */
export interface AbiEvent {
  /** `Transfer`, or `ERC20Event.Transfer` where the contract nests the events of a component without `#[flat]`. */
  readonly name: string;
  /** The names whose selectors are the first keys. */
  readonly path: readonly string[];
  readonly members: readonly AbiEventMember[];
}

/** What an ABI says, with its interfaces flattened and its types resolved. */
export interface AbiModel {
  /** The module of the contract, as its events name it, such as `shop::token::Token`; undefined when they do not. */
  readonly contractPath: string | undefined;
  /** As the contract names itself in its events, such as `ERC20`; undefined when it does not. */
  readonly contractName: string | undefined;
  /** By name, and by `interface::name` for those of interfaces. Names that are declared in two ways are left out. */
  readonly functions: ReadonlyMap<string, AbiFunction>;
  /** Every function once, in the order of the ABI. */
  readonly functionList: readonly AbiFunction[];
  readonly constructorFunction: AbiFunction | undefined;
  readonly l1Handlers: ReadonlyMap<string, AbiFunction>;
  /** Structs and enums by their full names. */
  readonly types: ReadonlyMap<string, AbiType>;
  readonly events: readonly AbiEvent[];
  /** What was left out and why: items that are not understood, and names that clash. */
  readonly problems: readonly string[];
}
