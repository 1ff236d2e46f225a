import { isObject } from '../../json/json.ts';
import { invalidParams } from '../rpcError.ts';
import type { Decoder } from './decoder.ts';

/** A method without parameters takes nothing, null, {} or []. */
export const noParams: Decoder<void> = (value) => {
  if (value === null) return;
  if (Array.isArray(value) ? value.length === 0 : isObject(value) && Object.keys(value).length === 0) return;
  throw invalidParams(
    `expected empty object or array for params; got: ${Array.isArray(value) ? `${value.length} elements` : 'an object'}`,
  );
};

/** A method whose parameters may all be left out: nothing and null read as {}. */
export function optionalParams<T>(decoder: Decoder<T>): Decoder<T> {
  return (value) => decoder(value ?? {});
}
