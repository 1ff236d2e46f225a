import { constParts } from '../../types/constTypes.ts';
import { argsOf, demand, outOfRange, singleType } from '../../types/specialization.ts';
import {
  type BranchSignature,
  type Context,
  type Output,
  ofType,
  type SignatureRule,
  type SignatureTable,
  signatureOf,
  straight,
} from './signature.ts';

const structConstruct: SignatureRule = (context, args) => {
  const type = singleType(args);
  const members = context.types.parts(type, 'Struct');
  const sized = members.flatMap((member, i) => (context.types.info(member).zeroSized ? [] : [i]));
  // Around a single member with cells a struct is that member.
  const output: Output = sized.length === 1 ? { type, at: { kind: 'param', index: sized[0]! } } : { type };
  return straight(members, [output]);
};

const structDeconstruct = (snapshot: boolean): SignatureRule => {
  return (context, args) => {
    const type = singleType(args);
    const members = context.types.parts(type, 'Struct');
    const seen = (id: number): number => (snapshot ? context.types.snapshot(id) : id);
    return straight(
      [seen(type)],
      members.map((member) => ({ type: seen(member) })),
    );
  };
};

/** The parts of a struct or enum, or of one under a snapshot, each as it is seen through that snapshot. */
function partsInside(context: Context, type: number, generic: 'Struct' | 'Enum') {
  const { generic: outer, args } = context.types.declaration(type);
  const snapshot = outer === 'Snapshot';
  const parts = context.types.parts(snapshot ? singleType(args) : type, generic);
  const boxed = (part: number): number => context.types.wrap('Box', snapshot ? context.types.snapshot(part) : part);
  return { parts, boxed };
}

const structBoxedDeconstruct: SignatureRule = (context, args) => {
  const type = singleType(args);
  const { parts, boxed } = partsInside(context, type, 'Struct');
  let atStart = true;
  const outputs = parts.map((part): Output => {
    const output: Output = atStart ? { type: boxed(part), at: { kind: 'param', index: 0 } } : { type: boxed(part) };
    if (!context.types.info(part).zeroSized) atStart = false;
    return output;
  });
  return straight([context.types.wrap('Box', type)], outputs);
};

const enumInit: SignatureRule = (context, args) => {
  const [{ type }, { value: index }] = argsOf(args, 'type', 'value');
  const variants = context.types.parts(type, 'Enum');
  if (index < 0n || index >= BigInt(variants.length)) throw outOfRange();
  return straight([variants[Number(index)]!], [{ type }]);
};

/** One branch per variant; an enum without variants has nowhere to go. */
const match = (param: number, outputs: readonly number[], keepsStack: boolean) => ({
  params: [param],
  branches: outputs.map((type): BranchSignature => ({ outputs: [{ type }], keepsStack, align: false })),
  fallthrough: outputs.length ? 0 : -1,
});

const enumMatch: SignatureRule = (context, args) => {
  const type = singleType(args);
  return match(type, context.types.parts(type, 'Enum'), true);
};

const enumSnapshotMatch: SignatureRule = (context, args) => {
  const type = singleType(args);
  const variants = context.types.parts(type, 'Enum').map((variant) => context.types.snapshot(variant));
  return match(context.types.snapshot(type), variants, true);
};

const enumBoxedMatch: SignatureRule = (context, args) => {
  const type = singleType(args);
  const { parts, boxed } = partsInside(context, type, 'Enum');
  return match(context.types.wrap('Box', type), parts.map(boxed), parts.length <= 1);
};

const enumFromBoundedInt: SignatureRule = (context, args) => {
  const type = singleType(args);
  const variants = context.types.parts(type, 'Enum');
  demand(variants.length > 0);
  for (const variant of variants) {
    const { generic, args: members } = context.types.declaration(variant);
    demand(generic === 'Struct' && members.length === 1);
  }
  const index = context.types.find('BoundedInt', [
    { kind: 'value', value: 0n },
    { kind: 'value', value: BigInt(variants.length - 1) },
  ]);
  return signatureOf(context, variants.length <= 2 ? 'I -> + E =0' : 'I -> E', { I: index, E: type });
};

/** Structs, enums, boxes, nullables, snapshots and constants. */
export const data: SignatureTable = {
  struct_construct: structConstruct,
  struct_deconstruct: structDeconstruct(false),
  struct_snapshot_deconstruct: structDeconstruct(true),
  struct_boxed_deconstruct: structBoxedDeconstruct,
  enum_init: enumInit,
  enum_match: enumMatch,
  enum_snapshot_match: enumSnapshotMatch,
  enum_boxed_match: enumBoxedMatch,
  enum_from_bounded_int: enumFromBoundedInt,

  into_box: ofType('T -> + Box<T> $0'),
  local_into_box: ofType('T -> Box<T>'),
  unbox: ofType('Box<T> -> + T', (context, type) => {
    context.types.info(type);
  }),
  box_forward_snapshot: ofType('@Box<T> -> + Box<@T> =0'),
  null: ofType('-> + Nullable<T>'),
  nullable_from_box: ofType('Box<T> -> + Nullable<T> =0'),
  match_nullable: ofType('Nullable<T> -> + | + Box<T> =0'),
  nullable_forward_snapshot: ofType('@Nullable<T> -> + Nullable<@T> =0'),
  unwrap_non_zero: ofType('NonZero<T> -> + T =0'),
  snapshot_take: ofType('T -> + T =0, @T =0'),
  dup: ofType('T -> + T =0, T =0', (context, type) => {
    demand(context.types.info(type).duplicatable);
  }),
  drop: ofType('T -> +', (context, type) => {
    demand(context.types.info(type).droppable);
  }),
  rename: ofType('T -> + T =0'),

  const_as_immediate: (context, args) => {
    const { type } = constParts(context.types, singleType(args));
    return straight([], [{ type }]);
  },
  const_as_box: (context, args) => {
    const [{ type: constant }, { value: segment }] = argsOf(args, 'type', 'value');
    demand(segment >= 0n && segment < 1n << 32n);
    const { type } = constParts(context.types, constant);
    return signatureOf(context, '-> Box<T> $0', { T: type });
  },
};
