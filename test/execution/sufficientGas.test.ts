import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { UDC_ADDRESS } from '../../src/chain/genesis/genesis.ts';
import { simulateBatch } from '../../src/chain/run/simulateBatch.ts';
import type { ChainValue } from '../../src/chain/value/chainValue.ts';
import { selectorOf } from '../../src/execution/hash/address.ts';
import type { ResourceBounds } from '../../src/execution/transaction.ts';
import { type Felt, feltOfAscii, formatFelt, toFelt } from '../../src/felt/felt.ts';
import { keyOf } from '../../src/felt/key.ts';
import { starkPublicKey } from '../../src/felt/stark.ts';
import { Sandbox, type SandboxAccount, SandboxError } from '../../src/index.ts';
import { formatClass } from '../../src/rpc/format/contractClass.ts';
import { EMPTY_DIFF } from '../../src/state/stateDiff.ts';
import { contractClass } from '../support/calls/contracts.ts';
import { executedOf, offerExactly } from '../support/exactOffer.ts';
import { EXERCISER } from '../support/fork/chains.ts';
import { nextAction } from '../support/fork/mixedActions.ts';
import { deployExerciser, ownClass } from '../support/fork/wallet.ts';
import fc from '../support/properties.ts';
import { Random } from '../support/random.ts';
import { runLocal } from '../support/runLocal.ts';
import {
  accountAddress,
  accountDeployment,
  declaration,
  invocation,
  NO_BOUNDS,
  type Signer,
  type Unsigned,
} from '../support/signedTransactions.ts';
import { type Call, STRK } from '../support/wallet.ts';
import { CLASSES, ESTIMATE, World } from '../support/world.ts';

const BRANCHING = 0xb4a9c4n;
const branching = contractClass('branching');
/** The approximate cost of the curve multiplications, which is what their branch withdraws and usually puts back. */
const DEAR = 2_000_000n;

const ADD = { INVOKE: 'Invoke', DECLARE: 'Declare', DEPLOY_ACCOUNT: 'DeployAccount' } as const;
const PARAMETER = {
  INVOKE: 'invoke_transaction',
  DECLARE: 'declare_transaction',
  DEPLOY_ACCOUNT: 'deploy_account_transaction',
} as const;

interface WireEstimate {
  readonly l1_gas_consumed: string;
  readonly l1_gas_price: string;
  readonly l1_data_gas_consumed: string;
  readonly l1_data_gas_price: string;
  readonly l2_gas_consumed: string;
  readonly l2_gas_price: string;
  readonly overall_fee: string;
}
interface Simulated {
  readonly transaction_trace: { readonly execution_resources: { readonly l2_gas: number } };
  readonly fee_estimation: WireEstimate;
}
interface Receipt {
  readonly execution_status: string;
  readonly revert_reason?: string;
  readonly execution_resources: { readonly l2_gas: number };
}

const boundsOf = (estimate: WireEstimate): ResourceBounds => ({
  l1Gas: { maxAmount: BigInt(estimate.l1_gas_consumed), maxPricePerUnit: BigInt(estimate.l1_gas_price) },
  l1DataGas: { maxAmount: BigInt(estimate.l1_data_gas_consumed), maxPricePerUnit: BigInt(estimate.l1_data_gas_price) },
  l2Gas: { maxAmount: BigInt(estimate.l2_gas_consumed), maxPricePerUnit: BigInt(estimate.l2_gas_price) },
});
const withL2Gas = (bounds: ResourceBounds, maxAmount: bigint): ResourceBounds => ({
  ...bounds,
  l2Gas: { ...bounds.l2Gas, maxAmount },
});

let box: Sandbox;
/** Two accounts of the class with the expensive branch. The second takes it in every validation. */
let accounts: readonly Signer[];

const signerOf = ({ address, privateKey }: SandboxAccount): Signer => ({
  address: toFelt(BigInt(address)),
  privateKey: toFelt(BigInt(privateKey)),
});

