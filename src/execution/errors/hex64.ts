import { type FeltKey, feltOf } from '../../felt/key.ts';

/** A felt as error texts show addresses and hashes: 0x and 64 digits. */
export const hex64 = (key: FeltKey): string => `0x${feltOf(key).toString(16).padStart(64, '0')}`;

/** A felt in as few digits as it needs. */
export const hex = (key: FeltKey): string => `0x${feltOf(key).toString(16)}`;
