import { WasmMachine } from '../../src/cairo/wasm/wasmMachine.ts';
import { type Rerun, rerunOf, type TransactionPlace } from '../../src/chain/run/rerun.ts';
import { simulateBatch } from '../../src/chain/run/simulateBatch.ts';
import type { ChainValue } from '../../src/chain/value/chainValue.ts';
import type { ExecutedTransaction } from '../../src/chain/value/openBlock.ts';
import { PastStates } from '../../src/chain/value/pastStates.ts';
import type { BlockContext } from '../../src/execution/blockContext.ts';
import { executeTransaction } from '../../src/execution/executeTransaction.ts';
import { pricesIn } from '../../src/execution/gas/fee.ts';
import type { GasVector } from '../../src/execution/gasVector.ts';
import type { Outcome } from '../../src/execution/outcome.ts';
import type { ResourceBounds } from '../../src/execution/transaction.ts';
import type { Felt } from '../../src/felt/felt.ts';
import { runLocal } from './runLocal.ts';

const machine = new WasmMachine();

/** Bounds that offer exactly this gas at a block's prices. */
export function exactBounds(gas: GasVector, { prices }: BlockContext): ResourceBounds {
  const price = pricesIn('FRI', prices);
  return {
    l1Gas: { maxAmount: gas.l1Gas, maxPricePerUnit: price.l1Gas },
    l1DataGas: { maxAmount: gas.l1DataGas, maxPricePerUnit: price.l1DataGas },
    l2Gas: { maxAmount: gas.l2Gas, maxPricePerUnit: price.l2Gas },
  };
}

/** The result of a transaction that was estimated and then sent with exactly the estimated bounds. */
export interface Offered {
  readonly used: GasVector;
  readonly estimated: GasVector;
  readonly outcome: Outcome;
}

/**
 * Estimates a transaction of a chain on the state it ran on, and runs it there with exactly the estimated bounds. Its hash and
 * signature stay. Undefined if no account sent it, if it bounds only L1 gas, or if it fails even without limits.
 */
export function offerExactly({ submission, before, block, flags }: Rerun): Offered | undefined {
  const { transaction } = submission;
  if (transaction.type === 'L1_HANDLER') return undefined;
  if (transaction.resourceBounds.l2Gas.maxAmount === 0n) return undefined;
  const environment = { state: before, block, machine };
  const estimate = { ...flags, onlyQuery: true, chargeFee: false };
  const [simulated] = runLocal(simulateBatch(environment, [{ submission, flags: estimate }])).transactions;
  if (!simulated || simulated.executed.failure !== undefined) return undefined;
  const resourceBounds = exactBounds(simulated.gas, block);
  const offered = { ...submission, transaction: { ...transaction, resourceBounds } } as typeof submission;
  return {
    used: simulated.executed.receipt.gas,
    estimated: simulated.gas,
    outcome: runLocal(executeTransaction(environment, offered, flags)),
  };
}

/** All transactions of a chain, and how to run each of them again. */
export function executedOf(
  value: ChainValue,
  chainId: Felt,
): readonly { readonly executed: ExecutedTransaction; readonly rerun: () => Rerun }[] {
  const { history, open } = value;
  const pastStates = new PastStates();
  const all = (blockNumber: number, list: Iterable<ExecutedTransaction>) =>
    [...list].map((executed, index) => ({
      executed,
      rerun: () =>
        rerunOf({ value, chainId, surroundings: { pastStates } }, { blockNumber, index } satisfies TransactionPlace),
    }));
  return [
    ...[...history.records].flatMap(({ block, executed }) => all(block.number, executed)),
    ...all(open.number, open.executed),
  ];
}
