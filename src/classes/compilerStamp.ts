// The bundler defines this (scripts/build-bundles.mjs).
declare const STARBOX_COMPILER_STAMP: string | undefined;

/**
 * A hash over all sources of this build's compiler and hashes, so that the class cache does not use the results
 * of another version. Undefined if the sources are run directly, because they may change between runs.
 */
export const COMPILER_STAMP = typeof STARBOX_COMPILER_STAMP === 'undefined' ? undefined : STARBOX_COMPILER_STAMP;
