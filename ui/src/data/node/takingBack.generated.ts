// Written by `npm run reference` from the declarations in src/rpc/methods. Do not edit.
/** The names, without a prefix, of methods after which something that existed may be gone. */
export const takingBack: ReadonlySet<string> = new Set([
  'abortBlocks',
  'applyStateDiff',
  'fork',
  'load',
  'reorganise',
  'restart',
  'restore',
  'revert',
  'setClassHash',
]);
