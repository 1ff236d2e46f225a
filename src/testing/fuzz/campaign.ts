import { SandboxAssertionError } from '../assertions.ts';
import { type Choices, Draws } from '../draws.ts';
import type { Action, Sequence } from './action.ts';
import { type Cast, drawSequence } from './drawSequence.ts';
import { type FailureDetails, failureDetails } from './failureDetails.ts';
import { PlaceCounter } from './places.ts';
import { checkError, runSequence, type SequenceRun, type Subject } from './runSequence.ts';
import { hasLane, lanesOf, type Shard } from './shard.ts';
import { type FailingRun, shrinkSequence } from './shrinkSequence.ts';
import { type Setting, World } from './world.ts';

/** How often an action ran. */
export interface ActionCount {
  readonly calls: number;
  readonly reverted: number;
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
  readonly actions: Readonly<Record<string, ActionCount>>;
  readonly found: FoundFailure | undefined;
}

/** A failure that a campaign found. */
export interface FoundFailure {
  readonly smallest: FailingRun;
  /** The number of the sequence that failed first; 0 if it was kept from an earlier run. */
  readonly number: number;
  /** The steps that it had. */
  readonly from: number;
  /** The runs that made it smaller. */
  readonly runs: number;
  readonly details: FailureDetails;
}

export interface CampaignOptions {
  readonly runs: number;
  readonly depth: number;
  readonly seed: number;
  /** Sequences of earlier runs, which run first. */
  readonly kept: readonly Sequence[];
  /** Whether new places guide the drawing. */
  readonly guided: boolean;
  readonly shard: Shard;
  readonly progress: (campaign: Omit<Campaign, 'found' | 'actions'>) => void;
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
    const counts = new ActionCounts(new Set(cast.calls.map(({ name }) => name)));
    const corpus: Sequence[] = [];
    const common: Sequence[] = [];
    let sequences = 0;
    const campaign = () => ({ sequences, ...counts.sums, places: counter?.count ?? 0, corpus });
    const atStart = await checkError(world, subject, undefined);
    if (atStart)
      throw new SandboxAssertionError(`The check fails before anything was called: ${messageOf(atStart.error)}`, {
        cause: atStart.error,
      });
    counter?.hasNew();
    const tryOne = async (
      plan: Sequence,
      choices: Choices,
      number: number,
      reached: Sequence[],
    ): Promise<FoundFailure | undefined> => {
      const run = await runSequence(world, subject, plan, choices);
      sequences++;
      counts.add(run);
      if (counter?.hasNew() && run.steps.length > 0) {
        reached.push(run.steps);
        corpus.push(run.steps);
      }
      if (!isFailing(run)) return undefined;
      const repeat = (sequence: Sequence) => runSequence(world, subject, sequence, FIRST);
      const { smallest, runs } = await shrinkSequence(run, cast.actors, world.hints, repeat);
      await repeat(smallest.steps);
      return { smallest, number, from: run.steps.length, runs, details: await failureDetails(world) };
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
      const found = await tryOne(drawSequence(choices, cast, mine, depth), choices, number, mine);
      progress(campaign());
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
  readonly #calls: ReadonlySet<string>;
  readonly #counts = new Map<Action['name'], { calls: number; reverted: number; reasons: Map<string, number> }>();

  constructor(calls: ReadonlySet<string>) {
    this.#calls = calls;
  }

  add({ steps, outcomes }: SequenceRun): void {
    for (const [i, outcome] of outcomes.entries()) {
      const { action } = steps[i]!;
      if (!outcome || !this.#calls.has(action)) continue;
      const { reverted } = outcome;
      const count = this.#counts.get(action) ?? { calls: 0, reverted: 0, reasons: new Map<string, number>() };
      this.#counts.set(action, count);
      count.calls++;
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
      [...this.#counts].map(([name, { calls, reverted, reasons }]) => {
        const [usual] = [...reasons].sort(([, a], [, b]) => b - a);
        return [name, { calls, reverted, reason: usual?.[0] }];
      }),
    );
  }
}
