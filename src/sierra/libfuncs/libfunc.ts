import { type Buffer, type BufferKind, Builder, UnfitArgument } from '../casm/builder.ts';
import { type Cell, type Cells, type Place, place, type Value } from '../casm/cell.ts';
import { Code } from '../casm/code.ts';
import { RANGE_CHECK, RANGE_CHECK_96, STEP } from '../prices.ts';
import type { GenericArg } from '../program.ts';
import type { BranchCost, LibfuncEffects, TokenCounts } from '../solve/effects.ts';
import type { Circuit } from '../types/circuits.ts';
import type { TypeTable } from '../types/typeTable.ts';
import { rule, type SignatureRule } from './signature.ts';

/** A place in the bytecode that is known only when all code is written; what its offset is added to. */
export type Target =
  | { readonly kind: 'function'; readonly function: number }
  | { readonly kind: 'constSegment'; readonly segment: number }
  | { readonly kind: 'constant'; readonly segment: number; readonly type: number }
  | { readonly kind: 'circuit'; readonly circuit: number }
  | { readonly kind: 'end' };

/** Local variables of a function: cells from `base` of the frame on. */
export interface Frame {
  readonly state: 'before' | 'allocating' | 'finalized';
  readonly base: number;
  readonly cells: number;
}

/** One statement being lowered. */
export interface Invocation {
  readonly statement: number;
  readonly code: Code;
  readonly builder: Builder;
  /** Where ap stands, in the frame's coordinate. */
  readonly ap: number;
  /** What the solvers found for this statement. */
  readonly tokens: TokenCounts;
  readonly amount: number;
  readonly align: number;
  readonly apChanges: readonly (number | undefined)[];
  frame: Frame;
  /** Has the last instruction's immediate moved by where the target lies from it. */
  relocate(target: Target): void;
}

/** One way out of an invocation: its outputs, where ap stands, the instructions that jump there. */
export interface Outcome {
  readonly outputs: readonly Cells[];
  readonly ap: number;
  readonly jumps: readonly number[];
}

/** A libfunc with its generic arguments: what it does to ap and gas, and how its code is written. */
export interface Libfunc {
  readonly effects: LibfuncEffects;
  /** Words of code that it takes at least. */
  readonly words?: number;
  readonly lower: (invocation: Invocation, args: readonly Cells[]) => readonly Outcome[];
  /** What its outputs are, where it writes no code. */
  readonly moves?: Moves;
}

export type Moves = (args: readonly Cells[]) => readonly Cells[];

/** What a descriptor may ask about the program. */
export interface Specialization {
  readonly args: readonly GenericArg[];
  readonly types: TypeTable;
  circuit(type: number): Circuit;
  /** Result cells of a function. */
  returnSizes(id: number): readonly number[];
}

/** Makes a libfunc from its declaration. */
export type Descriptor = (of: Specialization) => Libfunc;

/** A libfunc as its family lists it. Its price follows from the code that the lowering writes. */
export interface LibfuncRow {
  readonly signature: SignatureRule;
  readonly lowering: Descriptor;
}

/** Libfuncs by generic id. */
export type Family = Readonly<Record<string, LibfuncRow>>;

/** A row of a family: what the libfunc takes and gives, and how its code is written. */
export const libfunc = (signature: string | SignatureRule, lowering: Descriptor): LibfuncRow => ({
  signature: typeof signature === 'string' ? rule(signature) : signature,
  lowering,
});

export const FREE: BranchCost = { kind: 'fixed', amount: 0 };
const STILL: LibfuncEffects = { branches: [{ ap: { kind: 'known', change: 0 }, cost: FREE }] };
export const NO_JUMPS: readonly number[] = [];

/** A libfunc that writes no code: it only says what its outputs are. */
export function move(moves: Moves): Libfunc {
  return {
    effects: STILL,
    lower: ({ ap }, args) => [{ outputs: moves(args), ap, jumps: NO_JUMPS }],
    moves,
  };
}

/** The same for every declaration. */
export const always =
  (libfunc: Libfunc): Descriptor =>
  () =>
    libfunc;

