import type { BigIntStats } from 'node:fs';

/** A text that changes when the file is changed or replaced. */
export type FileStamp = string;

export const stampOf = ({ ino, size, mtimeNs }: BigIntStats): FileStamp => `${ino} ${size} ${mtimeNs}`;
