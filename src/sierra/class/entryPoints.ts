import type { BuiltinName } from '../../cairo/builtinNames.ts';
import type { EntryPointType } from '../../cairo/casm.ts';
import { type Program, type TypeDeclaration, typeName } from '../program.ts';
import { SierraError } from '../sierraError.ts';
import type { SierraEntryPoint, SierraEntryPoints } from './sierraClass.ts';

/** starknet_keccak of its name. */
const CONSTRUCTOR = 0x28ffe4ff0f226a9107253e17a904099aa4f63a02a5621de0576e5aa71bc5194n;
const MAX_USES_OF_FUNCTION = 2;

const refuse = (message: string, subject?: string): SierraError =>
  new SierraError('entryPoint', message, subject === undefined ? {} : { subject });

/** All entry points, in the order in which their costs are fixed. */
export const inCostOrder = (lists: SierraEntryPoints): readonly SierraEntryPoint[] => [
  ...lists.CONSTRUCTOR,
  ...lists.EXTERNAL,
  ...lists.L1_HANDLER,
];

/** Checks the lists without the program: one constructor, strictly ascending selectors, no function used too often. */
export function checkEntryPointLists(lists: SierraEntryPoints): void {
  const constructors = lists.CONSTRUCTOR;
  if (constructors.length > 1 || constructors.some(({ selector }) => selector !== CONSTRUCTOR))
    throw refuse('Invalid constructor entry point.');
  for (const list of [lists.CONSTRUCTOR, lists.EXTERNAL, lists.L1_HANDLER])
    for (let i = 1; i < list.length; i++) {
      const before = list[i - 1]!.selector;
      if (before === list[i]!.selector) throw refuse(`Duplicate entry point selector ${before}.`);
      if (before > list[i]!.selector) throw refuse('Entry points not sorted by selectors.');
    }
  const uses = new Map<number, number>();
  for (const { functionIdx } of inCostOrder(lists)) {
    const count = (uses.get(functionIdx) ?? 0) + 1;
    if (count > MAX_USES_OF_FUNCTION) throw refuse(`Duplicate entry point function index ${functionIdx}.`);
    uses.set(functionIdx, count);
  }
}

/** Builtins in the order that entry points must take them in. */
const BUILTIN_ORDER = new Map<string, BuiltinName>([
  ['Pedersen', 'pedersen'],
  ['RangeCheck', 'range_check'],
  ['Bitwise', 'bitwise'],
  ['EcOp', 'ec_op'],
  ['Poseidon', 'poseidon'],
  ['SegmentArena', 'segment_arena'],
  ['RangeCheck96', 'range_check96'],
  ['AddMod', 'add_mod'],
  ['MulMod', 'mul_mod'],
]);

/** Checks that every entry point is a function with the right signature. Declarations must have passed the registry. */
export function checkEntryPointSignatures(program: Program, lists: SierraEntryPoints): void {
  for (const type of ['EXTERNAL', 'L1_HANDLER', 'CONSTRUCTOR'] satisfies EntryPointType[])
    for (const entryPoint of lists[type]) entryPointBuiltins(program, entryPoint);
}

/** Checks the signature of an entry point. Returns the builtins it takes. */
export function entryPointBuiltins(program: Program, { functionIdx }: SierraEntryPoint): readonly BuiltinName[] {
  const declared = program.functions[functionIdx];
  if (!declared) throw refuse('Invalid entry point.', `function ${functionIdx}`);
  const { params, returns } = declared;
  const shape = new Shapes(program);
  const invalid = () => refuse('Invalid entry point signature.', `function ${functionIdx}`);
  if (returns.length < 3) throw invalid();
  if (params.length < 1) throw refuse('Missing arguments in the entry point.', `function ${functionIdx}`);
  const implicit = returns.slice(0, -1);
  if (implicit.length !== params.length - 1 || implicit.some((type, i) => type !== params[i])) throw invalid();
  if (!shape.isFeltSpan(params.at(-1)!) || !shape.isPanicResult(returns.at(-1)!)) throw invalid();
  const builtins = implicit.slice(0, -2);
  for (const type of builtins)
    if (!BUILTIN_ORDER.has(shape.generic(type))) {
      const name = typeName(program, type);
      throw refuse(`${name} is not a supported builtin type.`, name);
    }
  const wrongOrder = () =>
    refuse('Invalid entry point signature - builtins are not in the expected order.', `function ${functionIdx}`);
  if (shape.generic(implicit.at(-2)!) !== 'GasBuiltin' || shape.generic(implicit.at(-1)!) !== 'System')
    throw wrongOrder();
  const order = [...BUILTIN_ORDER.keys()];
  const positions = builtins.map((type) => order.indexOf(shape.generic(type)));
  if (positions.some((position, i) => i > 0 && position <= positions[i - 1]!)) throw wrongOrder();
  return builtins.map((type) => BUILTIN_ORDER.get(shape.generic(type))!);
}

/** Recognises the types of entry points by their structure; the names of user types do not matter. */
class Shapes {
  readonly #types: ReadonlyMap<number, TypeDeclaration>;

  constructor(program: Program) {
    this.#types = typesById(program);
  }

  generic(id: number): string {
    return this.#types.get(id)?.generic ?? '';
  }

  /** The types of `generic<ut, types..>` or `generic<types..>`, if the type has this form with `count` types. */
  #parts(id: number, generic: string, count: number): readonly number[] | undefined {
    const declaration = this.#types.get(id);
    if (declaration?.generic !== generic) return undefined;
    const named = generic === 'Struct' || generic === 'Enum';
    if (named && declaration.args[0]?.kind !== 'userType') return undefined;
    const types = declaration.args.slice(named ? 1 : 0).map((arg) => (arg.kind === 'type' ? arg.type : -1));
    return types.length === count && !types.includes(-1) ? types : undefined;
  }

  #isFeltArray(id: number): boolean {
    const inner = this.#parts(id, 'Array', 1);
    return inner !== undefined && this.generic(inner[0]!) === 'felt252';
  }

  isFeltSpan(id: number): boolean {
    const member = this.#parts(id, 'Struct', 1);
    const array = member && this.#parts(member[0]!, 'Snapshot', 1);
    return array !== undefined && this.#isFeltArray(array[0]!);
  }

  isPanicResult(id: number): boolean {
    const variants = this.#parts(id, 'Enum', 2);
    if (!variants) return false;
    const success = this.#parts(variants[0]!, 'Struct', 1);
    return success !== undefined && this.isFeltSpan(success[0]!) && this.#isPanic(variants[1]!);
  }

  /** Old panics are only the data; newer ones are a pair of an empty struct and the data. */
  #isPanic(id: number): boolean {
    if (this.#isFeltArray(id)) return true;
    const pair = this.#parts(id, 'Struct', 2);
    return pair !== undefined && this.#parts(pair[0]!, 'Struct', 0) !== undefined && this.#isFeltArray(pair[1]!);
  }
}

const typesByProgram = new WeakMap<Program, ReadonlyMap<number, TypeDeclaration>>();
function typesById(program: Program): ReadonlyMap<number, TypeDeclaration> {
  let map = typesByProgram.get(program);
  if (!map) {
    map = new Map(program.types.map((type) => [type.id, type]));
    typesByProgram.set(program, map);
  }
  return map;
}
