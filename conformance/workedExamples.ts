import { WasmMachine } from '../src/cairo/wasm/wasmMachine.ts';
import { compileClass } from '../src/classes/compileClass.ts';
import type { DeclaredClass } from '../src/classes/declaredClass.ts';
import { readClass } from '../src/classes/readClass.ts';
import { executeTransaction } from '../src/execution/executeTransaction.ts';
import { contractAddress, storageAddress } from '../src/execution/hash/address.ts';
import type { Outcome } from '../src/execution/outcome.ts';
import type { DeployAccountV3, ResourceBounds, Submission } from '../src/execution/transaction.ts';
import { type Felt, toFelt } from '../src/felt/felt.ts';
import { keyOf } from '../src/felt/key.ts';
import type { State } from '../src/state/state.ts';
import { TransactionState } from '../src/state/transactionState.ts';
import { runLocal } from '../test/support/runLocal.ts';
import type { Area, CaseResult } from './area.ts';
import { blockContext, FLAGS, genesis, STRK } from './execution.ts';
import { corpusJson } from './sierraCorpus.ts';

const bounds = (l2: bigint): ResourceBounds => {
  const bound = (maxAmount: bigint) => ({ maxAmount, maxPricePerUnit: 1_500_000_000n });
  return { l1Gas: bound(0n), l1DataGas: bound(10_000n), l2Gas: bound(l2) };
};

const v3 = (nonce: bigint, l2: bigint) =>
  ({
    version: 3,
    isQuery: false,
    signature: [],
    nonce: toFelt(nonce),
    resourceBounds: bounds(l2),
    tip: 0n,
    paymasterData: [],
    nonceDataAvailabilityMode: 'L1',
    feeDataAvailabilityMode: 'L1',
  }) as const;

/** Transactions of an account that accepts every signature, with the gas in the specification. */
export const workedExamples: Area = {
  name: 'worked-examples',
  async *run(shared) {
    const read = (id: string): DeclaredClass =>
      compileClass(readClass(corpusJson(shared, `contracts/${id}.sierra.json`)));
    const account = read('feature_account_with_dummy_validate');
    const empty = read('feature_empty_contract');
    const address = contractAddress(0n as Felt, 0n as Felt, account.classHash, []);
    const ground = genesis(shared, []);
    const funding = new TransactionState(ground);
    funding.setStorage(keyOf(STRK), keyOf(storageAddress('ERC20_balances', address)), keyOf(toFelt(10n ** 21n)));
    let state: State = ground.apply(funding.diff(), [[keyOf(account.classHash), account]]);
    const run = (submission: Submission): Outcome =>
      runLocal(executeTransaction({ state, block: blockContext(1), machine: new WasmMachine() }, submission, FLAGS));

    const deploy = (l2: bigint): Submission => {
      const transaction: DeployAccountV3 = {
        ...v3(0n, l2),
        type: 'DEPLOY_ACCOUNT',
        contractAddress: address,
        contractAddressSalt: 0n as Felt,
        constructorCalldata: [],
        classHash: account.classHash,
      };
      return { transaction, hash: toFelt(1) };
    };
    const refused = run(deploy(600_000n));
    yield check('deploy account, bound passed only by the minimum', describe(refused), 'rejected: resources');
    const deployed = run(deploy(10_000_000n));
    yield check('deploy account without constructor', describe(deployed), 'l2 603140');
    if (deployed.kind === 'included') state = state.apply(deployed.executed.stateDiff);
    const declared = run({
      transaction: {
        ...v3(1n, 10_000_000n),
        type: 'DECLARE',
        senderAddress: address,
        classHash: empty.classHash,
        compiledClassHash: empty.compiledClassHash,
        accountDeploymentData: [],
      },
      hash: toFelt(2),
      declaredClass: empty,
    });
    yield check('declare of 459 bytes', describe(declared), 'l2 1070260');
  },
};

const describe = (outcome: Outcome): string =>
  outcome.kind === 'rejected' ? `rejected: ${outcome.rejection.kind}` : `l2 ${outcome.executed.receipt.gas.l2Gas}`;

const check = (id: string, ours: string, theirs: string): CaseResult =>
  ours === theirs ? { id, outcome: 'equal' } : { id, outcome: 'different', detail: `${ours}, expected ${theirs}` };
