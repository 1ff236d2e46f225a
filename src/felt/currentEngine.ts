import type { Engine } from './engine.ts';
import { wasmEngine } from './wasmEngine.ts';

/** The engine in use. */
export const engine: Engine = wasmEngine;
