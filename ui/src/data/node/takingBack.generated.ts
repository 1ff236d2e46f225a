// Written by `npm run reference` from the declarations in src/rpc/methods. Do not edit.
/** The names, without a prefix, of methods after which something that existed may be gone. */
export const takingBack: ReadonlySet<string> = new Set([
  'abortBlocks',
  'abortPreconfirmedBlock',
  'applyStateDiff',
  'clearMempool',
  'fork',
  'load',
  'removeFromMempool',
  'reorganise',
  'restart',
  'restore',
  'revert',
  'setClassHash',
]);
