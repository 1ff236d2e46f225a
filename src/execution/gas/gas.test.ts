import { expect, test } from 'vitest';
import type { RunnableClass } from '../../classes/runnableClass.ts';
import { toFelt } from '../../felt/felt.ts';
import { type FeltKey, keyOf } from '../../felt/key.ts';
import { PROTOCOL_0_14_4 as constants } from '../../protocol/v0_14_4.ts';
import { State } from '../../state/state.ts';
import { TransactionState } from '../../state/transactionState.ts';
import type { CallInfo } from '../callInfo.ts';
import { archivalGas, codeBytes } from './archivalGas.ts';
import { classHashGas } from './classHashGas.ts';
import { computationGas, vmL1Gas } from './computationGas.ts';
import { messageGas } from './messageGas.ts';
import { kzgResources, osTransactionResources } from './osTransactionResources.ts';
import { allocationGas, countChanges, dataAvailabilityGas, NO_CHANGES, segmentLength } from './stateChanges.ts';
import { addResources, NO_RESOURCES } from './vmResources.ts';

const key = (value: number): FeltKey => keyOf(toFelt(value));
const call = (parts: Partial<CallInfo>): CallInfo => ({
  call: {
    contractAddress: key(1),
    classHash: key(2),
    entryPointType: 'EXTERNAL',
    selector: key(3),
    calldata: [],
    caller: key(0),
    callType: 'CALL',
    initialGas: 0,
  },
  retdata: [],
  failed: false,
  events: [],
  messages: [],
  inner: [],
  tracked: 'CairoSteps',
  resources: NO_RESOURCES,
  gasConsumed: 0,
  ...parts,
});
const event = (keys: number, data: number) => ({
  order: 0,
  keys: Array<FeltKey>(keys).fill(key(1)),
  data: Array<FeltKey>(data).fill(key(1)),
});
const message = (payload: number) => ({ order: 0, toAddress: key(1), payload: Array<FeltKey>(payload).fill(key(1)) });

test('the OS takes 5310 steps for an INVOKE with four felts and minimal changes', () => {
  const os = osTransactionResources('InvokeFunction', 4, 4, true, constants);
  expect(os.steps).toBe(4779 + 22 + 4 * 113 + 57);
  expect(vmL1Gas(os, 0, constants)).toBe(14n);
  expect(kzgResources(0, constants)).toMatchObject({ steps: 21, builtins: { poseidon: 1 } });
  expect(kzgResources(11, constants).steps).toBe(1243 + 55 + 3 + 21);
});

test('the computation of a token transfer metered in steps costs 1,360,000 gas: only the most expensive resource counts', () => {
  const os = osTransactionResources('InvokeFunction', 7, 6, true, constants);
  const run = {
    steps: 1339 + 6106,
    memoryHoles: 453,
    builtins: { pedersen: 4, range_check: 110, ec_op: 3, poseidon: 0 },
    blakes: 0,
  };
  const all = addResources(os, run);
  expect(all.steps).toBe(13_016);
  expect(computationGas(all, 0n, 0, 'All', constants)).toEqual({ l1Gas: 0n, l1DataGas: 0n, l2Gas: 1_360_000n });
  expect(computationGas(all, 40_001n, 0, 'NoL2Gas', constants).l1Gas).toBe(36n);
  const keccak = { ...NO_RESOURCES, steps: 1000, builtins: { keccak: 7 } };
  expect(vmL1Gas(keccak, 0, constants)).toBe(36n);
  expect(vmL1Gas({ ...NO_RESOURCES, steps: 1, builtins: { segment_arena: 40 } }, 0, constants)).toBe(2n);
  expect(vmL1Gas({ ...NO_RESOURCES, blakes: 3 }, 0, constants)).toBe(3n);
  expect(vmL1Gas(NO_RESOURCES, 401, constants)).toBe(2n);
});

