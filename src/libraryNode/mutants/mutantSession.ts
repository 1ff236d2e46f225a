import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Node } from '../../chain/node.ts';
import type { ClassLibrary } from '../../classes/classLibrary.ts';
import { formatKey } from '../../felt/key.ts';
import { processFileSaver } from '../../platform/processFiles.ts';
import { type AnalysedClasses, coveredMutants } from '../../tools/mutants/coveredMutants.ts';
import { MutantCollector } from '../../tools/mutants/mutantCollector.ts';
import type { ClassMutants, CoveringRun, TestRepetition } from '../../tools/mutants/mutantRun.ts';
import { encodeMutantRun } from '../../tools/mutants/mutantRunJson.ts';
import { decodePlan, type MutantPlan, type PlannedMutant, type Trial } from '../../tools/mutants/plan.ts';
import { isDecided, type TrialResult } from '../../tools/mutants/verdict.ts';
import { ActiveMutant } from './activeMutant.ts';
import { begunFile, hasBegun, noteBegun } from './begunFile.ts';
import { MutantLibrary } from './mutantLibrary.ts';
import { VerdictFile } from './verdictFile.ts';

/** The variables that name the folder of a run, say what this process does, and which part of the mutants it tries. */
export const MUTANTS_FOLDER = 'STARBOX_MUTANTS';
export const MUTANT_MODE = 'STARBOX_MUTANT';
export const MUTANT_WORKER = 'STARBOX_MUTANT_WORKER';
/** The files of a run in its folder. */
export const PLAN_FILE = 'plan.json';
export const VERDICTS_FILE = 'verdicts.ndjson';

const MAX_PLAN_BYTES = 1 << 28;
const SET_BY = `${MUTANTS_FOLDER} and ${MUTANT_MODE} are set by 'starbox mutate -- COMMAND'; do not set them yourself.`;

/** A mutant that a test is run with. */
export interface RunningTrial {
  readonly mutant: PlannedMutant;
  readonly test: string;
  readonly inSetup: boolean;
}

/**
 * The part that a process has in a run of `starbox mutate`. At first it notes what each test runs (`first`). Then fixtures run each test with
 * every mutant that it can notice (`each`), and commands are run whole with one mutant (`one`).
 */
export class MutantSession {
  readonly mode: 'first' | 'each' | 'one';
  readonly #active = new ActiveMutant();
  readonly #plan: MutantPlan | undefined;
  readonly #trials = new Map<string, readonly Trial[]>();
  readonly #next = new WeakMap<object, number>();
  readonly #verdicts: VerdictFile;
  readonly #begun: string;
  readonly #known: AnalysedClasses = new Map();
  readonly #classes = new Map<string, ClassMutants>();
  readonly #runs: CoveringRun[] = [];
  readonly #tests = new Map<string, TestRepetition>();
  readonly #save: (json: string) => Promise<void>;

  constructor(folder: string, mode: string, worker: number) {
    this.mode = mode === 'none' ? 'first' : mode === 'each' ? 'each' : 'one';
    this.#verdicts = new VerdictFile(join(folder, VERDICTS_FILE));
    this.#begun = begunFile(folder, worker);
    this.#save = processFileSaver(folder, 'mutants');
    if (this.mode === 'first') return;
    this.#plan = readPlan(join(folder, PLAN_FILE));
    const { mutants, tests } = this.#plan;
    for (const { name, trials } of tests)
      this.#trials.set(
        name,
        trials.filter(({ mutant }) => mutants[mutant]!.worker === worker),
      );
    if (this.mode !== 'one') return;
    const mutant = mutants.find(({ id }) => id === mode);
    if (!mutant) throw new Error(`The plan of mutants has no ${mode}. ${SET_BY}`);
    this.#active.set(mutant);
    // A command that fails before this has not noticed the mutant.
    noteBegun(this.#begun, { id: mode, test: '' });
  }

  /** The library of a node: its classes can run as mutants. */
  library(inner: ClassLibrary): ClassLibrary {
    return new MutantLibrary(inner, (declared) => {
      const replaced = this.#active.replace(declared);
      if (this.mode === 'one') this.#noteWithoutCode();
      return replaced;
    });
  }

