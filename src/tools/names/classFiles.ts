import type { Surroundings } from '../../chain/surroundings.ts';
import type { ClassDefinition } from '../../classes/declaredClass.ts';
import type { FeltKey } from '../../felt/key.ts';

const newClassFiles = () => new Map<FeltKey, ClassDefinition>();

/**
 * Class files with debug information, by class hash. Declarations do not carry it, so names and lines are looked for here first, whichever
 * account declares the class.
 */
export const classFilesOf = ({ memories }: Surroundings): Map<FeltKey, ClassDefinition> => memories.of(newClassFiles);
