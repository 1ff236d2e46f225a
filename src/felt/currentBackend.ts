import type { CryptoBackend } from './cryptoBackend.ts';
import { wasmBackend } from './wasmBackend.ts';

/** The backend that all hashes and curve operations use. */
export const cryptoBackend: CryptoBackend = wasmBackend;