  /** A command that runs whole cannot tell a mutant without code of its own from one that its tests do not notice. */
  #noteWithoutCode(): void {
    const { state, mutant } = this.#active;
    if ((state !== 'equal' && state !== 'invalid') || isDecided(this.#verdicts.result(mutant!.id))) return;
    this.#verdicts.add({ id: mutant!.id, result: state, test: '' });
  }

  /** Collects what a new sandbox runs, if this is the first run. */
  collector(): MutantCollector | undefined {
    return this.mode === 'first' ? new MutantCollector() : undefined;
  }

  /** Notes how a test can be repeated. */
  noteTest(name: string, repetition: TestRepetition): void {
    if (this.#tests.get(name) !== 'whole') this.#tests.set(name, repetition);
  }

  /** The text for the file of this process, after a sandbox has ended. */
  async runText(node: Node, collector: MutantCollector, isFixture: boolean): Promise<string> {
    const { classes, run } = await coveredMutants(node.chain, collector, this.#known, (hash) =>
      this.#active.has(formatKey(hash)),
    );
    for (const one of classes) this.#classes.set(one.classHash, one);
    const names = new Set(run.covered.flatMap(({ test }) => test ?? []));
    const tests = [...names].map((name) => ({ name, repetition: this.#tests.get(name) ?? 'whole' }) as const);
    this.#runs.push({ ...run, isFixture, tests });
    return encodeMutantRun({ classes: [...this.#classes.values()], runs: this.#runs });
  }

  /** Writes that text. */
  get save(): (json: string) => Promise<void> {
    return this.#save;
  }

  /** How many trials of a test are left at most. */
  trialsOf(test: string): number {
    this.#verdicts.refresh();
    return (this.#trials.get(test) ?? []).filter(({ mutant }) => this.#isOpen(this.#plan!.mutants[mutant]!)).length;
  }

  /**
   * Starts the next trial of a test: the mutant is active from now on. Undefined if none is left. Several tests may have the same name, so
   * `owner` tells them apart.
   */
  begin(test: string, owner: object): RunningTrial | undefined {
    const trials = this.#trials.get(test) ?? [];
    this.#verdicts.refresh();
    for (let at = this.#next.get(owner) ?? 0; at < trials.length; at++) {
      this.#next.set(owner, at + 1);
      const { mutant: index, inSetup } = trials[at]!;
      const mutant = this.#plan!.mutants[index]!;
      if (!this.#isOpen(mutant) || this.#isOver()) continue;
      // Before its code is made: what a mutant may do to this process begins there.
      noteBegun(this.#begun, { id: mutant.id, test });
      this.#active.set(mutant);
      const { state } = this.#active;
      if (state === 'equal' || state === 'invalid') {
        this.end({ mutant, test, inSetup }, state);
        continue;
      }
      return { mutant, test, inSetup };
    }
    this.#active.set(undefined);
    return undefined;
  }

  /** Ends a trial. */
  end({ mutant, test }: RunningTrial, result: TrialResult): void {
    const { state } = this.#active;
    this.#active.set(undefined);
    const known = state === 'equal' || state === 'invalid' ? state : result;
    this.#verdicts.add({ id: mutant.id, result: known, test });
    if (isDecided(known)) this.#active.forget(mutant);
  }

  #isOpen({ id }: PlannedMutant): boolean {
    return !isDecided(this.#verdicts.result(id));
  }

  /** Whether nothing more is tried. One trial is, however late it is: else a run with a short limit would never get on. */
  #isOver(): boolean {
    const { deadline } = this.#plan!;
    return deadline !== 0 && Date.now() >= deadline && hasBegun(this.#begun);
  }
}

function readPlan(path: string): MutantPlan {
  const { size } = statSync(path);
  const plan = size > MAX_PLAN_BYTES ? undefined : decodePlan(readFileSync(path, 'utf8'));
  if (plan) return plan;
  throw new Error(`${path} is not a plan of mutants. ${SET_BY}`);
}

// One for all entry points of the package, which may have copies of this module.
const KEY = Symbol.for('starbox.mutants');
const shared = globalThis as { [KEY]?: MutantSession | undefined };

/** The session of this process; undefined if it is not part of a run of mutants. */
export function mutantSession(): MutantSession | undefined {
  const { [MUTANTS_FOLDER]: folder, [MUTANT_MODE]: mode, [MUTANT_WORKER]: worker } = process.env;
  if (!folder || !mode) return undefined;
  return (shared[KEY] ??= new MutantSession(folder, mode, Number(worker ?? 0)));
}