const estimate = async (...transactions: readonly object[]) =>
  box.request<readonly WireEstimate[]>('starknet_estimateFee', {
    request: transactions,
    simulation_flags: [],
    block_id: 'latest',
  });
const simulate = async (transaction: object, ...simulation_flags: readonly string[]) =>
  (
    await box.request<readonly Simulated[]>('starknet_simulateTransactions', {
      transactions: [transaction],
      simulation_flags,
      block_id: 'latest',
    })
  )[0]!;

async function send(transaction: object): Promise<Receipt> {
  const { type } = transaction as { type: keyof typeof ADD };
  const sent = await box.request<{ transaction_hash: string }>(`starknet_add${ADD[type]}Transaction`, {
    [PARAMETER[type]]: transaction,
  });
  return box.request<Receipt>('starknet_getTransactionReceipt', [sent.transaction_hash]);
}

const nonceOf = async (address: Felt) =>
  BigInt(await box.request<string>('starknet_getNonce', ['latest', formatFelt(address)]));
const invoke = async (signer: Signer, ...calls: readonly Call[]) =>
  invocation(signer, await nonceOf(signer.address), calls);

/** Estimates a transaction without bounds and sends it with exactly what the estimate says. */
async function sendAsEstimated(unsigned: Unsigned) {
  const [told] = await estimate(await unsigned(NO_BOUNDS));
  const simulated = await simulate(await unsigned(NO_BOUNDS), 'SKIP_FEE_CHARGE');
  expect(simulated.fee_estimation).toEqual(told);
  const receipt = await send(await unsigned(boundsOf(told!)));
  expect(receipt).toMatchObject({ execution_status: 'SUCCEEDED' });
  const limit = BigInt(told!.l2_gas_consumed);
  const used = BigInt(simulated.transaction_trace.execution_resources.l2_gas);
  return { told: told!, bounds: boundsOf(told!), limit, used };
}

beforeAll(async () => {
  box = await Sandbox.create({ seed: 9, accounts: 2, initialBalance: 10n ** 24n });
  await deployExerciser(box, EXERCISER);
  await box.request('devnet_applyStateDiff', {
    state_diff: {
      deployed_contracts: [{ address: formatFelt(toFelt(BRANCHING)), class_hash: formatFelt(branching.classHash) }],
    },
    classes: [{ contract_class: await formatClass(branching.definition) }],
  });
  await box.mint(BRANCHING, 10n ** 10n);
  await box.mint(EXERCISER, 10n ** 10n);
  accounts = await Promise.all(
    [[], [toFelt(0)]].map(async (more, i) => {
      const privateKey = toFelt(0x5ec4e7n + BigInt(i));
      const calldata = [starkPublicKey(privateKey), toFelt(0)];
      const signer = { privateKey, more, address: accountAddress(branching.classHash, calldata) };
      await box.mint(signer.address, 10n ** 22n);
      return signer;
    }),
  );
});
afterAll(() => box.close());

const call = (entryPoint: string, ...calldata: readonly bigint[]): Call => ({ to: BRANCHING, entryPoint, calldata });
const inner = ({ to, entryPoint, calldata }: Call): readonly bigint[] => [
  to,
  selectorOf(entryPoint),
  BigInt(calldata.length),
  ...calldata,
];

