/** A decoded value of a contract: integers as decimal text, felts as hexadecimal text, structs as objects. */
export type DecodedValue =
  | string
  | boolean
  | null
  | readonly DecodedValue[]
  | { readonly [name: string]: DecodedValue };
