import { OriginRecord } from '../../src/rpc/record/originRecord.ts';
import type { Recorded } from '../recorded.ts';

/** The blocks before a block whose hashes a replay asks for. */
const BLOCKS_BEFORE = 11;

/** The record of a block with the state that its transactions read, as ../shared has it. Unknown hashes of blocks are made up. */
export function executionRecord(execution: Recorded): OriginRecord {
  const { number, prestate, header, old_block_hash: old } = execution;
  const record = new OriginRecord();
  const add = (method: string, params: unknown, result: unknown) => record.add({ method, params, answer: { result } });
  const at = (block: number) => ({ block_id: { block_number: block } });
  const place = at(number - 1);
  add('specVersion', [], '0.10.2');
  add('chainId', [], `0x${Buffer.from(execution.chain_id).toString('hex')}`);
  const hashes = execution.transactions.map((one: Recorded) => one.transaction.transaction_hash);
  for (let block = number; block > number - BLOCKS_BEFORE; block--)
    add('getBlockWithTxHashes', at(block), {
      ...header,
      status: 'ACCEPTED_ON_L2',
      block_number: block,
      block_hash: block === old?.number ? old.hash : `0x${(10 ** 12 + block).toString(16)}`,
      transactions: block === number ? hashes : [],
    });
  add('getBlockWithReceipts', at(number), {
    ...header,
    transactions: execution.transactions.map(({ transaction, receipt }: Recorded) => ({
      transaction,
      receipt: receipt ?? { transaction_hash: transaction.transaction_hash },
    })),
  });
  if (execution.state_diff) add('getStateUpdate', at(number), { state_diff: execution.state_diff });
  for (const [contract_address, key, value] of prestate.storage)
    add('getStorageAt', { ...place, contract_address, key }, value);
  for (const [contract_address, nonce] of prestate.nonces) add('getNonce', { ...place, contract_address }, nonce);
  for (const [contract_address, hash] of prestate.class_hashes)
    add('getClassHashAt', { ...place, contract_address }, hash);
  for (const [class_hash, definition] of Object.entries(execution.class_definitions))
    add('getClass', { ...place, class_hash }, definition);
  return record;
}
