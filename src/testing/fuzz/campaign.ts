import { AbiError } from '../../abi/abiError.ts';
import { SandboxAssertionError } from '../assertions.ts';
import { type Choices, Draws } from '../draws.ts';
import type { Action, Sequence } from './action.ts';
import { type Cast, drawSequence } from './drawSequence.ts';
import { type FailureDetails, failureDetails } from './failureDetails.ts';
import type { KeptSequence } from './keptSequences.ts';
import { PlaceCounter } from './places.ts';
import { checkError, runSequence, type SequenceRun, type Subject } from './runSequence.ts';
import { hasLane, lanesOf, type Shard } from './shard.ts';
import { type FailingRun, shrinkSequence } from './shrinkSequence.ts';
import { type Setting, World } from './world.ts';

/** How often an action ran. */
export interface ActionCount {
  readonly calls: number;
  readonly reverted: number;
  /** How often it left the chain as it was, without a revert: known of your own actions. */
  readonly idle: number;
  /** Why it was reverted most often. */
  readonly reason?: string | undefined;
}

/** What a campaign did. */
export interface Campaign {
  readonly sequences: number;
  readonly calls: number;
  readonly reverted: number;
  /** The places in the code of all contracts that ran. */
  readonly places: number;
  /** The sequences that reached new places. */
  readonly corpus: readonly Sequence[];
  /** The files of sequences that do not fit any more. */
  readonly leftOut: readonly string[];
  readonly actions: Readonly<Record<string, ActionCount>>;
  readonly found: FoundFailure | undefined;
}

/** A failure that a campaign found. */
export interface FoundFailure {
  readonly smallest: FailingRun;
  /** The number of the sequence that failed first; 0 if it was given, or kept from an earlier run. */
  readonly number: number;
  /** The file that it was kept in. */
  readonly file: string | undefined;
  /** The steps that it had. */
  readonly from: number;
  /** The runs that made it smaller. */
  readonly runs: number;
  readonly details: FailureDetails;
}

/** How far a failing sequence is made smaller. */
export interface Shrinking {
  readonly runs: number;
  /** The steps of the smallest sequence that was found so far. */
  readonly steps: number;
}

export interface CampaignOptions {
  readonly runs: number;
  readonly depth: number;
  readonly seed: number;
  /** Sequences that run first: those of earlier runs, or one that a test gives. */
  readonly kept: readonly KeptSequence[];
  /** Whether new places guide the drawing. */
  readonly guided: boolean;
  readonly shard: Shard;
  readonly progress: (campaign: Omit<Campaign, 'found' | 'actions'>, shrinking?: Shrinking) => void;
}

/** Draws choices where a repeated sequence lacks a value: always the first. */
const FIRST = { below: () => 0 };

/** Runs sequences until one fails, and makes that one as small as possible. */
export async function runCampaign(
  setting: Setting,
  subject: Subject,
  cast: Cast,
  { runs, depth, seed, kept, guided, shard, progress }: CampaignOptions,
): Promise<Campaign> {
  const counter = guided ? new PlaceCounter(setting.box) : undefined;
  const world = await World.open(setting, counter);
  try {
    const counts = new ActionCounts(cast.calls);
    const corpus: Sequence[] = [];
    const common: Sequence[] = [];
    const leftOut: string[] = [];
    let sequences = 0;
    const campaign = () => ({ sequences, ...counts.sums, places: counter?.count ?? 0, corpus, leftOut });
    const atStart = await checkError(world, subject, undefined);
    if (atStart)
      throw new SandboxAssertionError(`The check fails before anything was called: ${messageOf(atStart.error)}`, {
        cause: atStart.error,
      });
    counter?.hasNew();
    const tryOne = async (
      { steps: plan, file }: KeptSequence,
      choices: Choices,
      number: number,
      reached: Sequence[],
    ): Promise<FoundFailure | undefined> => {
      const isKept = file !== undefined;
      // Anybody may have written a file of the corpus, or its functions had other parameters and its test other sets.
      if (isKept && plan.length > depth) {
        leftOut.push(file);
        return undefined;
      }
      const run = await runSequence(world, subject, plan, choices, isKept);
      if (isKept && (run.isUnfit || run.failure?.error instanceof AbiError)) {
        counter?.forget();
        leftOut.push(file);
        return undefined;
      }
      sequences++;
      counts.add(run);
      if (counter?.hasNew() && run.steps.length > 0) {
        reached.push(run.steps);
        corpus.push(run.steps);
      }
      progress(campaign());
      if (!isFailing(run)) return undefined;
      const repeat = (sequence: Sequence) => runSequence(world, subject, sequence, FIRST);
      let tried = 0;
      let steps = run.steps.length;
      const { smallest, runs } = await shrinkSequence(run, cast.actors, world.hints, async (sequence) => {
        progress(campaign(), { runs: tried++, steps });
        const found = await repeat(sequence);
        if (found.failure) steps = Math.min(steps, found.steps.length);
        return found;
      });
      await repeat(smallest.steps);
      return { smallest, number, file, from: run.steps.length, runs, details: await failureDetails(world) };
    };
    for (const plan of kept) {
      const found = await tryOne(plan, FIRST, 0, common);
      if (found) return { ...campaign(), actions: counts.byName, found };
    }
    const lanes = Array.from({ length: lanesOf(runs) }, () => [...common]);
    for (let number = 1; number <= runs; number++) {
      const lane = (number - 1) % lanes.length;
      if (!hasLane(shard, lane)) continue;
      counter?.enter(lane);
      const choices = new Draws(seed, number);
      const mine = lanes[lane]!;
      const found = await tryOne(
        { steps: drawSequence(choices, cast, mine, depth), file: undefined },
        choices,
        number,
        mine,
      );
      if (found) return { ...campaign(), actions: counts.byName, found };
    }
    return { ...campaign(), actions: counts.byName, found: undefined };
  } finally {
    await world.close();
  }
}

/** The message of what was thrown. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const isFailing = (run: SequenceRun): run is FailingRun => run.failure !== undefined;

/** Counts how calls came out. */
class ActionCounts {
  readonly #counts: ReadonlyMap<
    string,
    { calls: number; reverted: number; idle: number; reasons: Map<string, number> }
  >;

  constructor(calls: readonly Action[]) {
    this.#counts = new Map(calls.map(({ name }) => [name, { calls: 0, reverted: 0, idle: 0, reasons: new Map() }]));
  }

  add({ steps, outcomes }: SequenceRun): void {
    for (const [i, outcome] of outcomes.entries()) {
      const count = this.#counts.get(steps[i]!.action);
      if (!outcome || !count) continue;
      const { reverted, isIdle = false } = outcome;
      count.calls++;
      if (isIdle) count.idle++;
      if (reverted === undefined) continue;
      count.reverted++;
      count.reasons.set(reverted, (count.reasons.get(reverted) ?? 0) + 1);
    }
  }

  get sums(): { readonly calls: number; readonly reverted: number } {
    const all = [...this.#counts.values()];
    return {
      calls: all.reduce((sum, { calls }) => sum + calls, 0),
      reverted: all.reduce((sum, { reverted }) => sum + reverted, 0),
    };
  }

  get byName(): Readonly<Record<string, ActionCount>> {
    return Object.fromEntries(
      [...this.#counts].map(([name, { calls, reverted, idle, reasons }]) => {
        const [usual] = [...reasons].sort(([, a], [, b]) => b - a);
        return [name, { calls, reverted, idle, reason: usual?.[0] }];
      }),
    );
  }
}
