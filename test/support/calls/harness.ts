// Runs entry points on a state in memory, for tests of calls and system calls.
import type { CasmClass } from '../../../src/cairo/casm.ts';
import type { Machine } from '../../../src/cairo/machine.ts';
import { PlainMachine } from '../../../src/cairo/plain/plainMachine.ts';
import type { DeclaredClass } from '../../../src/classes/declaredClass.ts';
import type { RunnableClass, SierraVersion } from '../../../src/classes/runnableClass.ts';
import type { BlockContext } from '../../../src/execution/blockContext.ts';
import type { CallContext, CallResult } from '../../../src/execution/callContext.ts';
import { callContext } from '../../../src/execution/callContext.ts';
import type { CallInfo } from '../../../src/execution/callInfo.ts';
import { executeCall } from '../../../src/execution/calls/executeCall.ts';
import type { TrackedResource } from '../../../src/execution/calls/trackedResource.ts';
import { errorStackOf, formatErrorStack } from '../../../src/execution/errors/formatErrorStack.ts';
import { selectorOf } from '../../../src/execution/hash/address.ts';
import type { TransactionInfo } from '../../../src/execution/transactionInfo.ts';
import { type Felt, feltOfAscii, toFelt } from '../../../src/felt/felt.ts';
import { type FeltKey, feltOf, keyOf, ZERO_KEY } from '../../../src/felt/key.ts';
import { PROTOCOL_0_14_4 } from '../../../src/protocol/v0_14_4.ts';
import type { StateReader } from '../../../src/state/stateReader.ts';
import { TransactionState } from '../../../src/state/transactionState.ts';
import { runLocal } from '../runLocal.ts';

/** A felt in a test, written as a number, a short string or a felt. */
export type Value = number | bigint | string;

export const felt = (value: Value): Felt => (typeof value === 'string' ? feltOfAscii(value) : toFelt(value));
export const key = (value: Value): FeltKey => keyOf(felt(value));

/** The Sierra version of a class with the given metering. */
export const sierraVersionOf = (tracked: TrackedResource): SierraVersion =>
  tracked === 'SierraGas' ? [1, 7, 0] : [1, 6, 0];

/** A compiled class ready to run, with the given metering. */
export function runnableOf(casm: CasmClass, tracked: TrackedResource): RunnableClass {
  const entryPoints = (type: keyof CasmClass['entryPointsByType']) =>
    casm.entryPointsByType[type].map(({ selector, offset, builtins }) => ({
      selector: keyOf(selector),
      offset,
      builtins,
    }));
  return {
    kind: 'sierra',
    program: { kind: 'casm', bytecode: casm.bytecode, hints: new Map(casm.hints), builtins: [] },
    entryPoints: {
      EXTERNAL: entryPoints('EXTERNAL'),
      L1_HANDLER: entryPoints('L1_HANDLER'),
      CONSTRUCTOR: entryPoints('CONSTRUCTOR'),
    },
    sierraVersion: sierraVersionOf(tracked),
    readsGas: false,
  };
}

export const BLOCK: BlockContext = {
  number: 2_050,
  timestamp: 1_700_003_700n,
  sequencerAddress: key(0x1000),
  prices: { l1Gas: { wei: 1n, fri: 1n }, l1DataGas: { wei: 1n, fri: 1n }, l2Gas: { wei: 1n, fri: 1n } },
  blobDa: true,
  chainId: key('SN_SEPOLIA'),
  feeTokens: { eth: key(1), strk: key(2) },
  constants: PROTOCOL_0_14_4,
};

/** A transaction of version 3 from the account 0xacc. */
export const TRANSACTION: TransactionInfo = {
  version: key(3),
  onlyQuery: false,
  account: key(0xacc),
  maxFee: ZERO_KEY,
  signature: [key(11), key(12)],
  hash: key(0x4a54),
  nonce: key(7),
  v3: {
    tip: 5n,
    resourceBounds: ['L1_GAS', 'L2_GAS', 'L1_DATA'].flatMap((name, i) => [key(name), key(100 + i), key(200 + i)]),
    paymasterData: [],
    nonceDaMode: 0,
    feeDaMode: 0,
    accountDeploymentData: [],
    proofFacts: [],
  },
};

/** A state in memory, with contracts and classes that the test adds. */
export class TestWorld implements StateReader {
  readonly classes = new Map<FeltKey, RunnableClass>();
  readonly contracts = new Map<FeltKey, FeltKey>();
  readonly cells = new Map<string, FeltKey>();
  readonly machine: Machine;
  state: TransactionState;

  constructor(machine: Machine = new PlainMachine()) {
    this.machine = machine;
    this.state = new TransactionState(this);
  }

  classHashAt(address: FeltKey): FeltKey {
    return this.contracts.get(address) ?? ZERO_KEY;
  }
  nonceAt(): FeltKey {
    return ZERO_KEY;
  }
  storageAt(address: FeltKey, cell: FeltKey): FeltKey {
    return this.cells.get(address + cell) ?? ZERO_KEY;
  }
  classAt(classHash: FeltKey): RunnableClass | undefined {
    return this.classes.get(classHash);
  }
  compiledClassHashAt(): FeltKey {
    return ZERO_KEY;
  }

  declare(classHash: Value, runnable: RunnableClass | DeclaredClass): void {
    this.classes.set(key(classHash), 'runnable' in runnable ? runnable.runnable : runnable);
  }

  deploy(address: Value, classHash: Value): void {
    this.contracts.set(key(address), key(classHash));
  }

  context(fields: Partial<Parameters<typeof callContext>[0]> = {}, gas = 1_110_000_000): CallContext {
    const { machine, state } = this;
    return callContext(
      { machine, state, block: BLOCK, mode: 'Execute', transaction: TRANSACTION, stepsLeft: 10_000_000, ...fields },
      gas,
    );
  }

  /** Calls a function of a contract and runs it to its end. */
  call(
    address: Value,
    name: string,
    calldata: readonly Value[] = [],
    context: CallContext = this.context(),
    type: 'EXTERNAL' | 'L1_HANDLER' = 'EXTERNAL',
  ): CallResult {
    return runLocal(
      executeCall(context, {
        contractAddress: key(address),
        classHash: undefined,
        entryPointType: type,
        selector: keyOf(selectorOf(name)),
        calldata: calldata.map(key),
        caller: key(0xca11e4),
        callType: 'CALL',
        initialGas: context.lastGas,
      }),
    );
  }

  /** Makes a call that must not end with an error, and returns its call info. */
  info(...call: Parameters<TestWorld['call']>): CallInfo {
    const result = this.call(...call);
    if (result.kind === 'error')
      throw new Error(
        formatErrorStack(
          errorStackOf(
            'none',
            { contractAddress: ZERO_KEY, classHash: ZERO_KEY, selector: undefined },
            result.segments,
          ),
        ),
      );
    return result.info;
  }

  /** Makes a call and returns its return data. */
  get(...call: Parameters<TestWorld['call']>): Felt[] {
    const info = this.info(...call);
    if (info.failed) throw new Error(`panicked: ${info.retdata.map((item) => feltOf(item).toString(16))}`);
    return info.retdata.map(feltOf);
  }
}
