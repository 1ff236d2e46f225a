// Classes in requests. They are read like class files, and an error names the member that is wrong.
import { finish, finishInSlices, type Steps } from '../../async/steps.ts';
import { normaliseAbiSteps } from '../../classes/abi.ts';
import { ClassError } from '../../classes/classError.ts';
import type { ClassDefinition } from '../../classes/declaredClass.ts';
import { readPackedProgram, type UnpackBudget } from '../../classes/packedProgram.ts';
import { readCairo0Class } from '../../classes/readClass.ts';
import { isObject, type Json, type JsonObject } from '../../json/json.ts';
import { limits } from '../../protocol/limits.ts';
import { CLASS_VERSION, type ClassValues, classValues } from '../../sierra/class/classValues.ts';
import { readSierraClassSteps } from '../../sierra/class/readSierraClass.ts';
import type { SierraClass } from '../../sierra/class/sierraClass.ts';
import { type ByType, formatSierra } from '../format/contractClass.ts';
import { invalidParams, RpcError } from '../rpcError.ts';
import { type Decoder, decoder, shown, unknownField } from './decoder.ts';
import type { HexText } from './felt.ts';
import { readLater } from './unreadLists.ts';

/** Missing, empty and null ABIs mean an empty one; a list is accepted like its text. */
function* abi(value: unknown): Steps<string> {
  try {
    return yield* normaliseAbiSteps(value);
  } catch (error) {
    throw error instanceof ClassError ? invalidParams(error.message) : error;
  }
}

const version = (value: unknown): string => {
  if (value === CLASS_VERSION) return CLASS_VERSION;
  const given = value === undefined ? 'nothing' : shown(value as Json);
  throw invalidParams(`contract_class_version must be "${CLASS_VERSION}", not ${given}`);
};

const openValues: ClassValues = { ...classValues(invalidParams, abi), version };
const strictValues: ClassValues = {
  ...openValues,
  object: (value, at, members) => {
    const object = openValues.object(value, at, members);
    const known = new Set(members);
    if (members) for (const name of Object.keys(object)) if (!known.has(name)) throw unknownField(name, known);
    return object;
  },
};

/** A Sierra class as clients send it. */
export interface SierraClassInput {
  readonly sierra_program: readonly HexText[];
  readonly contract_class_version: string;
  readonly entry_points_by_type: ByType<{ readonly selector: HexText; readonly function_idx: number }>;
  readonly abi?: string | readonly unknown[] | null;
}

/** A class of the largest size that the network accepts, with an ABI of many items and with many entry points. */
export function largestClass(): Json {
  const felt = `0x${'7'.repeat(63)}`;
  // A request counts the escapes of a text as values.
  const item = JSON.stringify({ type: 'struct', name: 'x'.repeat(100), members: [] });
  return {
    sierra_program: Array.from({ length: limits.sierraFelts }, (_, i) => (i < 6 ? '0x1' : felt)),
    contract_class_version: CLASS_VERSION,
    entry_points_by_type: {
      EXTERNAL: Array.from({ length: 20_000 }, () => ({ selector: felt, function_idx: 0 })),
      L1_HANDLER: [],
      CONSTRUCTOR: [],
    },
    abi: `[${Array.from({ length: Math.floor(limits.classBytes / (item.length + 1)) - 1 }, () => item).join()}]`,
  };
}

/** Whether a class takes longer to read than other parameters. */
const isLargeClass = (value: Json): value is JsonObject =>
  isObject(value) && Object.values(value).some((member) => sizeOf(member) > LARGE_CLASS);
const LARGE_CLASS = 2 ** 12;
const sizeOf = (value: Json): number =>
  typeof value === 'string' || Array.isArray(value)
    ? value.length
    : isObject(value)
      ? Object.values(value).reduce<number>((sum, member) => sum + (Array.isArray(member) ? member.length : 0), 0)
      : 0;

/** The class of a declaration: Sierra. Other members, such as debug information, are ignored. */
export const declaredClass: Decoder<SierraClass, SierraClassInput> = decoder(
  'Sierra class: `SierraContractClass`; other members are ignored',
  largestClass,
  (value) =>
    isLargeClass(value)
      ? readLater(readSierraClassSteps(value, openValues))
      : finish(readSierraClassSteps(value, openValues)),
  (definition) => formatSierra(definition) as unknown as JsonObject,
);

/**
 * A class as `getClass` shows it, with nothing else in it. The program of a Cairo 0 class has to be unpacked, which takes
 * time; the budget is for all classes of a request.
 */
export async function readClass(value: JsonObject, budget: UnpackBudget): Promise<ClassDefinition> {
  if ('sierra_program' in value) return finishInSlices(readSierraClassSteps(value, strictValues));
  if (!('program' in value)) throw invalidParams('data did not match any variant of untagged enum ContractClass');
  const { program } = value;
  const unpacked = typeof program === 'string' ? await unpack(program, budget) : program!;
  if (!isObject(unpacked)) throw new RpcError('invalidContractClass');
  return readCairo0Class({ ...value, program: unpacked }, strictValues);
}

async function unpack(program: string, budget: UnpackBudget): Promise<Json> {
  try {
    return await readPackedProgram(program, budget);
  } catch (error) {
    throw error instanceof ClassError ? new RpcError('invalidContractClass', { help: error.message }) : error;
  }
}
