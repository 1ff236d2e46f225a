import type { ComparedCall, Sandbox } from '../../library/index.ts';
import { wrongValue } from '../../library/values.ts';
import type { Draw, Sequence } from './action.ts';
import type { LastStep } from './runSequence.ts';
import type { ValuesLike } from './values/fastCheck.ts';
import type { ContractLike, NamedActors, NamedContracts } from './world.ts';

/** What a check is given: the contracts by their names, and the rest by these. */
export type CheckContext<C, G> = C &
  Surroundings<G> & {
    /** The step before the check; undefined at the start. */
    readonly last: LastStep | undefined;
  };

/** What checks and actions are given beside the contracts. */
interface Surroundings<G> {
  /** The sandbox of this sequence. The contracts are those of it. */
  readonly box: Sandbox;
  readonly actors: NamedActors;
  /** What the actions keep beside the chain. */
  readonly ghosts: G;
}

/** What an action is given. */
export type ActionContext<C, G> = C &
  Surroundings<G> & {
    /** Who acts. */
    readonly actor: NamedActors[string];
    /** Draws a value, such as `draw(between(1n, 100n))`. What is drawn in another way cannot be repeated. */
    readonly draw: Draw;
  };

/** Something that a user lets happen. What it throws because of a revert is no failure. */
export type UserAction<C, G> = (context: ActionContext<C, G>) => unknown;

/** What can happen between calls. */
export type MoveName = 'time' | 'blocks' | 'reorder';

/** Options of `invariant`, and those of `fuzz` that are the same. */
export interface CommonOptions<C, G> {
  /** The sandbox that every sequence starts from, on a clone. */
  readonly box: Sandbox;
  /** Contracts by the names that texts call them. */
  readonly contracts?: C | undefined;
  /** Accounts by their names. Default: the first three, alice, bob and carol. */
  readonly actors?: NamedActors | undefined;
  /** Values for parameters, by `amount`, `transfer.amount` or `token.transfer.amount`: sets of values, or arbitraries of fast-check. */
  readonly args?: Readonly<Record<string, ValuesLike<unknown>>> | undefined;
  /** The same seed draws the same, on every machine. Default: 0. */
  readonly seed?: number | undefined;
  /** Makes what the ghosts are at the start of a sequence. */
  readonly ghosts?: (() => G) | undefined;
  /** A folder of sequences that reached new places or failed. They run first the next time. */
  readonly corpus?: string | undefined;
  /** A file to which a failure is written as a test in TypeScript. */
  readonly emit?: string | undefined;
  /** A file to which the report is written, as JSON; as a page if it ends with `.html`. */
  readonly report?: string | undefined;
  /** Whether the standard error shows how far it is. Default: on a terminal; elsewhere a line every five seconds. `false` leaves out warnings too. */
  readonly progress?: boolean | undefined;
  /** Whether places that were reached guide what is drawn. Default: true. */
  readonly guided?: boolean | undefined;
  /** One sequence to run instead of drawing any, such as the one that a failure prints. */
  readonly sequence?: Sequence | undefined;
}

/** The names of those options. */
export const COMMON_OPTIONS = [
  'box',
  'contracts',
  'actors',
  'args',
  'seed',
  'ghosts',
  'corpus',
  'emit',
  'report',
  'progress',
  'guided',
  'sequence',
] as const satisfies readonly (keyof CommonOptions<unknown, unknown>)[];

/** Options of `invariant`. */
export interface InvariantOptions<C extends NamedContracts, G> extends CommonOptions<C, G> {
  readonly contracts?: C | undefined;
  /** What must hold: it throws, or returns false, if it does not. */
  readonly check: (context: CheckContext<C, G>) => unknown;
  /** Whether the check runs after each call or after each sequence. Default: `'call'`. */
  readonly checkAfter?: 'call' | 'sequence' | undefined;
  /** Your own actions, which may do several things and keep ghosts. */
  readonly actions?: Readonly<Record<string, UserAction<NoInfer<C>, NoInfer<G>>>> | undefined;
  /** The functions that are called, as `token.transfer`. Default: all that change something, or none if there are `actions`. */
  readonly calls?: 'all' | readonly string[] | undefined;
  /** What happens between calls. Default: `['time', 'blocks']`, and `'reorder'` if the sandbox has a mempool. */
  readonly moves?: readonly MoveName[] | undefined;
  /** How many sequences are drawn. Default: 100. */
  readonly runs?: number | undefined;
  /** The most steps of a sequence. Default: 20. */
  readonly depth?: number | undefined;
  /** Whether a call that is reverted is a failure. Default: false. */
  readonly failOnRevert?: boolean | undefined;
}

const MOST = 1_000_000;

/** A whole number that a user gave. */
export function readCount(given: number | undefined, name: string, usual: number, least = 1): number {
  if (given === undefined) return usual;
  if (Number.isSafeInteger(given) && given >= least && given <= MOST) return given;
  throw wrongValue(name, `a whole number from ${least} to ${MOST}`, given);
}

/** Options of `fuzz`. */
export interface FuzzOptions<C extends NamedContracts, G> extends CommonOptions<C, G> {
  readonly contracts?: C | undefined;
  /** What must hold after the call; `last` has who called, the arguments, the receipt, and why it was reverted, if it was. Default: that a function of a contract is not reverted. */
  readonly check?: ((context: CheckContext<C, G>) => unknown) | undefined;
  /** How often it is called. Default: 200. */
  readonly runs?: number | undefined;
}

/** Options of `upgradeCheck`. */
export interface UpgradeCheckOptions
  extends Pick<
    CommonOptions<unknown, unknown>,
    'box' | 'actors' | 'args' | 'seed' | 'progress' | 'report' | 'sequence'
  > {
  /** The contract, with the storage that it has now. */
  readonly contract: ContractLike;
  /** The new class: what `box.declare` takes. */
  readonly to: Parameters<Sandbox['declare']>[0];
  /** Calls to compare. Default: sequences are drawn, as `invariant` does. */
  readonly calls?: readonly ComparedCall[] | undefined;
  /** Whether other gas is a difference. Default: false; the report has the gas of all calls. */
  readonly gas?: boolean | undefined;
  /** How many sequences are drawn. Default: 100. */
  readonly runs?: number | undefined;
  /** The most steps of a sequence. Default: 10. */
  readonly depth?: number | undefined;
}
