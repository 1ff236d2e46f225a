import { normaliseAbi } from '../../classes/abi.ts';
import { ClassError } from '../../classes/classError.ts';
import type { Cairo0Class, ClassDefinition } from '../../classes/declaredClass.ts';
import { readPackedProgram, type UnpackBudget } from '../../classes/packedProgram.ts';
import { isObject, type Json, type JsonObject } from '../../json/json.ts';
import type { SierraClass } from '../../sierra/class/sierraClass.ts';
import { invalidParams, RpcError } from '../rpcError.ts';
import { type Decoder, decoder, likeness, list, shown, struct, unsigned, type Wire, wrongType } from './decoder.ts';
import { felt } from './felt.ts';

const usize = unsigned(32, 'usize');
const functionIndex = decoder<number, number | bigint>(
  'whole number below 2^32',
  (value) => Number(usize(value)),
  (index) => index,
);

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

// A string; a list is accepted too. A missing or empty ABI means an empty one.
const readAbi = (value: Json): string => {
  if (value !== null && typeof value !== 'string' && !Array.isArray(value)) throw wrongType(value, 'a string');
  try {
    return normaliseAbi(value);
  } catch (error) {
    if (error instanceof ClassError) throw invalidParams(error.message);
    throw error;
  }
};

const VERSION = '0.1.0';
const version = decoder<string, string>(
  `\`${VERSION}\``,
  (value) => {
    if (value !== VERSION) throw invalidParams(`contract_class_version must be "${VERSION}", not ${shown(value)}`);
    return VERSION;
  },
  (value) => value,
);
const sierraAbi: Decoder<string | undefined, string | readonly unknown[] | null | undefined> = Object.assign(
  decoder<string | undefined, string | readonly unknown[] | null | undefined>('text', readAbi, (abi) => abi),
  { optional: true },
);

const sierraFields = {
  sierra_program: list(felt),
  contract_class_version: version,
  entry_points_by_type: sierraEntryPoints,
  abi: sierraAbi,
};
const openSierra = struct('ContractClass', sierraFields, { open: true, namedOnly: true });
const closedSierra = struct('ContractClass', sierraFields, { namedOnly: true });

const sierraDefinition = (
  fields: (value: Json) => ReturnType<typeof openSierra>,
): Decoder<SierraClass, Wire<typeof openSierra>> => {
  const decode = (value: Json): SierraClass => {
    const { sierraProgram, contractClassVersion, entryPointsByType, abi } = fields(value);
    return { kind: 'sierra', sierraProgram, contractClassVersion, entryPointsByType, abi: abi ?? '' };
  };
  return Object.assign(decode, likeness(openSierra));
};

/** The class of a declaration: Sierra, whose other members are ignored. */
export const declaredClass = sierraDefinition(openSierra);
const strictSierra = sierraDefinition(closedSierra);

const offset: Decoder<number> = (value) => {
  const text = typeof value === 'string' && /^0x[0-9a-fA-F]{1,8}$/.test(value) ? BigInt(value) : value;
  return Number(usize(text));
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
  return { kind: 'cairo0', program: unpacked, entryPointsByType, abi } satisfies Cairo0Class;
}

async function unpack(program: string, budget: UnpackBudget): Promise<Json> {
  try {
    return await readPackedProgram(program, budget);
  } catch (error) {
    throw error instanceof ClassError ? new RpcError('invalidContractClass', { data: error.message }) : error;
  }
}
