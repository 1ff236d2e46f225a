import { P } from '../../felt/felt.ts';
import type { GenericArg, TypeInfo } from '../program.ts';
import { checkCircuit, isCircuitComponent } from './circuitTypes.ts';
import { checkConst } from './constTypes.ts';
import { rangeOf } from './ranges.ts';
import {
  argsOf,
  demand,
  singleType,
  singleValue,
  unknownExtension,
  unsupported,
  wrongCount,
} from './specialization.ts';
import { partsOf, type TypeTable } from './typeTable.ts';

type Rule = (types: TypeTable, args: readonly GenericArg[]) => TypeInfo;

/** Flags by letter: s storable, d droppable, c duplicatable (copied), z zero sized. */
const flags = (letters: string): TypeInfo => ({
  storable: letters.includes('s'),
  droppable: letters.includes('d'),
  duplicatable: letters.includes('c'),
  zeroSized: letters.includes('z'),
});

const PLAIN = flags('sdc');
const LINEAR = flags('s');
const UNCOPIED = flags('sd');
const COMPONENT = flags('z');

const fixed = (info: TypeInfo): Rule => {
  return (_types, args) => {
    if (args.length) throw wrongCount();
    return info;
  };
};

/** A type with one type argument. */
const over = (rule: (inner: TypeInfo, types: TypeTable, id: number) => TypeInfo): Rule => {
  return (types, args) => {
    const id = singleType(args);
    return rule(types.info(id), types, id);
  };
};

const ofCircuit = (info: TypeInfo): Rule =>
  over((_inner, types, id) => {
    demand(types.declaration(id).generic === 'Circuit');
    return info;
  });

const gate = (inputs: number): Rule => {
  return (types, args) => {
    if (args.length !== inputs) throw wrongCount();
    for (const arg of args) demand(isCircuitComponent(types, arg));
    return COMPONENT;
  };
};

const MAX_U32 = (1n << 32n) - 1n;
const MAX_USIZE = (1n << 64n) - 1n;

function boundedInt(args: readonly GenericArg[], info: TypeInfo): TypeInfo {
  const [{ value: min }, { value: max }] = argsOf(args, 'value', 'value');
  demand(-P < min && min <= max && max < P && max - min < P);
  return info;
}

const DICT_VALUES = new Set(['felt252', 'u8', 'u16', 'u32', 'u64', 'u128']);

/** Whether the argument is a struct without members. */
function isUnit(types: TypeTable, arg: GenericArg): boolean {
  if (arg.kind !== 'type' || !types.has(arg.type) || !types.info(arg.type).zeroSized) return false;
  const { generic, args } = types.declaration(arg.type);
  return generic === 'Struct' && args.length === 1;
}

function dictOf(inner: TypeInfo, types: TypeTable, id: number): TypeInfo {
  const { generic, args } = types.declaration(id);
  // The default value of a dictionary is 0, so an enum must be like `bool`: two variants without data.
  const boolLike = generic === 'Enum' && args.length === 3 && args.slice(1).every((arg) => isUnit(types, arg));
  demand((DICT_VALUES.has(generic) && args.length === 0) || (generic === 'Nullable' && args.length === 1) || boolLike);
  demand(inner.storable && inner.droppable);
  return LINEAR;
}

const names = (info: TypeInfo, text: string): [string, Rule][] => text.split(' ').map((name) => [name, fixed(info)]);