test('archived data consists of calldata, signature, events and code', () => {
  const calls = [call({ events: [event(3, 2)] })];
  const none = { felts: 0, codeBytes: 0, hasProof: false, calls: [] };
  expect(archivalGas({ ...none, felts: 9, calls }, 'All', constants).l2Gas).toBe(46_080n + 40_960n);
  const bytes = codeBytes({ bytecodeFelts: 9368, sierraFelts: 3969, abiBytes: 7992 });
  expect(bytes).toBe(434_776);
  expect(archivalGas({ ...none, codeBytes: bytes }, 'All', constants).l2Gas).toBe(556_513_280n);
  expect(archivalGas({ ...none, felts: 4, calls }, 'NoL2Gas', constants)).toEqual({
    l1Gas: 1n,
    l1DataGas: 0n,
    l2Gas: 0n,
  });
  expect(archivalGas({ ...none, hasProof: true }, 'All', constants).l2Gas).toBe(75_000_000n);
  const inner = call({ inner: [call({ events: [event(0, 1)] })] });
  expect(archivalGas({ ...none, calls: [inner] }, 'All', constants).l2Gas).toBe(5120n);
});

test('messages cost the gas that they take on L1', () => {
  expect(messageGas([], 2)).toEqual({ l1Gas: 16_023n, starknetL1Gas: 16_023n - 7n * 612n, segmentLength: 7 });
  expect(messageGas([call({ messages: [message(2)] })], undefined).l1Gas).toBe(28_144n);
  expect(messageGas([call({})], undefined).l1Gas).toBe(0n);
});

test('the gas of hashing a class is estimated from its felts, segments and entry points', () => {
  const small = Array(4).fill(toFelt(1));
  const large = Array(4).fill(toFelt(2n ** 100n));
  const runnable: RunnableClass = {
    kind: 'sierra',
    program: { kind: 'casm', bytecode: [...small, ...large], hints: new Map(), builtins: [] },
    entryPoints: { EXTERNAL: [], L1_HANDLER: [], CONSTRUCTOR: [] },
    sierraVersion: [1, 7, 0],
    readsGas: false,
  };
  // The code is 40 words, which is two and a half blocks. There are 5 large felts at the end and three empty lists of entry points.
  const code = (4 * 15 + 4 * 38 + 192 + 4 * 3 - 4) * 100 + 11 * 70 + 3 * 3334;
  const last = (5 * 38 + 192 + 4 * 3 - 4) * 100 + 8 * 70 + 3 * 3334;
  const whole = (54 + 4) * 100 + 3 * (21 + 167) * 100 + code + last;
  expect(classHashGas(runnable, constants)).toBe(whole);
  const cut = classHashGas({ ...runnable, segmentLengths: [4, 4] }, constants);
  expect(cut).toBeGreaterThan(whole);
  const cairo0 = { ...runnable, kind: 'cairo0' } as const;
  expect(classHashGas(cairo0, constants)).toBe(9 * (800 + 4050));
});

test('changes are counted once, without the fee token as a contract and with the balance of the payer', () => {
  const [sender, token, other, balance] = [key(1), key(2), key(3), key(77)];
  const state = new TransactionState(State.over());
  state.setNonce(sender, key(1));
  state.setStorage(token, key(5), key(9));
  const fee = { token, cell: balance };
  const changes = countChanges(state.diff(), state, fee);
  expect(changes).toEqual({ storage: 2, modifiedContracts: 1, classHashes: 0, compiledClassHashes: 0, allocated: 1 });
  expect(segmentLength(changes)).toBe(6);
  expect(dataAvailabilityGas(changes, true).l1DataGas).toBe(192n);
  expect(allocationGas(changes, true, constants)).toEqual({ l1Gas: 0n, l1DataGas: 32n, l2Gas: 402_000n });
  state.setStorage(token, balance, key(4));
  state.setStorage(other, key(1), key(1));
  state.setClassHash(other, key(8));
  const more = countChanges(state.diff(), state, fee);
  expect(more).toEqual({ storage: 3, modifiedContracts: 2, classHashes: 1, compiledClassHashes: 0, allocated: 3 });
  expect(dataAvailabilityGas(more, false).l1Gas).toBe(551n * 11n - 624n - 240n);
  expect(dataAvailabilityGas(NO_CHANGES, false).l1Gas).toBe(0n);
});