/** How code takes an argument's cell: a plain cell, one or an immediate, or a buffer. */
export type ParamKind = 'cell' | 'any' | 'buffer' | 'rangeCheck' | 'rangeCheck96';
type Param<K> = K extends 'cell' ? Place : K extends 'any' ? Place | Value : Buffer;
type Params<S> = { [K in keyof S]: Param<S[K]> };

/** Gas beyond steps and range checks, and builtin uses, of every branch. */
export interface ExtraCost {
  readonly extra?: number;
  readonly tokens?: TokenCounts;
}

const scratchCode = new Code();
const scratch = new Builder(scratchCode);

/**
 * A libfunc whose code is the given sequence. Its cost and its change of ap come from the code: it is written once for
 * cells that stand for any arguments. `shape` lists the cells of all arguments in order.
 */
export function template<const S extends readonly ParamKind[]>(
  shape: S,
  body: (builder: Builder, params: Params<S>) => void,
  cost: ExtraCost = {},
): Libfunc {
  let known: Measure | undefined;
  const measured = (): Measure => (known ??= measure(shape, body as Body, cost));
  return {
    get effects() {
      return measured().effects;
    },
    get words() {
      return measured().words;
    },
    lower: ({ builder, ap }, args) => {
      builder.begin(ap);
      body(builder, takeParams(builder, shape, args));
      return builder.takeExits();
    },
  };
}

/** A libfunc made when it is first used: a program may declare many with large types, and use none. */
export function lazy(make: () => Libfunc): Libfunc {
  let made: Libfunc | undefined;
  const libfunc = (): Libfunc => (made ??= make());
  return {
    get effects() {
      return libfunc().effects;
    },
    get words() {
      return libfunc().words ?? 0;
    },
    lower: (invocation, args) => libfunc().lower(invocation, args),
  };
}

interface Measure {
  readonly effects: LibfuncEffects;
  readonly words: number;
}
type Body = (builder: Builder, params: readonly (Place | Value | Buffer)[]) => void;

/** Writes the code for stand-ins and sees what it costs. */
function measure(shape: readonly ParamKind[], body: Body, cost: ExtraCost): Measure {
  scratchCode.clear();
  scratch.begin(0);
  body(
    scratch,
    shape.map((kind, i) => param(scratch, place('fp', -3 - i), kind)),
  );
  const branches = scratch.takeExits().map((exit) => ({
    ap: { kind: 'known', change: exit.ap } as const,
    cost: {
      kind: 'fixed',
      amount:
        STEP * exit.steps + RANGE_CHECK * exit.rangeChecks + RANGE_CHECK_96 * exit.rangeChecks96 + (cost.extra ?? 0),
      tokens: cost.tokens,
    } as const,
  }));
  return { effects: { branches }, words: scratchCode.size };
}

/** Takes the arguments' cells as the code wants them. */
export function takeParams<const S extends readonly ParamKind[]>(
  builder: Builder,
  shape: S,
  args: readonly Cells[],
): Params<S> {
  const params: (Place | Value | Buffer)[] = [];
  for (let i = 0; i < args.length; i++) {
    const cells = args[i]!;
    for (let k = 0; k < cells.length; k++) {
      if (params.length >= shape.length) throw new UnfitArgument();
      params.push(param(builder, cells[k]!, shape[params.length]!));
    }
  }
  if (params.length !== shape.length) throw new UnfitArgument();
  return params as Params<S>;
}

function param(builder: Builder, cell: Cell, kind: ParamKind): Place | Value | Buffer {
  switch (kind) {
    case 'cell':
      return plain(cell);
    case 'any':
      return cell.kind === 'value' ? cell : plain(cell);
    default:
      return builder.buffer(cell, BUFFER_KINDS[kind]);
  }
}

const BUFFER_KINDS: Readonly<Record<'buffer' | 'rangeCheck' | 'rangeCheck96', BufferKind>> = {
  buffer: 'plain',
  rangeCheck: 'rangeCheck',
  rangeCheck96: 'rangeCheck96',
};

/** A cell that must be a plain one. */
export function plain(cell: Cell | undefined): Place {
  if (cell?.kind !== 'place') throw new UnfitArgument();
  return cell;
}

/** `kind` as often as `count` says. */
export const repeat = (kind: ParamKind, count: number): ParamKind[] => new Array<ParamKind>(count).fill(kind);
