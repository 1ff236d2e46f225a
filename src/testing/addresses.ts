import type { FeltLike, Hex } from '../library/index.ts';
import { addressText } from '../library/values.ts';

/** An address, or anything that has one: an account, a contract. */
export type AddressLike = FeltLike | { readonly address: FeltLike };

export const addressOf = (value: AddressLike, name: string): Hex =>
  addressText(typeof value === 'object' ? value.address : value, name);
