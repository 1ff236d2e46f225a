import type { Json } from '../../json/json.ts';
import { limits } from '../../protocol/limits.ts';
import { RpcError } from '../rpcError.ts';
import { type Decoder, likeness, list, oneOrMany, optional } from './decoder.ts';
import { address, felt } from './felt.ts';

const { filterValuesAtOnce } = limits;

/** Counts the values before they are read: a request may have a million. */
function checked<T, W>(inner: Decoder<T, W>, check: (value: Json) => void): Decoder<T, W> {
  const decode = (value: Json, field?: string) => {
    check(value);
    return inner(value, field);
  };
  return Object.assign(decode, likeness(inner));
}

const lengthOf = (value: Json): number => (Array.isArray(value) ? value.length : 0);

function checkAddresses(value: Json): void {
  if (lengthOf(value) > filterValuesAtOnce)
    throw new RpcError('tooManyAddressesInFilter', {
      help: `The filter has ${lengthOf(value)} addresses, and may have ${filterValuesAtOnce}.`,
    });
}

/** The addresses of a filter of events. */
export const filterAddresses = optional(checked(oneOrMany(address, 'filterValuesAtOnce'), checkAddresses));

/** The senders of a filter of transactions. */
export const filterSenders = optional(checked(list(address, 'filterValuesAtOnce'), checkAddresses));

/** The keys of a filter of events, by position. */
export const filterKeys = optional(
  checked(list(list(felt, 'filterValuesAtOnce'), 'filterValuesAtOnce'), (value) => {
    const count = Array.isArray(value) ? value.reduce<number>((sum, some) => sum + 1 + lengthOf(some), 0) : 0;
    if (count > filterValuesAtOnce)
      throw new RpcError('tooManyKeysInFilter', {
        help: `The filter has ${count} positions and keys, and may have ${filterValuesAtOnce}.`,
      });
  }),
);
