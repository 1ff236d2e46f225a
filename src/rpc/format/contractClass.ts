import { compactAbi } from '../../classes/abi.ts';
import type { ClassDefinition } from '../../classes/declaredClass.ts';
import { writeJson } from '../../json/writeJson.ts';
import type { SierraClass } from '../../sierra/class/sierraClass.ts';
import { type Hex, hex, hexList } from './hex.ts';

export interface ByType<T> {
  readonly CONSTRUCTOR: readonly T[];
  readonly EXTERNAL: readonly T[];
  readonly L1_HANDLER: readonly T[];
}

/** A Sierra class. */
export interface SierraContractClass {
  readonly sierra_program: readonly Hex[];
  readonly contract_class_version: string;
  readonly entry_points_by_type: ByType<{ readonly selector: Hex; readonly function_idx: number }>;
  /** The ABI's JSON as text. */
  readonly abi: string;
}

/** A Cairo 0 class. */
export interface Cairo0ContractClass {
  /** Base64 of the gzipped JSON. */
  readonly program: string;
  readonly entry_points_by_type: ByType<{ readonly selector: Hex; readonly offset: Hex }>;
  readonly abi: readonly AbiEntry[];
}

/** A function, event or struct of an ABI. */
export interface AbiEntry {
  readonly [member: string]: unknown;
}

export type ContractClass = SierraContractClass | Cairo0ContractClass;

/** A class in the format of `getClass`. It is asynchronous because packing a Cairo 0 program takes time. */
export async function formatClass(definition: ClassDefinition): Promise<ContractClass> {
  if (definition.kind === 'sierra') return { ...formatSierra(definition), abi: compactAbi(definition.abi) };
  return {
    program: await packProgram(definition.program),
    entry_points_by_type: byType(definition.entryPointsByType, ({ selector, offset }) => ({
      selector: hex(selector),
      offset: hex(BigInt(offset)),
    })),
    abi: (definition.abi ?? []) as readonly AbiEntry[],
  };
}

/** A Sierra class with the text of the ABI that its hash covers. */
export const formatSierra = (definition: SierraClass): SierraContractClass => ({
  sierra_program: hexList(definition.sierraProgram),
  contract_class_version: definition.contractClassVersion,
  entry_points_by_type: byType(definition.entryPointsByType, ({ selector, functionIdx }) => ({
    selector: hex(selector),
    function_idx: functionIdx,
  })),
  abi: definition.abi,
});

const byType = <T, U>({ CONSTRUCTOR, EXTERNAL, L1_HANDLER }: ByType<T>, format: (entry: T) => U): ByType<U> => ({
  CONSTRUCTOR: CONSTRUCTOR.map(format),
  EXTERNAL: EXTERNAL.map(format),
  L1_HANDLER: L1_HANDLER.map(format),
});

const packed = new WeakMap<object, Promise<string>>();

/** Base64 of the gzipped JSON of a Cairo 0 program, packed once. */
function packProgram(program: object): Promise<string> {
  const known = packed.get(program);
  if (known) return known;
  // Cairo 0 programs contain integers that a JavaScript number would round.
  const packing = pack(writeJson(program));
  packed.set(program, packing);
  return packing;
}

async function pack(text: string): Promise<string> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'));
  let binary = '';
  for await (const part of stream) for (const byte of part) binary += String.fromCharCode(byte);
  return btoa(binary);
}
