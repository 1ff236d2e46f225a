import { beforeAll, expect, test } from 'vitest';
import { contractClass } from '../../../test/support/calls/contracts.ts';
import { felt, key, TestWorld, type Value } from '../../../test/support/calls/harness.ts';
import { Random } from '../../../test/support/random.ts';
import { WasmMachine } from '../../cairo/wasm/wasmMachine.ts';
import type { DeclaredClass } from '../../classes/declaredClass.ts';
import { feltOf, keyOf } from '../../felt/key.ts';
import type { CallInfo } from '../callInfo.ts';
import { selectorOf, storageAddress } from '../hash/address.ts';

// Compares random trees of calls, in which some fail and some failures are caught, with a model that copies the whole state before each call.

const CLASSES = [0xc0, 0xc1];
const CONTRACTS = [0xa0, 0xa1, 0xa2];
const SEED = 20_261;
const CASES = 200;

let exerciser: DeclaredClass;
beforeAll(() => {
  exerciser = contractClass('exerciser');
});

/** A call to make: of a contract, or of a class with the caller's storage. */
type Action =
  | { readonly kind: 'set'; readonly cell: number; readonly value: number }
  | { readonly kind: 'increase'; readonly by: number }
  | { readonly kind: 'emit'; readonly mark: number }
  | { readonly kind: 'panic' }
  | { readonly kind: 'missing' }
  | { readonly kind: 'replace'; readonly classHash: number }
  | { readonly kind: 'call' | 'tryCall'; readonly to: number; readonly inner: Action }
  | {
      readonly kind: 'setThenCall';
      readonly cell: number;
      readonly value: number;
      readonly to: number;
      readonly inner: Action;
    }
  | { readonly kind: 'library'; readonly classHash: number; readonly inner: Action };

function randomAction(random: Random, depth: number): Action {
  const to = CONTRACTS[random.below(CONTRACTS.length)]!;
  const cell = random.below(3);
  const value = random.below(100);
  const kinds = depth > 0 ? 14 : 6;
  switch (random.below(kinds)) {
    case 0:
      return { kind: 'increase', by: value };
    case 1:
      return { kind: 'emit', mark: value };
    case 2:
      return { kind: 'panic' };
    case 3:
      return { kind: 'missing' };
    case 4:
      return { kind: 'replace', classHash: CLASSES[random.below(2)]! };
    case 5:
      return { kind: 'set', cell, value };
    case 6:
      return { kind: 'call', to, inner: randomAction(random, depth - 1) };
    case 7:
      return { kind: 'library', classHash: CLASSES[random.below(2)]!, inner: randomAction(random, depth - 1) };
    case 8:
    case 9:
    case 10:
      return { kind: 'setThenCall', cell, value, to, inner: randomAction(random, depth - 1) };
    default:
      return { kind: 'tryCall', to, inner: randomAction(random, depth - 1) };
  }
}

/** The function and calldata of an action. */
function encode(action: Action): [name: string, calldata: Value[]] {
  const target = (inner: Action): Value[] => {
    const [name, calldata] = encode(inner);
    return [selectorOf(name), calldata.length, ...calldata];
  };
  switch (action.kind) {
    case 'set':
      return ['set', [action.cell, action.value]];
    case 'increase':
      return ['increase', [action.by]];
    case 'emit':
      return ['emit_raw', [1, action.mark, 0]];
    case 'panic':
      return ['panic_with', [1, 'no']];
    case 'missing':
      return ['nothing', []];
    case 'replace':
      return ['replace', [action.classHash]];
    case 'call':
    case 'tryCall':
      return [action.kind === 'call' ? 'call' : 'try_call', [action.to, ...target(action.inner)]];
    case 'setThenCall':
      return ['set_then_call', [action.cell, action.value, action.to, ...target(action.inner)]];
    case 'library':
      return ['library', [action.classHash, ...target(action.inner)]];
  }
}

interface Model {
  readonly cells: Record<string, number>;
  readonly classes: Record<number, number>;
  readonly events: string[];
}

