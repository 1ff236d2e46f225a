import { contractAddress } from '../src/execution/hash/address.ts';
import {
  eventCommitment,
  type IncludedTransaction,
  receiptCommitment,
  stateDiffCommitment,
  transactionCommitment,
} from '../src/execution/hash/commitments.ts';
import { transactionHash } from '../src/execution/hash/transactionHash.ts';
import { type Felt, feltOfAscii, formatFelt } from '../src/felt/felt.ts';
import { directHashing } from '../src/felt/hashing.ts';
import { diffSize } from '../src/state/diffParts.ts';
import type { Area, CaseResult } from './area.ts';
import { felt, type Recorded, receiptOf, stateDiffOf, tapes, transactionOf } from './recorded.ts';

/** A recorded receipt does not say how many storage cells are new; a transaction of the tapes creates at most this many. */
const MAX_NEW_CELLS = 40;

const compare = (id: string, ours: Felt, theirs: string): CaseResult =>
  ours === felt(theirs)
    ? { id, outcome: 'equal' }
    : { id, outcome: 'different', detail: `${formatFelt(ours)}, recorded ${theirs}` };

/** Compares transaction hashes, addresses and the four commitments of every recorded block. */
export const commitments: Area = {
  name: 'commitments',
  async *run(shared) {
    for (const tape of tapes(shared)) {
      const headers = new Map<string, Recorded>();
      const updates = new Map<string, Recorded>();
      const seen = new Set<string>();
      const chain = tape.steps.find(({ request }) => request?.method === 'starknet_chainId')?.response.result;
      const chainId = chain ? felt(chain) : feltOfAscii('SN_SEPOLIA');
      for (const { request, response } of tape.steps) {
        const result = response?.result;
        if (!result || !request?.method) continue;
        if (/BlockWith/.test(request.method) && result.block_hash) headers.set(result.block_hash, result);
        if (/getStateUpdate/.test(request.method) && result.block_hash)
          updates.set(result.block_hash, result.state_diff);
        if (!/BlockWithReceipts/.test(request.method) || !result.block_hash || seen.has(result.block_hash)) continue;
        seen.add(result.block_hash);
        const at = `${tape.name}/${result.block_number}/${result.block_hash.slice(0, 10)}`;
        const included: IncludedTransaction[] = [];
        for (const { transaction, receipt } of result.transactions) {
          if (receipt.contract_address) transaction.contract_address = receipt.contract_address;
          const tx = transactionOf(transaction);
          const hash = felt(receipt.transaction_hash);
          yield compare(
            `${at}/hash ${receipt.transaction_hash}`,
            transactionHash(tx, chainId),
            receipt.transaction_hash,
          );
          if (tx.type === 'DEPLOY_ACCOUNT') {
            const address = contractAddress(0n as Felt, tx.contractAddressSalt, tx.classHash, tx.constructorCalldata);
            yield compare(`${at}/address`, address, receipt.contract_address);
          }
          included.push({ hash, transaction: tx, receipt: receiptOf(receipt, 0) });
        }
        yield compare(
          `${at}/transactions`,
          transactionCommitment(included, directHashing),
          result.transaction_commitment,
        );
        yield compare(`${at}/events`, eventCommitment(included, directHashing), result.event_commitment);
        if (included.length === 1) {
          const { receipt } = result.transactions[0];
          let ours = receiptCommitment(included, directHashing);
          for (let cells = 1; cells < MAX_NEW_CELLS && ours !== felt(result.receipt_commitment); cells++)
            ours = receiptCommitment([{ ...included[0]!, receipt: receiptOf(receipt, cells) }], directHashing);
          yield compare(`${at}/receipts`, ours, result.receipt_commitment);
        }
      }
      for (const [hash, json] of updates) {
        const header = headers.get(hash);
        if (!header) continue;
        const diff = stateDiffOf(json);
        const id = `${tape.name}/${header.block_number}/${hash.slice(0, 10)}/state diff`;
        if (diffSize(diff) !== header.state_diff_length)
          yield { id, outcome: 'different', detail: `length ${diffSize(diff)}` };
        else yield compare(id, stateDiffCommitment(diff, directHashing), header.state_diff_commitment);
      }
    }
  },
};
