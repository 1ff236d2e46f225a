import { addConst, type Cell, type Cells, type Place, place, UnfitArgument, value, ZERO } from '../casm/cell.ts';
import type { Code } from '../casm/code.ts';
import { STEP } from '../prices.ts';
import { SierraError } from '../sierraError.ts';
import { variantSelector } from '../types/constants.ts';
import { indexArg, typeArg } from '../types/genericArgs.ts';
import { selectorFromIndex } from './boundedInts.ts';
import { retype } from './conversions.ts';
import {
  always,
  type Descriptor,
  type Family,
  type Libfunc,
  libfunc,
  move,
  type Outcome,
  plain,
  type Specialization,
} from './libfunc.ts';
import * as signatures from './structureSignatures.ts';

/** Splits the address in a box into a cell and an offset. A box may point into the middle of a value. */
function boxedAt(cells: Cells | undefined): { readonly base: Place; readonly offset: bigint } {
  const cell = cells?.[0];
  if (cell?.kind === 'place') return { base: cell, offset: 0n };
  if (cell?.kind === 'deferred' && cell.operator === '+' && cell.right.kind === 'value')
    return { base: place(cell.register, cell.offset), offset: cell.right.value };
  throw new UnfitArgument();
}

const structConstruct: Descriptor = always(move((args) => [args.length === 1 ? args[0]! : args.flat()]));

const structDeconstruct: Descriptor = ({ args, types }) => {
  const sizes = types.parts(typeArg(args, 0)).map((part) => types.size(part));
  return move((args) => {
    const cells = args[0]!;
    let at = 0;
    return sizes.map((size) => cells.slice(at, (at += size)));
  });
};

const structBoxedDeconstruct: Descriptor = ({ args, types }) => {
  const sizes = types.parts(types.unwrapped(typeArg(args, 0), 'Snapshot')).map((part) => types.size(part));
  return move(([box]) => {
    const { base, offset } = boxedAt(box);
    let at = offset;
    return sizes.map((size) => {
      const member = [addConst(base, at)];
      at += BigInt(size);
      return member;
    });
  });
};

interface EnumLayout {
  readonly size: number;
  readonly variants: readonly number[];
}

function enumOf({ args, types }: Specialization): EnumLayout {
  const type = types.unwrapped(typeArg(args, 0), 'Snapshot');
  return { size: types.size(type), variants: types.parts(type).map((part) => types.size(part)) };
}

const enumInit: Descriptor = (spec) => {
  const { size, variants } = enumOf(spec);
  const index = indexArg(spec.args, 1);
  const variant = variants[index];
  if (variant === undefined) throw new SierraError('registry', 'index is out of the relevant range');
  // Made when it is first used, so that an unused declaration takes no time.
  let head: Cell[] | undefined;
  return move((args) => {
    if (!head) {
      head = [value(variantSelector(variants.length, index))];
      for (let i = variant; i < size - 1; i++) head.push(ZERO);
    }
    return [head.concat(args[0]!)];
  });
};

/** The effects of the branches of a match: one test for two variants, a jump table for more. */
function matchEffects(variants: number, before: number): Libfunc['effects'] {
  return {
    branches: Array.from({ length: variants }, (_, i) => {
      const steps = variants <= 1 ? 0 : variants === 2 || i === 0 ? before + 1 : before + 2;
      return {
        ap: { kind: 'known', change: variants <= 1 ? 0 : before } as const,
        cost: { kind: 'fixed', amount: STEP * steps } as const,
      };
    }),
  };
}

/** Writes the jumps of a match. Returns the instructions that jump to each branch. */
function writeMatch(code: Code, selector: Place, variants: number, ap: number): number[][] {
  const jumps: number[][] = Array.from({ length: variants }, () => []);
  if (variants === 2) {
    code.jumpIf(selector, 0, ap, false);
    jumps[1]!.push(code.length - 1);
  } else if (variants > 2) {
    code.jumpBy(selector, ap);
    for (let i = variants - 1; i > 0; i--) {
      code.jump(0);
      jumps[i]!.push(code.length - 1);
    }
  }
  return jumps;
}

const enumMatch: Descriptor = (spec) => {
  const { variants } = enumOf(spec);
  return {
    effects: matchEffects(variants.length, 0),
    lower: ({ code, ap }, [cells]) => {
      const jumps = writeMatch(code, plain(cells![0]), variants.length, ap);
      return variants.map(
        (size, i): Outcome => ({ outputs: [cells!.slice(cells!.length - size)], ap, jumps: jumps[i]! }),
      );
    },
  };
};

const enumBoxedMatch: Descriptor = (spec) => {
  const { size, variants } = enumOf(spec);
  return {
    effects: matchEffects(variants.length, 1),
    lower: ({ code, ap }, [box]) => {
      const { base, offset } = boxedAt(box);
      const inner = (variant: number) => [addConst(base, offset + BigInt(size - variant))];
      if (variants.length <= 1) return variants.map((variant) => ({ outputs: [inner(variant)], ap, jumps: [] }));
      const selector = {
        kind: 'pointee',
        register: base.register,
        offset: base.offset,
        inner: Number(offset),
      } as const;
      code.assert(place('ap', ap), selector, ap, true);
      const jumps = writeMatch(code, place('ap', ap), variants.length, ap + 1);
      return variants.map((variant, i) => ({ outputs: [inner(variant)], ap: ap + 1, jumps: jumps[i]! }));
    },
  };
};

/** Structs and enums. */
export const structureLibfuncs: Family = {
  struct_construct: libfunc(signatures.structConstruct, structConstruct),
  struct_deconstruct: libfunc(signatures.structDeconstruct(false), structDeconstruct),
  struct_snapshot_deconstruct: libfunc(signatures.structDeconstruct(true), structDeconstruct),
  struct_boxed_deconstruct: libfunc(signatures.structBoxedDeconstruct, structBoxedDeconstruct),
  enum_init: libfunc(signatures.enumInit, enumInit),
  enum_match: libfunc(signatures.enumMatch, enumMatch),
  enum_snapshot_match: libfunc(signatures.enumSnapshotMatch, enumMatch),
  enum_boxed_match: libfunc(signatures.enumBoxedMatch, enumBoxedMatch),
  enum_from_bounded_int: libfunc(signatures.enumFromBoundedInt, (spec) => {
    const variants = enumOf(spec).variants.length;
    return variants <= 2 ? retype(spec) : selectorFromIndex(variants);
  }),
};