const RULES = new Map<string, Rule>([
  ...names(
    LINEAR,
    'RangeCheck RangeCheck96 GasBuiltin Bitwise EcOp Pedersen Poseidon SegmentArena AddMod MulMod System ' +
      'U128MulGuarantee U96Guarantee CircuitFailureGuarantee',
  ),
  ...names(
    PLAIN,
    'felt252 u8 u16 u32 u64 u128 i8 i16 i32 i64 i128 bytes31 qm31 BuiltinCosts EcPoint EcState ContractAddress ' +
      'ClassHash StorageAddress StorageBaseAddress Secp256k1Point Secp256r1Point Sha256StateHandle Sha512StateHandle ' +
      'Blake2sState CircuitModulus',
  ),
  ['GasReserve', fixed(UNCOPIED)],
  [
    'Struct',
    (types, args) => {
      const members = partsOf(args).map((id) => types.info(id));
      return {
        storable: members.every((member) => member.storable),
        droppable: members.every((member) => member.droppable),
        duplicatable: members.every((member) => member.duplicatable),
        zeroSized: members.every((member) => member.zeroSized),
      };
    },
  ],
  [
    'Enum',
    (types, args) => {
      const variants = partsOf(args).map((id) => types.info(id));
      demand(variants.every((variant) => variant.storable));
      return {
        storable: true,
        droppable: variants.every((variant) => variant.droppable),
        duplicatable: variants.every((variant) => variant.duplicatable),
        zeroSized: false,
      };
    },
  ],
  ['Box', over(boxed)],
  ['Nullable', over(boxed)],
  ['NonZero', over((inner) => ({ ...boxed(inner), zeroSized: inner.zeroSized }))],
  ['Array', over((inner) => listOf(inner, false))],
  ['Span', over((inner) => listOf(inner, inner.duplicatable))],
  ['SquashedFelt252Dict', over((inner) => listOf(inner, false))],
  [
    'Snapshot',
    over((inner) => {
      demand(inner.storable && !inner.duplicatable);
      return { ...PLAIN, zeroSized: inner.zeroSized };
    }),
  ],
  [
    'Uninitialized',
    over((inner) => {
      demand(inner.storable);
      return { storable: false, droppable: true, duplicatable: false, zeroSized: inner.zeroSized };
    }),
  ],
  ['Felt252Dict', over(dictOf)],
  ['Felt252DictEntry', over(dictOf)],
  [
    'IntRange',
    over((inner, types, id) => {
      const declaration = types.declaration(id);
      rangeOf(declaration);
      demand(declaration.generic !== 'felt252' && declaration.generic !== 'bytes31');
      demand(inner.storable && inner.duplicatable && inner.droppable && !inner.zeroSized);
      return PLAIN;
    }),
  ],
  ['BoundedInt', (_types, args) => boundedInt(args, PLAIN)],
  [
    'BoundedIntGuarantee',
    (_types, args) => {
      const [{ value: min }, { value: max }] = argsOf(args, 'value', 'value');
      demand(min === 0n && max === MAX_U32);
      return boundedInt(args, LINEAR);
    },
  ],
  [
    'Coupon',
    (_types, args) => {
      argsOf(args, 'function');
      return flags('sdz');
    },
  ],
  [
    'Const',
    (types, args) => {
      checkConst(types, args);
      return flags('');
    },
  ],
  [
    'CircuitInput',
    (_types, args) => {
      const index = singleValue(args);
      demand(index >= 0n && index <= MAX_USIZE);
      return COMPONENT;
    },
  ],
  ['AddModGate', gate(2)],
  ['SubModGate', gate(2)],
  ['MulModGate', gate(2)],
  ['InverseGate', gate(1)],
  [
    'Circuit',
    (types, args) => {
      checkCircuit(types, singleType(args));
      return COMPONENT;
    },
  ],
  ['CircuitData', ofCircuit(UNCOPIED)],
  ['CircuitInputAccumulator', ofCircuit(UNCOPIED)],
  ['CircuitPartialOutputs', ofCircuit(UNCOPIED)],
  ['CircuitOutputs', ofCircuit(PLAIN)],
  ['CircuitDescriptor', ofCircuit(PLAIN)],
  [
    'U96LimbsLtGuarantee',
    (_types, args) => {
      const limbs = singleValue(args);
      demand(limbs >= 1n && limbs <= 4n);
      return LINEAR;
    },
  ],
]);

function boxed(inner: TypeInfo): TypeInfo {
  demand(inner.storable);
  return { ...inner, zeroSized: false };
}

function listOf(inner: TypeInfo, duplicatable: boolean): TypeInfo {
  if (!inner.storable || inner.zeroSized) throw unsupported();
  return { storable: true, droppable: inner.droppable, duplicatable, zeroSized: false };
}

export const isKnownType = (generic: string): boolean => RULES.has(generic);

/** The properties of the values of `generic<args>`. Refuses unknown generics and invalid arguments. */
export function typeInfo(types: TypeTable, generic: string, args: readonly GenericArg[]): TypeInfo {
  const rule = RULES.get(generic);
  if (!rule) throw unknownExtension(generic);
  return rule(types, args);
}
