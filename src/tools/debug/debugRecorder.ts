import type { CodePosition, Machine } from '../../cairo/machine.ts';
import { offsetOf } from '../../cairo/pointer.ts';
import type { LoadedProgram } from '../../cairo/program.ts';
import { copyMemory } from '../../cairo/walk/copyMemory.ts';
import type { Registers } from '../../cairo/walk/rareStep.ts';
import type { RunMemory } from '../../cairo/walk/runMemory.ts';
import type { CallInfo } from '../../execution/callInfo.ts';
import type { CodePlace, ObservedCall } from '../../execution/callObserver.ts';
import type { ErrorSegment } from '../../execution/errorStack.ts';
import type { FeltKey } from '../../felt/key.ts';
import { groupedDigits } from '../../text/groupedDigits.ts';
import type { RecordedCall } from '../explain/callRecorder.ts';
import type { Preimages } from '../storage/preimages.ts';
import { StorageRecorder } from '../storage/storageRecorder.ts';

/** The most memory of all calls of a transaction that is kept, in units of 8 bytes: 256 MB. */
const MAX_UNITS = 2 ** 25;
/** More facts of one kind are not recorded, which bounds the memory that they take. */
const MAX_FACTS = 100_000;

/** Something that a call did besides computing. `step` is the number of steps that its run had taken. */
type RecordedFact = { readonly step: number } & (
  | { readonly kind: 'write'; readonly key: FeltKey; readonly value: FeltKey }
  | { readonly kind: 'event'; readonly keys: readonly FeltKey[]; readonly data: readonly FeltKey[] }
  | { readonly kind: 'print'; readonly felts: readonly FeltKey[] }
);

type FactKind = RecordedFact['kind'];

/** A call with the memory that its run left behind. */
export interface RecordedRun {
  readonly recorded: RecordedCall;
  readonly caller: RecordedRun | undefined;
  /** The number of steps that the caller's run had taken. */
  readonly callerStep: number;
  readonly inner: RecordedRun[];
  readonly facts: RecordedFact[];
  /** Undefined if the call never started to run. */
  program: LoadedProgram | undefined;
  start: Registers | undefined;
  memory: RunMemory | undefined;
  steps: number;
  /** Where a panic of this call would have started. */
  panic: CodePosition | undefined;
  /** The number of steps at the last system call. */
  syscallStep: number;
}

const NAMES: Readonly<Record<FactKind, string>> = { write: 'storage writes', event: 'events', print: 'prints' };

/** Records the calls of an execution with all that a debugger needs to show every moment of them. */
export class DebugRecorder extends StorageRecorder {
  /** The outermost calls. */
  readonly roots: RecordedRun[] = [];
  /** Whether the memory of the calls was more than is kept. */
  isTooLarge = false;
  #unitsLeft = MAX_UNITS;
  readonly #maxFacts: number;
  /** How many facts of each kind there were. Prints, which cost nothing, must not displace the others. */
  readonly #count: Record<FactKind, number> = { write: 0, event: 0, print: 0 };
  readonly #open: RecordedRun[] = [];

  constructor(preimages: Preimages, maxFacts = MAX_FACTS) {
    super(preimages);
    this.#maxFacts = maxFacts;
  }

  /** A sentence about facts that were too many to record; undefined if all were recorded. */
  get missingFacts(): string | undefined {
    const texts = Object.entries(NAMES).flatMap(([kind, name]) => {
      const count = this.#count[kind as FactKind];
      return count > this.#maxFacts ? [`${groupedDigits(count)} ${name}`] : [];
    });
    if (texts.length === 0) return undefined;
    return `There are ${texts.join(' and ')}. The debugger knows the first ${groupedDigits(this.#maxFacts)} of each kind: later ones are not shown, and it does not stop at them.`;
  }

  override enter(call: ObservedCall): void {
    super.enter(call);
    const caller = this.#open.at(-1);
    const run: RecordedRun = {
      recorded: this.openCalls.at(-1)!,
      caller,
      callerStep: caller?.syscallStep ?? 0,
      inner: [],
      facts: [],
      program: undefined,
      start: undefined,
      memory: undefined,
      steps: 0,
      panic: undefined,
      syscallStep: 0,
    };
    (caller?.inner ?? this.roots).push(run);
    this.#open.push(run);
  }

  begin(machine: Machine, program: LoadedProgram): void {
    const run = this.#open.at(-1)!;
    run.program = program;
    run.start = { pc: offsetOf(machine.pc), ap: offsetOf(machine.ap), fp: offsetOf(machine.fp) };
  }

  syscall(machine: Machine): void {
    this.#open.at(-1)!.syscallStep = machine.steps;
  }

  override write(key: FeltKey, value: FeltKey): void {
    super.write(key);
    this.#add({ kind: 'write', key, value, step: this.#open.at(-1)!.syscallStep });
  }

  override event(keys: readonly FeltKey[], data: readonly FeltKey[]): void {
    super.event(keys, data);
    this.#add({ kind: 'event', keys, data, step: this.#open.at(-1)!.syscallStep });
  }

  override print(felts: readonly FeltKey[], step: number): void {
    super.print(felts);
    this.#add({ kind: 'print', felts, step });
  }

  #add(fact: RecordedFact): void {
    if (this.#count[fact.kind]++ < this.#maxFacts) this.#open.at(-1)!.facts.push(fact);
  }

  override end(machine: Machine): void {
    super.end(machine);
    this.#keep(machine);
    this.#open.at(-1)!.panic = machine.lastAllocation;
  }

  override leave(info: CallInfo): void {
    super.leave(info);
    this.#open.pop();
  }

  /** Calls that failed before they ran are above the one that is abandoned. */
  abandon(machine: Machine): void {
    while (this.#open.length > 0 && !this.#open.at(-1)!.start) this.#open.pop();
    if (this.#open.length === 0) return;
    this.#keep(machine);
    this.#open.pop();
  }

  override fail(segments: readonly ErrorSegment[], places: readonly CodePlace[]): void {
    super.fail(segments, places);
    this.#open.length = 0;
  }

  #keep(machine: Machine): void {
    const run = this.#open.at(-1)!;
    run.steps = machine.steps;
    run.memory = this.isTooLarge ? undefined : copyMemory(machine, this.#unitsLeft);
    if (run.memory) this.#unitsLeft -= run.memory.size;
    else this.isTooLarge = true;
  }
}
