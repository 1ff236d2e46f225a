import type { Cells } from '../casm/cell.ts';
import type { Frame } from '../libfuncs/libfunc.ts';
import { type Program, targetOf } from '../program.ts';
import type { Variables } from './variables.ts';
import type { Wallet } from './wallet.ts';

/** A variable: its type, its cells, its stack slot, and the statement that introduced it. */
export interface Reference {
  readonly type: number;
  readonly cells: Cells;
  readonly slot: number;
  /** The statement that introduced it; for a parameter, -1 minus the first statement of its function. */
  readonly source: number;
  /** Its index among the outputs of all branches of that statement. */
  readonly output: number;
}

/** The base of ap tracking that started with the function. */
export const FUNCTION_START = -1;

/** The statement where ap tracking started, and the position of ap there. */
export interface Tracking {
  readonly base: number;
  readonly from: number;
}

/** The state before a statement; the compiler changes it into the state after it. The wallet is empty if gas is not counted. */
export interface State extends Wallet {
  readonly function: number;
  variables: Variables<Reference>;
  /** Undefined while the change of ap is not known. */
  tracking: Tracking | undefined;
  frame: Frame;
  /** The next free stack slot. */
  top: number;
  plain: number;
  tokens: readonly number[];
  /** The position of ap in frame coordinates: 0 at the start of a function. */
  ap: number;
  mayMerge: boolean;
}

/** Where a variable was introduced, for error messages. */
export function origin(program: Program, { source, output }: Reference): string {
  if (source < 0) return `Function@${-1 - source}[${output}]`;
  const { branches } = program.statements[source]!;
  let b = 0;
  let before = 0;
  while (output >= before + branches[b]!.results.length) before += branches[b++]!.results.length;
  return `#${source}->#${targetOf(branches[b]!, source)} output #${output - before}`;
}

/** The state of ap tracking, for error messages. */
export function showTracking({ tracking, ap }: Pick<State, 'tracking' | 'ap'>): string {
  if (!tracking) return 'Disabled';
  const base = tracking.base === FUNCTION_START ? 'FunctionStart' : `Statement(StatementIdx(${tracking.base}))`;
  return `Enabled { ap_change: ${ap - tracking.from}, base: ${base} }`;
}
