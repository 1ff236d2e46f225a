import { normaliseAbi } from '../../classes/abi.ts';
import { ClassError } from '../../classes/classError.ts';
import type { Cairo0Definition, ClassDefinition, SierraDefinition } from '../../classes/declaredClass.ts';
import { readPackedProgram, type UnpackBudget } from '../../classes/packedProgram.ts';
import { isObject, type Json, type JsonObject } from '../../json/json.ts';
import { invalidParams, RpcError } from '../rpcError.ts';
import { type Decoder, list, shown, struct, unsigned, wrongType } from './decoder.ts';
import { felt } from './felt.ts';

const functionIndex: Decoder<number> = (value) => Number(unsigned(32, 'usize')(value));

const sierraEntryPoint = struct(
  'SierraEntryPoint',
  { selector: felt, function_idx: functionIndex },
  { namedOnly: true },
);
const sierraEntryPoints = struct(
  'EntryPointsByType',
  { CONSTRUCTOR: list(sierraEntryPoint), EXTERNAL: list(sierraEntryPoint), L1_HANDLER: list(sierraEntryPoint) },
  { namedOnly: true },
);

// A text, or tolerated the list itself; none and an empty one mean an empty ABI.
const sierraAbi: Decoder<string> = (value) => {
  if (value !== null && typeof value !== 'string' && !Array.isArray(value)) throw wrongType(value, 'a string');
  try {
    return normaliseAbi(value);
  } catch (error) {
    if (error instanceof ClassError) throw invalidParams(error.message);
    throw error;
  }
};

const VERSION = '0.1.0';
const version: Decoder<string> = (value) => {
  if (value !== VERSION) throw invalidParams(`contract_class_version must be "${VERSION}", not ${shown(value)}`);
  return VERSION;
};

const sierraFields = {
  sierra_program: list(felt),
  contract_class_version: version,
  entry_points_by_type: sierraEntryPoints,
  abi: Object.assign((value: Json) => sierraAbi(value), { optional: true }),
};
const openSierra = struct('ContractClass', sierraFields, { open: true, namedOnly: true });
const closedSierra = struct('ContractClass', sierraFields, { namedOnly: true });

const sierraDefinition =
  (decoder: typeof openSierra): Decoder<SierraDefinition> =>
  (value) => {
    const { sierraProgram, contractClassVersion, entryPointsByType, abi } = decoder(value);
    return { kind: 'sierra', sierraProgram, contractClassVersion, entryPointsByType, abi: abi ?? '' };
  };

/** The class of a declaration: Sierra, whose other members are ignored. */
export const declaredClass: Decoder<SierraDefinition> = sierraDefinition(openSierra);
const strictSierra = sierraDefinition(closedSierra);

const offset: Decoder<number> = (value) => {
  const text = typeof value === 'string' && /^0x[0-9a-fA-F]{1,8}$/.test(value) ? BigInt(value) : value;
  return Number(unsigned(32, 'usize')(text));
};
const cairo0EntryPoint = struct('LegacyEntryPoint', { selector: felt, offset }, { namedOnly: true });
const cairo0Class = struct(
  'ContractClass',
  {
    program: (value: Json): Json => value,
    entry_points_by_type: struct(
      'EntryPointsByType',
      { CONSTRUCTOR: list(cairo0EntryPoint), EXTERNAL: list(cairo0EntryPoint), L1_HANDLER: list(cairo0EntryPoint) },
      { namedOnly: true },
    ),
    abi: Object.assign((value: Json): readonly Json[] | undefined => (Array.isArray(value) ? value : undefined), {
      optional: true,
    }),
  },
  { namedOnly: true },
);

/**
 * A class as `getClass` shows it, with nothing else in it. The program of a Cairo 0 class has to be unpacked, which takes
 * time; the budget is for all classes of a request.
 */
export async function readClass(value: JsonObject, budget: UnpackBudget): Promise<ClassDefinition> {
  if ('sierra_program' in value) return strictSierra(value);
  if (!('program' in value)) throw invalidParams('data did not match any variant of untagged enum ContractClass');
  const { program, entryPointsByType, abi } = cairo0Class(value);
  const unpacked = typeof program === 'string' ? await unpack(program, budget) : program;
  if (!isObject(unpacked)) throw new RpcError('invalidContractClass');
  return { kind: 'cairo0', program: unpacked, entryPointsByType, abi } satisfies Cairo0Definition;
}

async function unpack(program: string, budget: UnpackBudget): Promise<Json> {
  try {
    return await readPackedProgram(program, budget);
  } catch (error) {
    throw error instanceof ClassError ? new RpcError('invalidContractClass', { data: error.message }) : error;
  }
}
