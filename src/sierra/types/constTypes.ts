import { P } from '../../felt/felt.ts';
import type { GenericArg, TypeDeclaration } from '../program.ts';
import { rangeOf } from './ranges.ts';
import { demand, singleType, unsupported, wrongCount } from './specialization.ts';
import type { TypeTable } from './typeTable.ts';
import { userType } from './userType.ts';

const BETA = 0x6f21413efbe40de150e596d72f7a8c5609ad26c15c915c1f4cdfcb99cee9e89n;
const ADDRESS_RANGE = { lower: 0n, upper: 1n << 251n };

/** Checks that a constant's data fits its type: `Const<type, data..>`. */
export function checkConst(types: TypeTable, args: readonly GenericArg[]): void {
  const [first, ...data] = args;
  if (!first) throw wrongCount();
  if (first.kind !== 'type') throw unsupported();
  const inner = types.declaration(first.type);
  if (inner.generic === 'Struct') checkStruct(types, inner.args, data);
  else if (inner.generic === 'Enum') checkEnum(types, inner.args, data);
  else if (inner.generic === 'NonZero') checkNonZero(types, singleType(inner.args), data);
  else if (inner.generic === 'EcPoint') checkPoint(data);
  else checkNumber(inner, data);
}

function checkNumber(type: TypeDeclaration, data: readonly GenericArg[]): void {
  const isAddress = type.generic === 'ContractAddress' || type.generic === 'ClassHash';
  const { lower, upper } = isAddress ? ADDRESS_RANGE : rangeOf(type);
  const value = data[0];
  if (data.length !== 1 || value?.kind !== 'value') throw wrongCount();
  demand(lower <= value.value && value.value < upper);
}

/** The type and the data of a constant type. */
export function constParts(
  types: TypeTable,
  id: number,
): { readonly type: number; readonly data: readonly GenericArg[] } {
  const { generic, args } = types.declaration(id);
  const [first, ...data] = args;
  if (generic !== 'Const' || first?.kind !== 'type') throw unsupported();
  return { type: first.type, data };
}

function checkStruct(types: TypeTable, structArgs: readonly GenericArg[], data: readonly GenericArg[]): void {
  const members = structArgs.slice(1);
  if (members.length !== data.length) throw wrongCount();
  members.forEach((member, i) => {
    checkPart(types, member, data[i]!);
  });
}

function checkPart(types: TypeTable, member: GenericArg, constant: GenericArg): void {
  if (member.kind !== 'type' || constant.kind !== 'type') throw unsupported();
  demand(constParts(types, constant.type).type === member.type);
}

function checkEnum(types: TypeTable, enumArgs: readonly GenericArg[], data: readonly GenericArg[]): void {
  const [selector, constant, ...rest] = data;
  if (selector?.kind !== 'value' || constant?.kind !== 'type' || rest.length) throw unsupported();
  demand(selector.value >= 0n && selector.value < BigInt(enumArgs.length));
  const variant = enumArgs[1 + Number(selector.value)];
  if (!variant) throw unsupported();
  checkPart(types, variant, constant);
}

function checkNonZero(types: TypeTable, wrapped: number, data: readonly GenericArg[]): void {
  const constant = constParts(types, singleType(data));
  demand(constant.type === wrapped);
  const inner = types.declaration(wrapped);
  const [first, second] = constant.data;
  if (inner.generic === 'EcPoint') {
    demand(constant.data.length === 2 && first?.kind === 'value' && second?.kind === 'value' && second.value !== 0n);
  } else if (inner.generic !== 'Struct') {
    demand(constant.data.length === 1 && first?.kind === 'value' && first.value !== 0n);
    rangeOf(inner);
  } else {
    const name = inner.args[0];
    const limbs = constant.data.length;
    demand(
      name?.kind === 'userType' &&
        ((limbs === 2 && name.id === userType('core::integer::u256')) ||
          (limbs === 4 && name.id === userType('core::integer::u512'))),
    );
    const values = constant.data.map((limb) => {
      if (limb.kind !== 'type') throw unsupported();
      const { type, data: value } = constParts(types, limb.type);
      demand(types.declaration(type).generic === 'u128');
      if (value.length !== 1 || value[0]?.kind !== 'value') throw unsupported();
      return value[0].value;
    });
    demand(values.some((value) => value !== 0n));
  }
}

function checkPoint(data: readonly GenericArg[]): void {
  const [x, y, ...rest] = data;
  if (x?.kind !== 'value' || y?.kind !== 'value' || rest.length) throw unsupported();
  if (x.value === 0n && y.value === 0n) return;
  const inField = (value: bigint) => value >= 0n && value < P;
  demand(inField(x.value) && inField(y.value));
  demand((y.value * y.value - (x.value ** 3n + x.value + BETA)) % P === 0n);
}
