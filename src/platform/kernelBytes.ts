import { readFileSync } from 'node:fs';

/** The kernel of the built package. On Node.js the library uses it in place of src/felt/kernelBytes.ts (scripts/build-bundles.mjs). */
export const kernelBytes = (): Uint8Array => readFileSync(new URL('./kernel.wasm', import.meta.url));
