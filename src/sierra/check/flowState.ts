import type { Cells } from '../casm/cell.ts';
import type { Frame } from '../libfuncs/libfunc.ts';
import { type Program, targetOf } from '../program.ts';
import type { Variables } from './variables.ts';
import type { Wallet } from './wallet.ts';

/** A variable: its type, its cells, its slot of the stack, and where it came from. */
export interface Reference {
  readonly type: number;
  readonly cells: Cells;
  readonly slot: number;
  /** The statement it came from, or -1 - the first statement of the function it is a parameter of. */
  readonly source: number;
  /** Which one it was of all that come from there, on any branch. */
  readonly output: number;
}

/** The base of what is tracked from the start of a function. */
export const FUNCTION_START = -1;

/** From where on it is known how far ap has moved, and where ap stood there. */
export interface Tracking {
  readonly base: number;
  readonly from: number;
}

/** All that is known when a statement is reached; it becomes what is known after it. The wallet is empty where gas is not counted. */
export interface State extends Wallet {
  readonly function: number;
  variables: Variables<Reference>;
  /** Undefined while nobody knows how far ap has moved. */
  tracking: Tracking | undefined;
  frame: Frame;
  /** The slot that the stack's next variable gets. */
  top: number;
  plain: number;
  tokens: readonly number[];
  /** Where ap stands, in the coordinate cells use: 0 at the start of a function. */
  ap: number;
  mayMerge: boolean;
}

/** Where a variable came from, as error texts show it. */
export function origin(program: Program, { source, output }: Reference): string {
  if (source < 0) return `Function@${-1 - source}[${output}]`;
  const { branches } = program.statements[source]!;
  let b = 0;
  let before = 0;
  while (output >= before + branches[b]!.results.length) before += branches[b++]!.results.length;
  return `#${source}->#${targetOf(branches[b]!, source)} output #${output - before}`;
}

/** How far ap has moved, as error texts show it. */
export function showTracking({ tracking, ap }: Pick<State, 'tracking' | 'ap'>): string {
  if (!tracking) return 'Disabled';
  const base = tracking.base === FUNCTION_START ? 'FunctionStart' : `Statement(StatementIdx(${tracking.base}))`;
  return `Enabled { ap_change: ${ap - tracking.from}, base: ${base} }`;
}