describe('an account whose code has an expensive branch', () => {
  test('deploys itself, declares and invokes with exactly the estimated gas', async () => {
    for (const signer of accounts) {
      const calldata = [starkPublicKey(signer.privateKey), toFelt(0)];
      const { limit, used } = await sendAsEstimated(accountDeployment(signer, branching.classHash, calldata));
      expect(limit).toBeGreaterThanOrEqual(used);
    }
    const [cheap, dear] = accounts as [Signer, Signer];
    await sendAsEstimated(await invoke(cheap, { to: BigInt(STRK), entryPoint: 'transfer', calldata: [7n, 1n, 0n] }));
    await sendAsEstimated(await invoke(dear, { to: BigInt(STRK), entryPoint: 'transfer', calldata: [7n, 1n, 0n] }));
    await sendAsEstimated(declaration(cheap, await nonceOf(cheap.address), ownClass('blake', 'OfTheCheap')));
    await sendAsEstimated(declaration(dear, await nonceOf(dear.address), ownClass('blake', 'OfTheDear')));
  });

  test('gets the lowest sufficient limit in the estimate, and traces show what it uses', async () => {
    const [signer] = accounts as [Signer];
    const { told, bounds, limit, used } = await sendAsEstimated(await invoke(signer, call('branch', 0n)));
    expect(limit).toBeGreaterThan(used + used / 10n);
    expect(limit).toBeGreaterThan(DEAR);
    expect(BigInt(told.overall_fee)).toBe(
      BigInt(told.l2_gas_consumed) * BigInt(told.l2_gas_price) +
        BigInt(told.l1_data_gas_consumed) * BigInt(told.l1_data_gas_price),
    );
    const less = await invoke(signer, call('branch', 0n));
    expect(await send(await less(withL2Gas(bounds, limit - 1n)))).toMatchObject({
      execution_status: 'REVERTED',
      revert_reason: expect.stringContaining("'Out of gas'"),
    });

    // Here the validation needs the most gas.
    const transfer = { to: BigInt(STRK), entryPoint: 'transfer', calldata: [7n, 1n, 0n] };
    const sent = await sendAsEstimated(await invoke(signer, transfer));
    expect(sent.limit).toBeGreaterThan(sent.used + sent.used / 10n);
    const again = await invoke(signer, transfer);
    await expect(send(await again(withL2Gas(sent.bounds, sent.limit - 1n)))).rejects.toMatchObject({
      code: 55,
      data: expect.stringContaining("'Out of gas'"),
    });
  });

  test('can validate with an estimate made without validation, whatever the signature', async () => {
    const [signer] = accounts as [Signer];
    const transfer = { to: BigInt(STRK), entryPoint: 'transfer', calldata: [7n, 1n, 0n] };
    const withoutValidation = async (transaction: object) =>
      (
        await box.request<readonly WireEstimate[]>('starknet_estimateFee', {
          request: [transaction],
          simulation_flags: ['SKIP_VALIDATE'],
          block_id: 'latest',
        })
      )[0]!;
    const unsigned = await invoke(signer, transfer);
    const told = await withoutValidation(await unsigned(NO_BOUNDS));
    expect(BigInt(told.l2_gas_consumed)).toBeGreaterThan(DEAR);
    const foreign = { ...(await unsigned(NO_BOUNDS)), signature: ['0x1', '0x2'] };
    expect(BigInt((await withoutValidation(foreign)).l2_gas_consumed)).toBeGreaterThan(DEAR);
    const receipt = await send(await unsigned(boundsOf(told)));
    expect(receipt).toMatchObject({ execution_status: 'SUCCEEDED' });
  });

  test('gets an estimate of what it uses if that is sufficient', async () => {
    const [, signer] = accounts as [Signer, Signer];
    const { limit, used } = await sendAsEstimated(await invoke(signer, call('branch', 1n)));
    expect(limit).toBe(used);
  });
});

test('a slice of an array is not mistaken for a withdrawal of gas', async () => {
  const signer = signerOf(box.accounts[0]!);
  const { limit, used } = await sendAsEstimated(await invoke(signer, call('slice', 3n, 5n, 6n, 7n, 1n, 2n)));
  expect(limit).toBe(used);
});

test('under the estimated limit, calls that fail and are caught fail in the same way', async () => {
  const signer = signerOf(box.accounts[0]!);
  for (const tried of [
    call('branch', 0n),
    call('recurse', 40n, 0n),
    { to: EXERCISER, entryPoint: 'panic_with', calldata: [1n, 5n] },
  ]) {
    const unsigned = await invoke(signer, call('try_call', ...inner(tried)));
    await sendAsEstimated(unsigned);
    const result = await box.request<string>('starknet_getStorageAt', [
      formatFelt(toFelt(BRANCHING)),
      formatFelt(selectorOf('result')),
      'latest',
    ]);
    expect(BigInt(result)).toBe(tried.entryPoint === 'panic_with' ? 0n : 1n);
  }
});