/** Performs the action on the model. Returns false if it fails; the caller then undoes it. */
function perform(model: Model, self: number, action: Action): boolean {
  const set = (name: string, value: number) => {
    model.cells[`${self} ${name}`] = value;
  };
  /** Undoes a failed call. */
  const call = (to: number, inner: Action): boolean => {
    const before = structuredClone(model);
    if (perform(model, to, inner)) return true;
    for (const part of ['cells', 'classes'] as const) {
      for (const name in model[part]) delete model[part][name as never];
      Object.assign(model[part], before[part]);
    }
    model.events.splice(before.events.length);
    return false;
  };
  switch (action.kind) {
    case 'set':
      set(`values ${action.cell}`, action.value);
      return true;
    case 'increase':
      set('counter', (model.cells[`${self} counter`] ?? 0) + action.by);
      return true;
    case 'emit':
      model.events.push(`${self} ${action.mark}`);
      return true;
    case 'panic':
    case 'missing':
      return false;
    case 'replace':
      model.classes[self] = action.classHash;
      return true;
    case 'call':
      return call(action.to, action.inner);
    case 'tryCall':
      call(action.to, action.inner);
      return true;
    case 'setThenCall':
      set(`values ${action.cell}`, action.value);
      return call(action.to, action.inner);
    case 'library':
      return call(self, action.inner);
  }
}

function eventsOf(info: CallInfo): { order: number; text: string }[] {
  const own = info.events.map(({ order, keys }) => ({
    order,
    text: `${feltOf(info.call.contractAddress)} ${feltOf(keys[0]!)}`,
  }));
  return [...own, ...info.inner.flatMap(eventsOf)];
}

test(`calls that fail are rolled back, whatever they did (seed ${SEED})`, () => {
  const random = new Random(SEED);
  const machine = new WasmMachine();
  const outcomes: Record<string, number> = {};
  for (let i = 0; i < CASES; i++) {
    const world = new TestWorld(machine);
    const runnable = exerciser.runnable;
    // One class is metered in steps, so most trees mix both kinds.
    world.declare(CLASSES[0]!, runnable);
    world.declare(CLASSES[1]!, { ...runnable, sierraVersion: [1, 6, 0] });
    for (const [n, address] of CONTRACTS.entries()) world.deploy(address, CLASSES[n % 2]!);
    const model: Model = { cells: {}, classes: {}, events: [] };
    const context = world.context();
    // The failure of the outermost call would not be rolled back here, so that call catches everything.
    const action: Action = { kind: 'tryCall', to: CONTRACTS[i % 3]!, inner: randomAction(random, 5) };
    const [name, calldata] = encode(action);
    const info = world.info(CONTRACTS[0]!, name, calldata, context);
    perform(model, CONTRACTS[0]!, action);
    expect(info.failed).toBe(false);

    const what = JSON.stringify(action);
    for (const address of CONTRACTS) {
      const read = (variable: string, ...keys: number[]) =>
        Number(feltOf(world.state.storageAt(key(address), keyOf(storageAddress(variable, ...keys.map(felt))))));
      for (const cell of [0, 1, 2])
        expect([what, address, cell, read('values', cell)]).toEqual([
          what,
          address,
          cell,
          model.cells[`${address} values ${cell}`] ?? 0,
        ]);
      expect([what, read('counter')]).toEqual([what, model.cells[`${address} counter`] ?? 0]);
      const classHash = model.classes[address] ?? CLASSES[CONTRACTS.indexOf(address) % 2];
      expect([what, Number(feltOf(world.state.classHashAt(key(address))))]).toEqual([what, classHash]);
    }
    const events = eventsOf(info).sort((a, b) => a.order - b.order);
    expect([what, events.map(({ text }) => text)]).toEqual([what, model.events]);
    expect(events.map(({ order }) => order)).toEqual(model.events.map((_, order) => order));
    expect(context.eventCount).toBe(model.events.length);
    const outcome = info.inner[0]!.failed ? 'caught' : model.events.length ? 'emitted' : 'silent';
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  }
  for (const kind of ['caught', 'emitted', 'silent']) expect([kind, outcomes[kind] ?? 0]).not.toEqual([kind, 0]);
});
