import { type Felt, formatFelt } from '../../felt/felt.ts';
import { type FeltKey, feltOf } from '../../felt/key.ts';

/** A number in hexadecimal digits. */
export type Hex = `0x${string}`;

/** A felt or a number of any size: 0x and lower-case digits without leading zeros. */
export const hex = (value: bigint): Hex => `0x${value.toString(16)}`;

/** The text of a FeltKey. */
export const hexKey = (key: FeltKey): Hex => formatFelt(feltOf(key));

export const hexList = (felts: readonly Felt[]): readonly Hex[] => felts.map(formatFelt);
export const hexKeys = (keys: readonly FeltKey[]): readonly Hex[] => keys.map(hexKey);

/** An L1 address: 40 digits. */
export const ethHex = (address: bigint): Hex => `0x${address.toString(16).padStart(40, '0')}`;

/** A hash of 32 bytes: 64 digits. */
export const hash256 = (value: bigint): Hex => `0x${value.toString(16).padStart(64, '0')}`;
