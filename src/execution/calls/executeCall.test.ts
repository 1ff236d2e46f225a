import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { contractClass } from '../../../test/support/calls/contracts.ts';
import {
  A,
  B,
  errorText,
  exerciserWorld,
  GAS_CLASS,
  MACHINES,
  STEPS_CLASS,
  span,
} from '../../../test/support/calls/exercisers.ts';
import { felt, key, TestWorld, TRANSACTION, type Value } from '../../../test/support/calls/harness.ts';
import { runLocal } from '../../../test/support/runLocal.ts';
import type { Machine } from '../../cairo/machine.ts';
import type { RunnableClass } from '../../classes/runnableClass.ts';
import { type FeltKey, feltOf, formatKey64, keyOf, ZERO_KEY } from '../../felt/key.ts';
import { Need, type StateItem } from '../../state/need.ts';
import { contractAddress, selectorOf, storageAddress } from '../hash/address.ts';
import { executeCall, executeDeployment } from './executeCall.ts';

const FAILED = felt('ENTRYPOINT_FAILED');

let inGas: RunnableClass;
beforeAll(() => {
  inGas = contractClass('exerciser').runnable;
});

let machine: () => Machine;
let world: TestWorld;
beforeEach(() => {
  world = exerciserWorld(machine());
});

const selector = (name: string) => selectorOf(name);
const cell = (address: Value, name: string, ...keys: Value[]) =>
  feltOf(world.state.storageAt(key(address), keyOf(storageAddress(name, ...keys.map(felt)))));
const frameText = (depth: number, what: string, address: Value, classHash: Value, entry: string) =>
  `${depth}: ${what} (contract address: ${formatKey64(key(address))}, class hash: ${formatKey64(key(classHash))}, selector: ${
    entry === 'UNKNOWN' ? entry : formatKey64(keyOf(selector(entry)))
  }):`;
const CALLED = 'Error in the called contract';