test('each transaction of a batch is estimated on the state after the earlier ones', async () => {
  const [one, two] = accounts as [Signer, Signer];
  const predeployed = signerOf(box.accounts[0]!);
  const first = await invoke(one, { to: EXERCISER, entryPoint: 'set', calldata: [77n, 1n] });
  const next = (await nonceOf(one.address)) + 1n;
  const batch: readonly Unsigned[] = [
    first,
    // The cell exists now, which costs less than a new one.
    invocation(one, next, [{ to: EXERCISER, entryPoint: 'set', calldata: [77n, 2n] }]),
    await invoke(two, call('branch', 0n)),
    await invoke(predeployed, call('call_or_work', 0n, ...inner(call('branch', 0n)))),
    invocation(one, next + 1n, [call('branch_often', 3n, 0n)]),
  ];
  const told = await estimate(...(await Promise.all(batch.map((unsigned) => unsigned(NO_BOUNDS)))));
  for (const [i, unsigned] of batch.entries())
    expect(await send(await unsigned(boundsOf(told[i]!)))).toMatchObject({ execution_status: 'SUCCEEDED' });
});

test('bounds of an estimate do not limit it, those of a simulation that charges do', async () => {
  const [signer] = accounts as [Signer];
  const unsigned = await invoke(signer, call('branch', 0n));
  const [told] = await estimate(await unsigned(NO_BOUNDS));
  const bounds = boundsOf(told!);
  const few = withL2Gas(bounds, 1_200_000n);
  expect(await estimate(await unsigned(few))).toEqual([told]);
  expect((await simulate(await unsigned(few), 'SKIP_FEE_CHARGE')).fee_estimation).toEqual(told);
  await expect(simulate(await unsigned(few))).rejects.toMatchObject({ code: 41 });
  // Bounds that are too high do not change the estimate.
  const many = withL2Gas(bounds, 3n * bounds.l2Gas.maxAmount);
  expect((await simulate(await unsigned(many))).fee_estimation).toEqual(told);
  expect((await simulate(await unsigned(bounds))).fee_estimation).toEqual(told);
});

test('a class that may read its gas counter is run again with what it uses', () => {
  const world = new World();
  const { account } = CLASSES;
  const reader = { ...account, runnable: { ...account.runnable, readsGas: true } };
  const state = world.state.apply(EMPTY_DIFF, [[keyOf(account.classHash), reader]]);
  const [from, to] = world.accounts;
  const submission = world.transfer(from, to.address, 5n, { resourceBounds: NO_BOUNDS });
  const { machine, block } = world;
  const [simulated] = runLocal(
    simulateBatch({ state, machine, block }, [{ submission, flags: ESTIMATE }]),
  ).transactions;
  const { requiredGas, receipt } = simulated!.executed;
  expect(requiredGas).toBeUndefined();
  expect(simulated!.gas).toEqual(receipt.gas);
});

