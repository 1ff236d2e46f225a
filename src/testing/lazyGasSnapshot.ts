import type { checkGasSnapshot as check } from './gasSnapshot.ts';

/** The check of gas snapshots. Its file locks load modules of Node.js that take 10 ms, so it is loaded when it is first used. */
export const checkGasSnapshot: typeof check = async (received, name, options) =>
  (await import('./gasSnapshot.ts')).checkGasSnapshot(received, name, options);
