import { stat } from 'node:fs/promises';

/** Whether there is a folder at a path. */
export const isFolder = async (path: string): Promise<boolean> =>
  (await stat(path).catch(() => undefined))?.isDirectory() === true;
