import type { SpecDifferences } from './olderSpec.ts';

const HEADER = [
  'event_commitment',
  'event_count',
  'receipt_commitment',
  'state_diff_commitment',
  'state_diff_length',
  'transaction_commitment',
  'transaction_count',
];
const EVENT = ['event_index', 'transaction_index'];
/** No specification has the two of L1 handlers: starknet-devnet adds them, but it does not serve 0.9, and strict clients refuse them. */
const TRANSACTION = ['proof_facts', 'l1_transaction_hash', 'paid_fee_on_l1'];
const STATE_DIFF = 'state_diff.migrated_compiled_classes';

const each = (prefix: string, names: readonly string[]): string[] => names.map((name) => prefix + name);

/** What JSON-RPC 0.10.2 added to 0.9.0. Source: the OpenRPC documents of both versions. */
export const SPEC_0_9: SpecDifferences = {
  version: '0.9.0',
  addedParams: {
    getBlockWithReceipts: ['response_flags', 1],
    getBlockWithTxs: ['response_flags', 1],
    getStateUpdate: ['contract_addresses', 1],
    getStorageAt: ['response_flags', 3],
    getTransactionByBlockIdAndIndex: ['response_flags', 2],
    getTransactionByHash: ['response_flags', 1],
    subscribeNewTransactions: ['tags', 2],
    traceBlockTransactions: ['trace_flags', 1],
  },
  addedFlags: { simulateTransactions: ['simulation_flags', 2, 'RETURN_INITIAL_READS'] },
  addedMembers: {
    getBlockWithReceipts: [...HEADER, ...each('transactions[].transaction.', TRANSACTION)],
    getBlockWithTxHashes: HEADER,
    getBlockWithTxs: [...HEADER, ...each('transactions[].', TRANSACTION)],
    getEvents: each('events[].', EVENT),
    getStateUpdate: [STATE_DIFF],
    getTransactionByBlockIdAndIndex: TRANSACTION,
    getTransactionByHash: TRANSACTION,
    simulateTransactions: [`[].transaction_trace.${STATE_DIFF}`],
    traceBlockTransactions: [`[].trace_root.${STATE_DIFF}`],
    traceTransaction: [STATE_DIFF],
    subscriptionEvents: EVENT,
    subscriptionNewHeads: HEADER,
    subscriptionNewTransaction: TRANSACTION,
  },
  messages: { 21: 'Requested entrypoint does not exist in the contract' },
};
