import { isObject, type Json } from '../../json/json.ts';
import { invalidParams } from '../rpcError.ts';
import { type Decoder, likeness } from './decoder.ts';

/** The parameters of a method without parameters: nothing, null, {} or []. */
export type NoParams = null | undefined | readonly [] | { readonly [name: string]: never };

const readNothing = (value: Json): void => {
  if (value === null) return;
  if (Array.isArray(value) ? value.length === 0 : isObject(value) && Object.keys(value).length === 0) return;
  throw invalidParams(
    `expected empty object or array for params; got: ${Array.isArray(value) ? `${value.length} elements` : 'an object'}`,
  );
};
export const noParams: Decoder<void, NoParams> = Object.assign(readNothing, { shape: { kind: 'nothing' } as const });

/** A method whose parameters may all be left out: nothing and null read as {}. */
export function optionalParams<T, W>(decoder: Decoder<T, W>): Decoder<T, W | null | undefined> {
  return Object.assign((value: Json) => decoder(value ?? {}), likeness(decoder));
}
