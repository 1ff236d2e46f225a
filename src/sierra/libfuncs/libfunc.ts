import type { Buffer, BufferKind } from '../casm/buffer.ts';
import { Builder } from '../casm/builder.ts';
import { type Cell, type Cells, type Place, place, UnfitArgument, type Value } from '../casm/cell.ts';
import { Code } from '../casm/code.ts';
import { RANGE_CHECK, RANGE_CHECK_96, STEP } from '../prices.ts';
import type { GenericArg, Version } from '../program.ts';
import type { BranchCost, LibfuncEffects, TokenCounts } from '../solve/effects.ts';
import type { Circuit } from '../types/circuits.ts';
import type { TypeTable } from '../types/typeTable.ts';
import { rule, type SignatureRule } from './signature.ts';

/** A position in the bytecode that is known only after all code is written, for relocations. */
export type Target =
  | { readonly kind: 'function'; readonly function: number }
  | { readonly kind: 'constSegment'; readonly segment: number }
  | { readonly kind: 'constant'; readonly segment: number; readonly type: number }
  | { readonly kind: 'circuit'; readonly circuit: number }
  | { readonly kind: 'end' };

/** Local variables of a function: `cells` cells of the frame, from `base` on. */
export interface Frame {
  readonly state: 'before' | 'allocating' | 'finalized';
  readonly base: number;
  readonly cells: number;
}

/** The statement that is being lowered. */
export interface Invocation {
  readonly statement: number;
  readonly code: Code;
  readonly builder: Builder;
  /** The position of ap, in frame coordinates. */
  readonly ap: number;
  /** The solvers' results for this statement. */
  readonly tokens: TokenCounts;
  readonly amount: number;
  readonly align: number;
  readonly apChanges: readonly (number | undefined)[];
  frame: Frame;
  /** Adds a relocation: the distance to the target will be added to the last instruction's immediate. */
  relocate(target: Target): void;
}

/** One branch of a lowered invocation: its outputs, the position of ap, and the instructions that jump to it. */
export interface Outcome {
  readonly outputs: readonly Cells[];
  readonly ap: number;
  readonly jumps: readonly number[];
}

/** A libfunc with its generic arguments: its effects on ap and gas, and its lowering. */
export interface Libfunc {
  readonly effects: LibfuncEffects;
  /** The least number of words that its code takes. */
  readonly words?: number;
  readonly lower: (invocation: Invocation, args: readonly Cells[]) => readonly Outcome[];
  /** Its outputs, for a libfunc that writes no code. */
  readonly moves?: Moves;
}

export type Moves = (args: readonly Cells[]) => readonly Cells[];

/** What a descriptor can read of the program. */
export interface Specialization {
  readonly args: readonly GenericArg[];
  readonly types: TypeTable;
  circuit(type: number): Circuit;
  /** Result cells of a function. */
  returnSizes(id: number): readonly number[];
}

/** Makes a libfunc from its declaration. */
export type Descriptor = (spec: Specialization) => Libfunc;

/** A libfunc in the list of its family. Its price follows from the code that the lowering writes. */
export interface LibfuncRow {
  readonly signature: SignatureRule;
  readonly lowering: Descriptor;
  /** The Sierra version that a syscall needs on the network; undefined if every version has it. */
  readonly since?: Version;
}

/** Libfuncs by generic id. */
export type Family = Readonly<Record<string, LibfuncRow>>;

/** Makes a row of a family from the signature and the lowering of a libfunc. */
export const libfunc = (signature: string | SignatureRule, lowering: Descriptor): LibfuncRow => ({
  signature: typeof signature === 'string' ? rule(signature) : signature,
  lowering,
});

export const FREE: BranchCost = { kind: 'fixed', amount: 0 };
const NO_EFFECTS: LibfuncEffects = { branches: [{ ap: { kind: 'known', change: 0 }, cost: FREE }] };
export const NO_JUMPS: readonly number[] = [];

/** A libfunc that writes no code and only defines its outputs. */
export function move(moves: Moves): Libfunc {
  return {
    effects: NO_EFFECTS,
    lower: ({ ap }, args) => [{ outputs: moves(args), ap, jumps: NO_JUMPS }],
    moves,
  };
}

/** A descriptor that has one libfunc for every declaration, whatever its arguments are. */
export const always =
  (libfunc: Libfunc): Descriptor =>
  () =>
    libfunc;

/** The forms in which code accepts an argument's cell: a plain cell, a cell or immediate, or a buffer. */
export type ParamKind = 'cell' | 'any' | 'buffer' | 'rangeCheck' | 'rangeCheck96';
type Param<K> = K extends 'cell' ? Place : K extends 'any' ? Place | Value : Buffer;
type Params<S> = { [K in keyof S]: Param<S[K]> };

/** Gas of every branch besides steps and range checks, and uses of builtins. */
export interface ExtraCost {
  readonly extra?: number;
  readonly tokens?: TokenCounts;
}

const scratchCode = new Code();
const scratch = new Builder(scratchCode);

/**
 * A libfunc whose code `body` writes. Its cost and its change of ap are measured: the code is written once with placeholder
 * arguments. `shape` lists the cells of all arguments in order.
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

/** A libfunc that is made when it is first used, since a program may declare many libfuncs of large types and use none. */
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

/** Writes the code with placeholder arguments and measures its cost. */
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

/** Converts the arguments' cells to the forms that the code expects. */
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

/** Checks that a cell is a plain cell. */
export function plain(cell: Cell | undefined): Place {
  if (cell?.kind !== 'place') throw new UnfitArgument();
  return cell;
}

/** A list of `count` times `kind`. */
export const repeat = (kind: ParamKind, count: number): ParamKind[] => new Array<ParamKind>(count).fill(kind);