describe.each(MACHINES)('on %s', (_, make) => {
  beforeAll(() => {
    machine = make;
  });

  describe('a call', () => {
    test('runs an entry point on the storage of its contract', () => {
      world.get(A, 'set', [3, 33]);
      expect(world.get(A, 'get', [3])).toEqual([33n]);
      expect(world.get(B, 'get', [3])).toEqual([0n]);
      expect(world.get(A, 'who')).toEqual([0xca11e4n, 0xan, selector('who')]);
    });

    test('of a missing entry point fails and costs nothing', () => {
      const info = world.info(A, 'nothing');
      expect(info).toMatchObject({ failed: true, retdata: [key('ENTRYPOINT_NOT_FOUND')], gasConsumed: 0 });
      expect(info.resources.steps).toBe(0);
    });

    test('with too little gas to start fails with Out of gas', () => {
      const out = { failed: true, retdata: [key('Out of gas')] };
      expect(world.info(A, 'get', [3], world.context({}, 9_999))).toMatchObject({ ...out, gasConsumed: 0 });
      // 10,000 gas is enough to start the call, but not for a storage read.
      const entered = world.info(A, 'get', [3], world.context({}, 10_000));
      expect(entered).toMatchObject(out);
      expect(entered.gasConsumed).toBeGreaterThan(0);
    });

    test('of an address without a contract, or of an undeclared class, is an error', () => {
      expect(errorText(world.call(0x777, 'get', [3]))).toBe(
        `Requested contract address ${formatKey64(key(0x777))} is not deployed.\n`,
      );
      world.deploy(0x888, 0x999);
      expect(errorText(world.call(0x888, 'get', [3]))).toBe(
        `Class with hash ${formatKey64(key(0x999))} is not declared.\n`,
      );
    });

    test('can be an L1 handler', () => {
      world.info(A, 'on_message', [0xe0, 5], world.context(), 'L1_HANDLER');
      expect(cell(A, 'last_message')).toBe(5n);
      expect(world.info(A, 'on_message', [0xe0, 5])).toMatchObject({ failed: true });
    });

    test('that panics returns the panic data', () => {
      expect(world.info(A, 'panic_with', span('no', 5))).toMatchObject({ failed: true, retdata: [key('no'), key(5)] });
    });
  });

  describe('inner calls', () => {
    test('return to their caller and are recorded in order', () => {
      const info = world.info(A, 'call', [B, selector('increase'), ...span(7)]);
      expect(info.retdata).toEqual([key(1), key(7)]);
      expect(info.inner).toHaveLength(1);
      expect(info.inner[0]).toMatchObject({
        call: { contractAddress: key(B), caller: key(A), classHash: key(GAS_CLASS), callType: 'CALL' },
        retdata: [key(7)],
      });
      expect(cell(B, 'counter')).toBe(7n);
    });

    test('of a library use the storage of their caller', () => {
      const info = world.info(A, 'library', [STEPS_CLASS, selector('increase'), ...span(7)]);
      expect(cell(A, 'counter')).toBe(7n);
      expect(info.inner[0]).toMatchObject({
        call: { contractAddress: key(A), caller: key(0xca11e4), classHash: key(STEPS_CLASS), callType: 'DELEGATE' },
        tracked: 'CairoSteps',
      });
    });

    test('that fail are rolled back completely, and the caller can catch the panic', () => {
      world.get(B, 'set', [1, 11]);
      // B sets, emits, calls A (which sets) and then panics inside.
      const panicking = [2, 22, A, selector('panic_with'), ...span(...span('deep'))];
      const info = world.info(A, 'try_call', [B, selector('set_then_call'), ...span(...panicking)]);
      expect(info.failed).toBe(false);
      expect(info.retdata.map(feltOf)).toEqual([3n, felt('deep'), FAILED, FAILED]);
      expect(cell(B, 'values', 1)).toBe(11n);
      expect(cell(B, 'values', 2)).toBe(0n);
      expect(info.inner[0]).toMatchObject({ failed: true, inner: [{ failed: true, retdata: [key('deep')] }] });
    });

    test('that fail leave no events, and the next event gets their index', () => {
      const context = world.context();
      world.info(A, 'emit_raw', [...span(1), ...span()], context);
      const emitThenFail = [1, 1, B, selector('panic_with'), ...span(...span('x'))];
      world.info(A, 'try_call', [B, selector('set_then_call'), ...span(...emitThenFail)], context);
      expect(context.eventCount).toBe(1);
      const info = world.info(A, 'emit_raw', [...span(2), ...span()], context);
      expect(info.events).toEqual([{ order: 1, keys: [key(2)], data: [] }]);
    });

    test('of a missing entry point can be caught', () => {
      const info = world.info(A, 'try_call', [B, selector('nothing'), ...span()]);
      expect(info.retdata.map(feltOf)).toEqual([2n, felt('ENTRYPOINT_NOT_FOUND'), FAILED]);
    });

    test('nest fifty deep, the outermost included', () => {
      const context = world.context({}, 1_000_000_000);
      expect(world.get(A, 'recurse', [49], context)).toEqual([49n]);
      const text = errorText(world.call(A, 'recurse', [50], world.context({}, 1_000_000_000)));
      const frames = Array.from({ length: 50 }, (_, i) => frameText(i + 1, CALLED, A, GAS_CLASS, 'recurse'));
      expect(text).toBe([...frames, 'Execution failed due to recursion depth exceeded.\n'].join('\n'));
    });
  });

  describe('deployments', () => {
    const deploy = (start: Value, classHash: Value = GAS_CLASS) => [classHash, 5, ...span(start), 1];
    const address = contractAddress(felt(0), felt(5), felt(GAS_CLASS), [felt(9)]);

    test('give the contract its class and run the constructor', () => {
      const info = world.info(A, 'deploy', deploy(9));
      expect(info.retdata).toEqual([keyOf(address)]);
      expect(world.state.classHashAt(keyOf(address))).toBe(key(GAS_CLASS));
      expect(cell(address, 'counter')).toBe(9n);
      expect(info.inner[0]).toMatchObject({ call: { entryPointType: 'CONSTRUCTOR', caller: key(A) } });
    });

    test('end with an error that cannot be caught when the constructor panics', () => {
      const failing = contractAddress(felt(0), felt(5), felt(GAS_CLASS), [felt('fail')]);
      const link = frameText(1, 'Error in the contract class constructor', failing, GAS_CLASS, 'constructor');
      expect(errorText(world.call(A, 'deploy', deploy('fail')))).toBe(
        `${link}\nExecution failed. Failure reason:\nError in contract (contract address: ${formatKey64(keyOf(failing))}, class hash: ${formatKey64(
          key(GAS_CLASS),
        )}, selector: ${formatKey64(keyOf(selector('constructor')))}):\n0x${felt('constructor failed').toString(16)} ('constructor failed').\n`,
      );
    });

    test('of an undeclared class, at a taken address, or with calldata for no constructor are errors', () => {
      const unknown = contractAddress(felt(0), felt(5), felt(0x777), [felt(9)]);
      const ctor = 'Error in the contract class constructor';
      expect(errorText(world.call(A, 'deploy', deploy(9, 0x777)))).toBe(
        `${frameText(1, ctor, unknown, 0x777, 'UNKNOWN')}\nClass with hash ${formatKey64(key(0x777))} is not declared.\n`,
      );
      world.deploy(address, GAS_CLASS);
      expect(errorText(world.call(A, 'deploy', deploy(9)))).toBe(
        `${frameText(1, ctor, address, GAS_CLASS, 'UNKNOWN')}\nDeployment failed: contract already deployed at address ${formatKey64(keyOf(address))}\n`,
      );
      world.declare(0xe, { ...inGas, entryPoints: { ...inGas.entryPoints, CONSTRUCTOR: [] } });
      const empty = contractAddress(felt(0), felt(5), felt(0xe), [felt(9)]);
      expect(errorText(world.call(A, 'deploy', deploy(9, 0xe)))).toBe(
        `${frameText(1, ctor, empty, 0xe, 'UNKNOWN')}\nInvalid input: constructor_calldata; Cannot pass calldata to a contract with no constructor.\n`,
      );
    });

    test('of a class without a constructor show an empty call', () => {
      world.declare(0xe, { ...inGas, entryPoints: { ...inGas.entryPoints, CONSTRUCTOR: [] } });
      const info = world.info(A, 'deploy', [0xe, 5, ...span(), 0]);
      expect(info.inner[0]).toMatchObject({
        call: { entryPointType: 'CONSTRUCTOR', selector: keyOf(selector('constructor')), calldata: [] },
        failed: false,
        gasConsumed: 0,
      });
    });

    test('by a transaction report the selector of the constructor only if it was found', () => {
      const run = (classHash: Value, calldata: readonly Value[]) =>
        runLocal(
          executeDeployment(world.context(), {
            kind: 'deployment',
            classHash: key(classHash),
            contractAddress: key(0xdeb),
            caller: ZERO_KEY,
            calldata: calldata.map(key),
            initialGas: 100_000_000,
          }),
        );
      expect(run(0x777, [1])).toMatchObject({ kind: 'error', selector: undefined });
      expect(run(GAS_CLASS, ['fail'])).toMatchObject({ kind: 'error', selector: keyOf(selector('constructor')) });
    });
  });

  describe('meta transactions', () => {
    const META = 0x3e7a;
    const execute = keyOf(selector('__execute__'));
    beforeEach(() => {
      world.declare(META, contractClass('meta_tx'));
      world.deploy(0xe, META);
      // This class returns the transaction that it sees in __execute__.
      const EXTERNAL = inGas.entryPoints.EXTERNAL.map((entryPoint) =>
        entryPoint.selector === keyOf(selector('transaction_info')) ? { ...entryPoint, selector: execute } : entryPoint,
      );
      world.declare(0x7e11, { ...inGas, entryPoints: { ...inGas.entryPoints, EXTERNAL } });
      world.deploy(0x7, 0x7e11);
    });

    test('run with a transaction of version 0, and the caller sees its own again', () => {
      const context = world.context();
      const info = world.info(0xe, 'meta_tx', [0x7, selector('__execute__'), ...span(), ...span(1, 2)], context);
      const [count, version, account, hash, chainId, nonce, tip, bounds] = info.retdata.map(feltOf);
      expect([count, version, account, chainId, nonce, tip, bounds]).toEqual([
        7n,
        0n,
        0x7n,
        felt('SN_SEPOLIA'),
        0n,
        0n,
        0n,
      ]);
      expect(hash).not.toBe(0n);
      expect(info.inner[0]).toMatchObject({ call: { caller: ZERO_KEY, selector: execute } });
      expect(context.transaction).toBe(TRANSACTION);
    });

    test('restore the outer transaction even when they fail or end with an error', () => {
      const context = world.context();
      const failed = world.info(0xe, 'meta_tx', [A, selector('__execute__'), ...span(), ...span()], context);
      expect(failed).toMatchObject({ failed: true, retdata: [key('ENTRYPOINT_NOT_FOUND'), key('ENTRYPOINT_FAILED')] });
      expect(context.transaction).toBe(TRANSACTION);
      const error = world.call(0xe, 'meta_tx', [0x777, selector('__execute__'), ...span(), ...span()], context);
      expect(errorText(error)).toBe(
        `${frameText(1, CALLED, 0x777, 0, '__execute__')}\nRequested contract address ${formatKey64(key(0x777))} is not deployed.\n`,
      );
      expect(context.transaction).toBe(TRANSACTION);
    });
  });

  describe('a state that lacks something', () => {
    /** Throws a Need for each item that has not been fetched yet. */
    class Remote extends TestWorld {
      readonly fetched = new Set<string>();
      #need(item: StateItem): void {
        if (!this.fetched.has(JSON.stringify(item))) throw new Need(item);
      }
      override classHashAt(address: FeltKey): FeltKey {
        this.#need({ kind: 'classHash', address });
        return super.classHashAt(address);
      }
      override storageAt(address: FeltKey, cell: FeltKey): FeltKey {
        this.#need({ kind: 'storage', address, key: cell });
        return super.storageAt(address, cell);
      }
      override classAt(classHash: FeltKey): RunnableClass | undefined {
        this.#need({ kind: 'class', classHash });
        return super.classAt(classHash);
      }
    }

    const calls: [string, Value[]][] = [
      ['set_then_call', [1, 5, B, selector('call'), ...span(A, selector('increase'), ...span(3))]],
      ['deploy', [GAS_CLASS, 5, ...span(9), 1]],
      ['library', [STEPS_CLASS, selector('increase'), ...span(7)]],
      ['try_call', [B, selector('set_then_call'), ...span(2, 2, A, selector('panic_with'), ...span(...span('x')))]],
      ['replace', [STEPS_CLASS]],
      ['block_hash', [5]],
    ];

    test.each(calls)('is asked for it, and the call comes out the same: %s', (name, calldata) => {
      const local = world.info(A, name, calldata);
      const remote = new Remote(machine());
      for (const classHash of [GAS_CLASS, STEPS_CLASS]) remote.declare(classHash, world.classes.get(key(classHash))!);
      for (const address of [A, B]) remote.deploy(address, GAS_CLASS);
      const run = executeCall(remote.context(), { ...local.call, classHash: undefined });
      let needs = 0;
      let step = run.next();
      for (; !step.done; step = run.next()) {
        if (!(step.value instanceof Need)) continue;
        needs++;
        remote.fetched.add(JSON.stringify(step.value.item));
      }
      expect(needs).toBe(remote.fetched.size);
      expect(needs).toBeGreaterThan(1);
      expect(step.value).toEqual({ kind: 'finished', info: local });
      expect(remote.state.diff()).toEqual(world.state.diff());
    });
  });
});
