/** The VM resources that the Starknet OS uses for a syscall or a transaction. */
export interface OsResources {
  readonly steps: number;
  readonly builtins: Readonly<Partial<Record<CountedBuiltin, number>>>;
}

/** The builtins with prices, named as in class files. */
export type CountedBuiltin =
  | 'output'
  | 'pedersen'
  | 'range_check'
  | 'ecdsa'
  | 'bitwise'
  | 'ec_op'
  | 'keccak'
  | 'poseidon'
  | 'range_check96'
  | 'add_mod'
  | 'mul_mod';

/** A constant cost and optionally a cost per felt of calldata: n felts cost ceil(n * perFelt / scale). */
export interface OsCost {
  readonly constant: OsResources;
  readonly perFelt?: OsResources;
  readonly scale?: number;
}