test('generated transactions succeed with exactly the estimated gas', async () => {
  const flag = fc.nat(5).map((dear) => (dear === 0 ? 1n : 0n));
  const small = fc.bigInt(0n, 9n);
  const { call: anyCall } = fc.letrec<{ call: Call }>((tie) => ({
    call: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      flag.map((dear) => call('branch', dear)),
      fc.tuple(small, flag).map(([times, dear]) => call('branch_often', times / 3n, dear)),
      fc.tuple(small, flag).map(([depth, dear]) => call('recurse', depth * 5n, dear)),
      fc
        .array(small, { minLength: 2, maxLength: 6 })
        .map((list) => call('slice', BigInt(list.length), ...list, 1n, 1n)),
      fc.tuple(small, small).map((calldata): Call => ({ to: EXERCISER, entryPoint: 'set', calldata })),
      fc.constantFrom(1n, 60n).map((count): Call => ({ to: EXERCISER, entryPoint: 'count', calldata: [count] })),
      small.map((depth): Call => ({ to: EXERCISER, entryPoint: 'recurse', calldata: [depth] })),
      small.map((many): Call => ({ to: EXERCISER, entryPoint: 'emit_many', calldata: [many] })),
      small.map((scalar): Call => ({ to: EXERCISER, entryPoint: 'secp256r1', calldata: [scalar + 2n, 0n] })),
      small.map((felt): Call => ({ to: EXERCISER, entryPoint: 'curve', calldata: [felt + 1n] })),
      fc.constant({ to: EXERCISER, entryPoint: 'keccak', calldata: [17n, ...Array<bigint>(17).fill(5n)] } as Call),
      fc.bigInt(1n, 2n ** 200n).map((salt): Call => {
        const calldata = [branching.classHash, salt, 0n, 2n, 5n, salt % 2n];
        return { to: UDC_ADDRESS, entryPoint: 'deployContract', calldata };
      }),
      small.map((to): Call => ({ to: BigInt(STRK), entryPoint: 'transfer', calldata: [to + 1n, 1n, 0n] })),
      tie('call').map((nested) => call('call_or_work', 0n, ...inner(nested))),
      tie('call').map((nested) => call('try_call', ...inner(nested))),
      tie('call').map((nested): Call => ({ to: EXERCISER, entryPoint: 'call', calldata: inner(nested) })),
    ),
  }));
  let raised = 0;
  await fc.assert(
    fc.asyncProperty(fc.nat(2), fc.array(anyCall, { minLength: 1, maxLength: 3 }), async (who, calls) => {
      const mark = box.snapshot();
      const signer = [...accounts, signerOf(box.accounts[1]!)][who]!;
      const unsigned = await invoke(signer, ...calls);
      const { limit, used, bounds } = await sendAsEstimated(unsigned);
      box.restore(mark);
      if (limit === used) return;
      raised++;
      if (limit === used + used / 10n) return;
      // The estimate is the lowest limit: with one less the transaction is rejected or reverted, or an inner call fails silently.
      const less = await unsigned(withL2Gas(bounds, limit - 1n));
      const kind = await simulate(less).then(
        ({ transaction_trace: { execution_resources } }) => BigInt(execution_resources.l2_gas) === used,
        () => false,
      );
      expect(kind).toBe(false);
    }),
    { numRuns: 80, seed: 20261115 },
  );
  expect(raised).toBeGreaterThan(15);
});

test('the estimates of a sequence of mixed transactions are sufficient for each of them', async () => {
  const chain = await Sandbox.create({ seed: 5, accounts: 3, initialBalance: 10n ** 24n });
  await deployExerciser(chain, EXERCISER);
  const accountClass = BigInt(
    await chain.request<string>('starknet_getClassHashAt', ['latest', chain.accounts[0]!.address]),
  );
  const random = new Random(20261115);
  const deployed: bigint[] = [];
  let checked = 0;
  const seen = new Set<unknown>();
  for (let turn = 0; turn < 120; turn++) {
    // Some of them are meant to be rejected.
    await nextAction({ random: (below) => random.below(below), turn, accountClass, deployed })
      .run(chain)
      .catch((error: unknown) => expect(error).toBeInstanceOf(SandboxError));
    for (const { executed, rerun } of executedOf(
      chain.snapshot() as unknown as ChainValue,
      feltOfAscii('SN_SEPOLIA'),
    )) {
      if (seen.has(executed)) continue;
      seen.add(executed);
      const offered = offerExactly(rerun());
      if (!offered) continue;
      checked++;
      expect(offered.outcome).toMatchObject({ kind: 'included', executed: { failure: undefined } });
    }
  }
  expect(checked).toBeGreaterThan(60);
  chain.close();
});
