import { expect, test } from 'vitest';
import { PROTOCOL_0_14_4 } from '../../protocol/v0_14_4.ts';
import { TransactionRejectedError } from '../outcome.ts';
import { submissionError } from '../rejectionError.ts';
import { checkWeights } from './bouncer.ts';

const NONE = {
  l1Gas: 0n,
  messageSegmentLength: 0n,
  nEvents: 0n,
  nTxs: 1n,
  stateDiffSize: 0n,
  sierraGas: 0n,
  provingGas: 0n,
  receiptL2Gas: 0n,
};

test('a transaction that fits into an empty block is accepted', () => {
  checkWeights({ ...NONE, stateDiffSize: 4000n, sierraGas: 2_000_000_000n, l1Gas: 4_950_000n }, PROTOCOL_0_14_4);
});

test('a larger transaction is rejected, and the error shows both sizes', () => {
  try {
    checkWeights({ ...NONE, stateDiffSize: 4001n }, PROTOCOL_0_14_4);
    expect.unreachable();
  } catch (error) {
    if (!(error instanceof TransactionRejectedError)) throw error;
    const { kind, message } = submissionError(error.rejection);
    expect(kind).toBe('failed');
    expect(message).toBe(
      'Message("Transaction size exceeds the maximum block capacity. Max block capacity: BouncerWeights { ' +
        'l1_gas: 4950000, message_segment_length: 18446744073709551615, n_events: 5000, n_txs: 18446744073709551615, ' +
        'state_diff_size: 4000, sierra_gas: 2000000000, proving_gas: 18446744073709551615, ' +
        'receipt_l2_gas: 18446744073709551615 }, transaction size: BouncerWeights { l1_gas: 0, ' +
        'message_segment_length: 0, n_events: 0, n_txs: 1, state_diff_size: 4001, sierra_gas: 0, proving_gas: 0, ' +
        'receipt_l2_gas: 0 }.")',
    );
  }
});
