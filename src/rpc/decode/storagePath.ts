import type { Felt } from '../../felt/felt.ts';
import type { Json } from '../../json/json.ts';
import { limits } from '../../protocol/limits.ts';
import { isPath } from '../../tools/storage/isPath.ts';
import { decoder } from './decoder.ts';
import { type HexText, storageKey } from './felt.ts';

/** A place in storage: a key, or a path of names such as `balances[0x64b4]`. */
export type StorageKeyOrPath =
  | { readonly kind: 'key'; readonly key: Felt }
  | { readonly kind: 'path'; readonly path: string };

export const storageKeyOrPath = decoder<StorageKeyOrPath, HexText>(
  'storage key, or the path of a variable such as `balances[0x64b4]`',
  () => `balances${'[0x1]'.repeat(limits.storagePathChars / 5 - 2)}`,
  (value: Json) => (isPath(value) ? { kind: 'path', path: value } : { kind: 'key', key: storageKey(value) }),
);

export const storedValue = decoder<Json, unknown>(
  'felt; for a path, a value of its type, or felts for cells in a row',
  () => Array.from({ length: limits.storedFelts }, () => '0x1'),
  (value) => value,
);
