// Put in by the bundler (tsdown.config.ts).
declare const STARBOX_COMPILER_STAMP: string | undefined;

/**
 * A hash over all sources that this build's compiler and hashes were made from, so that what another version compiled
 * is never taken for its work. Undefined where the sources themselves run: they may change from one run to the next.
 */
export const COMPILER_STAMP = typeof STARBOX_COMPILER_STAMP === 'undefined' ? undefined : STARBOX_COMPILER_STAMP;
