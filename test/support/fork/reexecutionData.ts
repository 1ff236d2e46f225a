import type { OriginRecord } from '../../../src/rpc/record/originRecord.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers of many shapes.
type Answer = any;

/** A recorded block in the form of the sequencer's re-execution data. */
export function reexecutionData(record: OriginRecord, number: number, chainId: string): string {
  const block = record.find('getBlockWithReceipts', { block_id: { block_number: number } })!.result as Answer;
  const old = record.find('getBlockWithTxHashes', { block_id: { block_number: Math.max(0, number - 10) } });
  const { state_diff: diff } = record.find('getStateUpdate', { block_id: { block_number: number } })!.result as Answer;
  const maps = {
    nonces: {},
    class_hashes: {},
    storage: {},
    compiled_class_hashes: {},
    declared_contracts: {},
  } as Answer;
  const classes: Record<string, unknown> = {};
  for (const { method, params, answer } of record.exchanges()) {
    const { block_id, contract_address: contract, key, class_hash } = params as Answer;
    if (block_id?.block_number !== number - 1 || answer.error) continue;
    if (method === 'getNonce') maps.nonces[contract] = answer.result;
    if (method === 'getClassHashAt') maps.class_hashes[contract] = answer.result;
    if (method === 'getStorageAt') maps.storage[contract] = { ...maps.storage[contract], [key]: answer.result };
    if (method === 'getClass') classes[class_hash] = answer.result;
  }
  const prices = (unit: string) =>
    Object.fromEntries(['l1_gas_price', 'l1_data_gas_price', 'l2_gas_price'].map((name) => [name, block[name][unit]]));
  const pairs = (list: Answer[], from: string, to: string) =>
    Object.fromEntries(list.map((one) => [one[from], one[to]]));
  return JSON.stringify({
    serializable_data_prev_block: { state_maps: maps, contract_class_mapping: classes },
    serializable_data_next_block: {
      block_info_next_block: {
        block_number: number,
        block_timestamp: block.timestamp,
        starknet_version: block.starknet_version,
        sequencer_address: block.sequencer_address,
        gas_prices: { eth_gas_prices: prices('price_in_wei'), strk_gas_prices: prices('price_in_fri') },
        use_kzg_da: block.l1_da_mode === 'BLOB',
      },
      transactions_next_block: block.transactions.map(({ transaction, receipt }: Answer) => {
        const { type: _, version: __, resource_bounds: bounds, ...fields } = transaction;
        const resource_bounds = { L1_GAS: bounds.l1_gas, L2_GAS: bounds.l2_gas, L1_DATA: bounds.l1_data_gas };
        return [{ Invoke: { V3: { ...fields, resource_bounds } } }, receipt.transaction_hash];
      }),
      state_diff_next_block: {
        address_to_class_hash: pairs(diff.deployed_contracts, 'address', 'class_hash'),
        address_to_nonce: pairs(diff.nonces, 'contract_address', 'nonce'),
        storage_updates: Object.fromEntries(
          diff.storage_diffs.map((one: Answer) => [one.address, pairs(one.storage_entries, 'key', 'value')]),
        ),
        class_hash_to_compiled_class_hash: pairs(diff.declared_classes, 'class_hash', 'compiled_class_hash'),
      },
      declared_classes: {},
    },
    chain_id: chainId,
    old_block_hash: (old?.result as Answer)?.block_hash,
  });
}
