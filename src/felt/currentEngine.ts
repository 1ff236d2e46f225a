import type { Engine } from './engine.ts';
import { plainEngine } from './plain/plainEngine.ts';

/** The engine in use. */
export const engine: Engine = plainEngine;
