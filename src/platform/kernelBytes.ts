import { readFileSync } from 'node:fs';

/** The kernel of the built package in hexadecimal. The CommonJS build uses it in place of the generated module (tsdown.config.ts). */
export const kernelBytes = readFileSync(new URL('./kernel.wasm', import.meta.url), 'hex');
