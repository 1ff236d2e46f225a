import { finish } from '../async/steps.ts';
import { type ClassValues, classValues } from '../sierra/class/classValues.ts';
import { readEntryPoints, readSierraClass } from '../sierra/class/readSierraClass.ts';
import { normaliseAbiSteps } from './abi.ts';
import { ClassError } from './classError.ts';
import type { Cairo0Class, ClassDefinition } from './declaredClass.ts';

const fileValues = classValues((problem) => new ClassError(problem), normaliseAbiSteps);

/** Reads a class as compilers write it into files: Sierra, or Cairo 0 with its program unpacked. The file is not trusted. */
export function readClass(json: unknown): ClassDefinition {
  const top = fileValues.object(json, 'The class');
  if ('sierra_program' in top)
    return { ...readSierraClass(top, fileValues), ...debugInfo(top['sierra_program_debug_info']) };
  if ('program' in top) return readCairo0Class(top, fileValues);
  throw new ClassError(
    'The class has neither a sierra_program nor a program. Give the class file a Cairo compiler wrote (.contract_class.json).',
  );
}

/** Compilers annotate their output on request. Debug information without annotations is dropped. */
function debugInfo(info: unknown): { debugInfo?: unknown } {
  const annotations = typeof info === 'object' && info !== null && 'annotations' in info ? info.annotations : undefined;
  const isEmpty = typeof annotations !== 'object' || annotations === null || Object.keys(annotations).length === 0;
  return isEmpty ? {} : { debugInfo: { annotations } };
}

const CAIRO0_MEMBERS = ['program', 'entry_points_by_type', 'abi'];

/** Reads the JSON of a Cairo 0 class whose program is unpacked. */
export function readCairo0Class(json: unknown, values: ClassValues): Cairo0Class {
  const top = values.object(json, 'The class', CAIRO0_MEMBERS);
  return {
    kind: 'cairo0',
    program: values.object(top['program'], 'program'),
    entryPointsByType: finish(
      readEntryPoints(top, values, 'offset', (selector, position, at) => ({
        selector,
        offset: values.offset(position, at),
      })),
    ),
    abi: Array.isArray(top['abi']) || top['abi'] === null ? top['abi'] : undefined,
  };
}
