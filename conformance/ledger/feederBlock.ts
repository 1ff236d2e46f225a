// Reads blocks as the feeder gateway of a network answers them, which most public repositories record.
import type { Recorded } from '../recorded.ts';
import { blockFacts } from './blockFacts.ts';
import { NETWORKS, type RealBlock } from './realBlock.ts';

const TYPES: Readonly<Record<string, string>> = { INVOKE_FUNCTION: 'INVOKE' };
const MODES = ['L1', 'L2'];

/** The networks, those that a path names first; the longer name is meant. */
const networksIn = (path: string): readonly string[] =>
  [...NETWORKS].sort((a, b) => Number(path.includes(b)) * b.length - Number(path.includes(a)) * a.length);

/** A block of a file with `get_block` or `get_state_update?includeBlock=true`; undefined if no network gives its hashes. */
export function readFeederBlock(file: Recorded, path: string): RealBlock | undefined {
  const block = file.block ?? file;
  if (typeof block.block_number !== 'number' || !Array.isArray(block.transactions)) return undefined;
  const read = {
    header: headerOf(block),
    transactions: block.transactions.map((transaction: Recorded, i: number) => ({
      transaction: transactionOf(transaction),
      receipt: receiptOf(block.transaction_receipts[i]),
    })),
    ...(file.state_update?.state_diff && { state_diff: stateDiffOf(file.state_update.state_diff) }),
  };
  // The path may name the network, and each transaction hash depends on it. Repositories edit files, and then nothing fits.
  return networksIn(path)
    .map((network) => ({ network, ...read }))
    .find((one) => [...blockFacts(one)].every((fact) => fact.isEqual));
}

function headerOf({ transactions: _, transaction_receipts: __, parent_block_hash, state_root, ...block }: Recorded) {
  const root = state_root?.startsWith('0x') ? state_root : `0x${state_root}`;
  return { ...block, parent_hash: parent_block_hash, new_root: root };
}

function transactionOf({ type, resource_bounds: bounds, ...json }: Recorded) {
  // Early blocks list L1 handlers as invocations.
  const isHandler = json.entry_point_type === 'L1_HANDLER';
  const mode = (value: unknown) => MODES[Number(value)];
  return {
    ...json,
    type: isHandler ? 'L1_HANDLER' : (TYPES[type] ?? type),
    ...(bounds && {
      resource_bounds: { l1_gas: bounds.L1_GAS, l2_gas: bounds.L2_GAS, l1_data_gas: bounds.L1_DATA_GAS },
      nonce_data_availability_mode: mode(json.nonce_data_availability_mode),
      fee_data_availability_mode: mode(json.fee_data_availability_mode),
    }),
  };
}

function receiptOf({ l2_to_l1_messages, revert_error, actual_fee, execution_resources, ...receipt }: Recorded) {
  const { l1_gas, l1_data_gas = 0, l2_gas = 0 } = execution_resources?.total_gas_consumed ?? {};
  return {
    transaction_hash: receipt.transaction_hash,
    events: receipt.events ?? [],
    messages_sent: l2_to_l1_messages ?? [],
    actual_fee: { amount: actual_fee ?? '0x0' },
    execution_status: receipt.execution_status ?? 'SUCCEEDED',
    ...(revert_error !== undefined && { revert_reason: revert_error }),
    execution_resources: l1_gas === undefined ? {} : { l1_gas, l1_data_gas, l2_gas },
  };
}

const stateDiffOf = (diff: Recorded) => ({
  storage_diffs: Object.entries(diff.storage_diffs).map(([address, storage_entries]) => ({ address, storage_entries })),
  nonces: Object.entries(diff.nonces ?? {}).map(([contract_address, nonce]) => ({ contract_address, nonce })),
  deployed_contracts: diff.deployed_contracts ?? [],
  replaced_classes: (diff.replaced_classes ?? []).map((one: Recorded) => ({
    contract_address: one.address,
    class_hash: one.class_hash,
  })),
  declared_classes: diff.declared_classes ?? [],
  deprecated_declared_classes: diff.old_declared_contracts ?? [],
  ...(diff.migrated_compiled_classes && { migrated_compiled_classes: diff.migrated_compiled_classes }),
});
