import { type Felt, formatFelt } from '../../felt/felt.ts';
import { type FeltKey, feltOf } from '../../felt/key.ts';

/** A felt or a number of any size: 0x and lower-case digits without leading zeros. */
export const hex = (value: bigint): string => `0x${value.toString(16)}`;

/** A felt in the form state and calls keep it. */
export const hexKey = (key: FeltKey): string => formatFelt(feltOf(key));

export const hexList = (felts: readonly Felt[]): readonly string[] => felts.map(formatFelt);
export const hexKeys = (keys: readonly FeltKey[]): readonly string[] => keys.map(hexKey);

/** An L1 address: 40 digits. */
export const ethHex = (address: bigint): string => `0x${address.toString(16).padStart(40, '0')}`;

/** A hash of 32 bytes: 64 digits. */
export const hash256 = (value: bigint): string => `0x${value.toString(16).padStart(64, '0')}`;
