import { P } from '../../felt/felt.ts';
import type { GenericArg } from '../program.ts';
import { isSmall, type Range } from '../types/ranges.ts';
import { argsOf, demand, singleType, unsupported } from '../types/specialization.ts';
import { type Context, rule, type SignatureRule, signatureOf, straight } from './signature.ts';

// Signatures of the libfuncs of bounded integers. The ranges of the results follow from those of the arguments.

const LIMIT = 1n << 128n;

const bounded = (context: Context, min: bigint, max: bigint): number =>
  context.types.find('BoundedInt', [
    { kind: 'value', value: min },
    { kind: 'value', value: max },
  ]);

const nonZero = (context: Context, type: number, wrapped: boolean): number =>
  wrapped ? context.types.wrap('NonZero', type) : type;

/** The range of T, or of the T inside NonZero<T>. */
function rangeInside(context: Context, type: number): { readonly range: Range; readonly wrapped: boolean } {
  const { generic, args } = context.types.declaration(type);
  const wrapped = generic === 'NonZero';
  return { range: context.types.range(wrapped ? singleType(args) : type), wrapped };
}

function twoTypes(args: readonly GenericArg[]): readonly [number, number] {
  const [{ type: lhs }, { type: rhs }] = argsOf(args, 'type', 'type');
  return [lhs, rhs];
}

function lesser(a: bigint, b: bigint): bigint {
  if (a < b) return a;
  return b;
}

function greater(a: bigint, b: bigint): bigint {
  if (a < b) return b;
  return a;
}

type Bounds = readonly [min: bigint, max: bigint];

const binary = (result: (a: Bounds, b: Bounds) => Bounds): SignatureRule => {
  return (context, args) => {
    const [lhs, rhs] = twoTypes(args);
    const bounds = (type: number): Bounds => {
      const { lower, upper } = context.types.range(type);
      return [lower, upper - 1n];
    };
    return straight([lhs, rhs], [{ type: bounded(context, ...result(bounds(lhs), bounds(rhs))) }]);
  };
};

export const multiply: SignatureRule = (context, args) => {
  const [lhs, rhs] = twoTypes(args);
  const a = rangeInside(context, lhs);
  const b = rangeInside(context, rhs);
  demand(a.wrapped === b.wrapped);
  const products = [a.range.lower, a.range.upper - 1n].flatMap((x) =>
    [b.range.lower, b.range.upper - 1n].map((y) => x * y),
  );
  const least = products.reduce(lesser);
  const most = products.reduce(greater);
  return straight([lhs, rhs], [{ type: nonZero(context, bounded(context, least, most), a.wrapped) }]);
};

/** Whether one of the three division algorithms applies: for a small divisor, a small quotient, or a small dividend. */
function canDivide(lhs: Range, rhs: Range): boolean {
  const most = (lhs.upper - 1n) / greater(rhs.lower, 1n);
  if (most >= LIMIT || rhs.upper > LIMIT + 1n) return false;
  if (rhs.upper * LIMIT < P || (most + 1n) * LIMIT < P) return true;
  const root = ceilSqrt(lhs.upper);
  return root * LIMIT < P && root < LIMIT;
}

function ceilSqrt(value: bigint): bigint {
  let low = 0n;
  let high = 1n << 130n;
  while (low < high) {
    const middle = (low + high) >> 1n;
    if (middle * middle < value) low = middle + 1n;
    else high = middle;
  }
  return low;
}

export const divRem: SignatureRule = (context, args) => {
  const [lhs, rhs] = twoTypes(args);
  const a = context.types.range(lhs);
  const b = context.types.range(rhs);
  demand(a.lower >= 0n && b.lower >= 0n && canDivide(a, b) && b.upper >= 2n);
  return signatureOf(context, 'RangeCheck, A, NonZero<B> -> RangeCheck, Q, R', {
    A: lhs,
    B: rhs,
    Q: bounded(context, a.lower / (b.upper - 1n), (a.upper - 1n) / greater(b.lower, 1n)),
    R: bounded(context, 0n, b.upper - 2n),
  });
};

export const constrain: SignatureRule = (context, args) => {
  const [{ type }, { value: boundary }] = argsOf(args, 'type', 'value');
  const { range, wrapped } = rangeInside(context, type);
  demand(range.lower < boundary && boundary < range.upper);
  demand(isSmall({ lower: range.lower, upper: boundary }) && isSmall({ lower: boundary, upper: range.upper }));
  return signatureOf(context, 'RangeCheck, T -> RangeCheck, L =1 | RangeCheck, H =1', {
    T: type,
    L: nonZero(context, bounded(context, range.lower, boundary - 1n), wrapped),
    H: nonZero(context, bounded(context, boundary, range.upper - 1n), wrapped),
  });
};

export const trim = (end: 'min' | 'max'): SignatureRule => {
  return (context, args) => {
    const type = singleType(args);
    const { lower, upper } = context.types.range(type);
    const [rest, trimmed] =
      end === 'max'
        ? [bounded(context, lower, upper - 2n), upper - 1n]
        : [bounded(context, lower + 1n, upper - 1n), lower];
    // A comparison with zero needs no extra cell.
    return signatureOf(context, trimmed === 0n ? 'T -> + | + R =0' : 'T -> | R =0', { T: type, R: rest });
  };
};

export const upcast: SignatureRule = (context, args) => {
  const [from, to] = twoTypes(args);
  const narrow = context.types.range(from);
  const wide = context.types.range(to);
  demand(wide.lower <= narrow.lower && narrow.upper <= wide.upper);
  return straight([from], [{ type: to, at: { kind: 'param', index: 0 } }]);
};

export const downcast: SignatureRule = (context, args) => {
  const [from, to] = twoTypes(args);
  const target = context.types.range(to);
  const source = context.types.range(from);
  const lower = greater(target.lower, source.lower);
  const upper = lesser(target.upper, source.upper);
  if (lower >= upper) throw unsupported();
  const fullFelt = source.upper - source.lower >= P && upper - lower < P % (LIMIT - 1n);
  demand(isSmall({ lower, upper }) && (isSmall(source) || fullFelt));
  return signatureOf(context, 'RangeCheck, F -> RangeCheck, T =1 | RangeCheck', { F: from, T: to });
};

export const add = binary(([a0, a1], [b0, b1]) => [a0 + b0, a1 + b1]);
export const subtract = binary(([a0, a1], [b0, b1]) => [a0 - b1, a1 - b0]);

export const isZero = rule('T -> + | + NonZero<T> =0', (context, type) => {
  const { lower, upper } = context.types.range(type);
  demand(lower <= 0n && upper > 0n);
});

export const wrapNonZero = rule('T -> + NonZero<T> =0', (context, type) => {
  const { lower, upper } = context.types.range(type);
  demand((lower > 0n || upper <= 0n) && upper <= P && lower > -P);
});

export const guaranteeVerify: SignatureRule = (context, args) => {
  const [{ value: min }, { value: max }] = argsOf(args, 'value', 'value');
  demand(min === 0n && max === 0xffff_ffffn);
  return signatureOf(context, 'RangeCheck, u32Guarantee -> RangeCheck');
};

export const rangeTryNew = rule(
  'RangeCheck, T, T -> RangeCheck, IntRange<T> | RangeCheck, IntRange<T>',
  (context, type) => {
    demand(isSmall(context.types.range(type)));
  },
);
