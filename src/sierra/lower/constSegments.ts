import { SierraError } from '../sierraError.ts';
import { constantValues } from '../types/constants.ts';
import { indexArg, typeArg } from '../types/genericArgs.ts';
import type { Specialized } from './specialize.ts';

/** The data after the code: each segment is a `ret` followed by its values. */
export interface ConstSegments {
  readonly segments: readonly (readonly bigint[])[];
  /** The offset of a constant within its segment, by segment and type. */
  readonly constants: ReadonlyMap<string, number>;
  /** The segment of a circuit's gates, by type. */
  readonly circuits: ReadonlyMap<number, number>;
}

export const constantKey = (segment: number, type: number): string => `${segment}:${type}`;

/** Collects the data of every declared libfunc that needs some, used or not. `room` is the most words of data. */
export function collectConstSegments({ program, types, circuit }: Specialized, room: number): ConstSegments {
  const segments: bigint[][] = [];
  const constants = new Map<string, number>();
  const circuits = new Map<number, number>();
  let size = 0;
  const append = (segment: bigint[], values: readonly bigint[]): void => {
    for (const value of values) segment.push(value);
    size += values.length;
    if (size + segments.length > room) throw new SierraError('limits', 'Code size limit exceeded.');
  };
  for (const { generic, args } of program.libfuncs) {
    if (generic !== 'const_as_box') continue;
    const type = typeArg(args, 0);
    const id = indexArg(args, 1);
    if (id > segments.length)
      throw new SierraError('compile', 'Const segments must appear in ascending order without holes.');
    if (id === segments.length) segments.push([]);
    const segment = segments[id]!;
    constants.set(constantKey(id, type), segment.length);
    append(segment, constantValues(types, type));
  }
  for (const { generic, args } of program.libfuncs) {
    if (generic !== 'get_circuit_descriptor') continue;
    const type = typeArg(args, 0);
    const { addGates, mulGates } = circuit(type);
    circuits.set(type, segments.length);
    const segment: bigint[] = [];
    segments.push(segment);
    append(
      segment,
      // Gates address cells; a value slot has four cells.
      [...addGates, ...mulGates].flat().map((slot) => BigInt(4 * slot)),
    );
  }
  return { segments, constants, circuits };
}
