import { argsOf, demand, outOfRange, singleType } from '../types/specialization.ts';
import {
  type BranchSignature,
  type Context,
  type Output,
  type SignatureRule,
  signatureOf,
  straight,
} from './signature.ts';

// Signatures of the libfuncs of structs and enums, with as many values or branches as the type has parts.

export const structConstruct: SignatureRule = (context, args) => {
  const type = singleType(args);
  const members = context.types.parts(type, 'Struct');
  const sized = members.flatMap((member, i) => (context.types.info(member).zeroSized ? [] : [i]));
  // A struct with only one member that has cells is stored as that member.
  const output: Output = sized.length === 1 ? { type, at: { kind: 'param', index: sized[0]! } } : { type };
  return straight(members, [output]);
};

export const structDeconstruct = (snapshot: boolean): SignatureRule => {
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

/** The parts of a struct or enum, or of a snapshot of one; then the parts are snapshots too. */
function partsInside(context: Context, type: number, generic: 'Struct' | 'Enum') {
  const { generic: outer, args } = context.types.declaration(type);
  const snapshot = outer === 'Snapshot';
  const parts = context.types.parts(snapshot ? singleType(args) : type, generic);
  const boxed = (part: number): number => context.types.wrap('Box', snapshot ? context.types.snapshot(part) : part);
  return { parts, boxed };
}

export const structBoxedDeconstruct: SignatureRule = (context, args) => {
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

export const enumInit: SignatureRule = (context, args) => {
  const [{ type }, { value: index }] = argsOf(args, 'type', 'value');
  const variants = context.types.parts(type, 'Enum');
  if (index < 0n || index >= BigInt(variants.length)) throw outOfRange();
  return straight([variants[Number(index)]!], [{ type }]);
};

/** One branch per variant; a match on an enum without variants has no branches. */
const match = (param: number, outputs: readonly number[], keepsStack: boolean) => ({
  params: [param],
  branches: outputs.map((type): BranchSignature => ({ outputs: [{ type }], keepsStack, align: false })),
  fallthrough: outputs.length ? 0 : -1,
});

export const enumMatch: SignatureRule = (context, args) => {
  const type = singleType(args);
  return match(type, context.types.parts(type, 'Enum'), true);
};

export const enumSnapshotMatch: SignatureRule = (context, args) => {
  const type = singleType(args);
  const variants = context.types.parts(type, 'Enum').map((variant) => context.types.snapshot(variant));
  return match(context.types.snapshot(type), variants, true);
};

export const enumBoxedMatch: SignatureRule = (context, args) => {
  const type = singleType(args);
  const { parts, boxed } = partsInside(context, type, 'Enum');
  return match(context.types.wrap('Box', type), parts.map(boxed), parts.length <= 1);
};

export const enumFromBoundedInt: SignatureRule = (context, args) => {
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
