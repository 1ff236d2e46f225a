import { DICTIONARIES } from './hints/dictionaries.ts';
import { HASHES } from './hints/hashes.ts';
import { KECCAK } from './hints/keccak.ts';
import { MATH } from './hints/math.ts';
import { MEMORY } from './hints/memory.ts';
import { SEARCHING } from './hints/searching.ts';
import { SECP } from './hints/secp.ts';
import { SQUASH_DICT } from './hints/squashDict.ts';
import { STARK_CURVE } from './hints/starkCurve.ts';
import { UINT256 } from './hints/uint256.ts';
import { WIDE_FIELDS } from './hints/wideFields.ts';
import type { Cairo0HintRun } from './ids.ts';

const ALL = {
  ...MEMORY,
  ...MATH,
  ...UINT256,
  ...DICTIONARIES,
  ...SQUASH_DICT,
  ...SEARCHING,
  ...KECCAK,
  ...HASHES,
  ...SECP,
  ...STARK_CURVE,
  ...WIDE_FIELDS,
};

export type Cairo0HintName = keyof typeof ALL;

/** The implementations of the known hints of Cairo 0 programs. */
export const CAIRO0_HINTS: Readonly<Record<Cairo0HintName, Cairo0HintRun>> = ALL;
