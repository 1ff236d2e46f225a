import { arrayLibfuncs } from './arrays.ts';
import { boundedIntLibfuncs } from './boundedInts.ts';
import { boxLibfuncs } from './boxes.ts';
import { circuitLibfuncs } from './circuits.ts';
import { curveLibfuncs } from './curves.ts';
import { dictionaryLibfuncs } from './dictionaries.ts';
import { feltLibfuncs } from './felts.ts';
import { gasLibfuncs } from './gas.ts';
import { hashLibfuncs } from './hashes.ts';
import { integerLibfuncs } from './integers.ts';
import type { LibfuncRow } from './libfunc.ts';
import { memoryLibfuncs } from './memory.ts';
import { starknetLibfuncs } from './starknet.ts';
import { structureLibfuncs } from './structures.ts';
import { wideIntegerLibfuncs } from './wideIntegers.ts';

/** Every libfunc by its generic id. Source: Cairo compiler 2.21.0 (Sierra 1.9.5). */
export const LIBFUNCS: ReadonlyMap<string, LibfuncRow> = new Map(
  Object.entries({
    ...memoryLibfuncs,
    ...gasLibfuncs,
    ...structureLibfuncs,
    ...boxLibfuncs,
    ...feltLibfuncs,
    ...integerLibfuncs,
    ...boundedIntLibfuncs,
    ...wideIntegerLibfuncs,
    ...arrayLibfuncs,
    ...dictionaryLibfuncs,
    ...curveLibfuncs,
    ...hashLibfuncs,
    ...circuitLibfuncs,
    ...starknetLibfuncs,
  }),
);
