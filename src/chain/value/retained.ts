// Transactions and receipts as a chain stores them. It stores all of them, and many parts of them are equal: addresses,
// selectors, bounds, small numbers, empty lists. A value that equals a recent one is replaced by it, so that they share memory.
import type { GasVector } from '../../execution/gasVector.ts';
import { CALL_UNITS, type InnerCalls } from '../../execution/innerCalls.ts';
import type { ExecutionFlags } from '../../execution/outcome.ts';
import type { ExecutionStatus, Receipt, ReceiptEvent } from '../../execution/receipt.ts';
import type { InvokeV3, ResourceBound, ResourceBounds, Submission } from '../../execution/transaction.ts';
import type { Felt } from '../../felt/felt.ts';

// Each number has one slot, by its lowest bits, so values chosen by contracts cannot make a search longer.
const SLOT_BITS = 12;
const slots: bigint[] = [];

function shared<N extends bigint>(number: N): N {
  const slot = Number(BigInt.asUintN(SLOT_BITS, number));
  const known = slots[slot];
  if (known === number) return known as N;
  slots[slot] = number;
  return number;
}

const NONE: readonly never[] = [];
const sharedList = (felts: readonly Felt[]): readonly Felt[] => (felts.length === 0 ? NONE : felts.map(shared));

/** Shares one object for values that equal the previous one. */
function lastOf<T>(isEqual: (a: T, b: T) => boolean, copy: (value: T) => T): (value: T) => T {
  let last: T | undefined;
  return (value) => {
    if (last === undefined || !isEqual(last, value)) last = copy(value);
    return last;
  };
}

const isSameBound = (a: ResourceBound, b: ResourceBound): boolean =>
  a.maxAmount === b.maxAmount && a.maxPricePerUnit === b.maxPricePerUnit;
const copyBound = ({ maxAmount, maxPricePerUnit }: ResourceBound): ResourceBound => ({
  maxAmount: shared(maxAmount),
  maxPricePerUnit: shared(maxPricePerUnit),
});
const sharedL1Gas = lastOf(isSameBound, copyBound);
const sharedL1DataGas = lastOf(isSameBound, copyBound);
const sharedL2Gas = lastOf(isSameBound, copyBound);
const sharedBounds = lastOf<ResourceBounds>(
  (a, b) => isSameBound(a.l1Gas, b.l1Gas) && isSameBound(a.l1DataGas, b.l1DataGas) && isSameBound(a.l2Gas, b.l2Gas),
  ({ l1Gas, l1DataGas, l2Gas }) => ({
    l1Gas: sharedL1Gas(l1Gas),
    l1DataGas: sharedL1DataGas(l1DataGas),
    l2Gas: sharedL2Gas(l2Gas),
  }),
);

const isSameGas = (a: GasVector, b: GasVector): boolean =>
  a.l1Gas === b.l1Gas && a.l1DataGas === b.l1DataGas && a.l2Gas === b.l2Gas;
const copyGas = ({ l1Gas, l1DataGas, l2Gas }: GasVector): GasVector => ({
  l1Gas: shared(l1Gas),
  l1DataGas: shared(l1DataGas),
  l2Gas: shared(l2Gas),
});
const sharedGas = lastOf(isSameGas, copyGas);
const sharedDaGas = lastOf(isSameGas, copyGas);

const SUCCEEDED: ExecutionStatus = { status: 'SUCCEEDED' };

export function retainedReceipt(receipt: Receipt): Receipt {
  const { transactionHash, type, actualFee, execution, events, messages, gas, daGas } = receipt;
  const { contractAddress, messageHash } = receipt;
  const retained: Receipt = {
    transactionHash,
    type,
    actualFee: { amount: shared(actualFee.amount), unit: actualFee.unit },
    execution: execution.status === 'SUCCEEDED' ? SUCCEEDED : execution,
    events: events.length === 0 ? NONE : events.map(retainedEvent),
    messages: messages.length === 0 ? NONE : messages,
    gas: sharedGas(gas),
    daGas: sharedDaGas(daGas),
  };
  const cheats = receipt.cheats && { cheats: receipt.cheats };
  if (contractAddress !== undefined) return { ...retained, contractAddress, ...cheats };
  if (messageHash !== undefined) return { ...retained, messageHash, ...cheats };
  return cheats ? { ...retained, ...cheats } : retained;
}

const retainedEvent = ({ fromAddress, keys, data }: ReceiptEvent): ReceiptEvent => ({
  fromAddress: shared(fromAddress),
  keys: sharedList(keys),
  data: sharedList(data),
});

/** Other transactions are few and are stored as they are. */
export const retainedTransaction = (transaction: Submission['transaction']): Submission['transaction'] =>
  transaction.type === 'INVOKE' ? retainedInvoke(transaction) : transaction;

const retainedInvoke = (invoke: InvokeV3): InvokeV3 => ({
  ...invoke,
  senderAddress: shared(invoke.senderAddress),
  calldata: sharedList(invoke.calldata),
  accountDeploymentData: sharedList(invoke.accountDeploymentData),
  proofFacts: sharedList(invoke.proofFacts),
  nonce: shared(invoke.nonce),
  resourceBounds: sharedBounds(invoke.resourceBounds),
  tip: shared(invoke.tip),
  paymasterData: sharedList(invoke.paymasterData),
});

const isSameFlags = (a: ExecutionFlags, b: ExecutionFlags): boolean =>
  a.onlyQuery === b.onlyQuery &&
  a.validate === b.validate &&
  a.chargeFee === b.chargeFee &&
  a.strictNonce === b.strictNonce &&
  a.checkSize === b.checkSize &&
  a.callAs === b.callAs;

export const retainedFlags = lastOf<ExecutionFlags>(isSameFlags, (flags) => ({ ...flags }));

const callSlots: InnerCalls[] = [];
/** A list of more calls is rarely equal to another one, and what is shared here is kept as long as the process runs. */
const MOST_SHARED_CALLS = 32;

/** Transactions that call the same functions share the list. */
export function retainedCalls(calls: InnerCalls | undefined): InnerCalls | undefined {
  if (calls === undefined || calls.length > MOST_SHARED_CALLS * CALL_UNITS) return calls;
  let slot = calls.length;
  // The lowest units of the addresses and selectors.
  for (let at = 0; at < Math.min(calls.length, 128); at += 16) slot = Math.imul(slot, 31) + calls.charCodeAt(at);
  slot &= 2 ** SLOT_BITS - 1;
  const known = callSlots[slot];
  if (known === calls) return known;
  callSlots[slot] = calls;
  return calls;
}
