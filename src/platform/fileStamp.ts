import type { BigIntStats } from 'node:fs';

/** Tells whether a file is still the one that was written, with nothing changed. */
export type FileStamp = string;

export const stampOf = ({ ino, size, mtimeNs }: BigIntStats): FileStamp => `${ino} ${size} ${mtimeNs}`;
