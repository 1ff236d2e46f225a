import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { selectorOf } from '../../../src/execution/hash/address.ts';
import { formatFelt } from '../../../src/felt/felt.ts';
import { limits } from '../../../src/protocol/limits.ts';
import type { KnownThings } from './largestRequests.ts';

const STRK = '0x4718f5a0fc34cc1af16a1cdee98ffb20c31f5cd61d6ab07201858f4287c938d';
const TRANSFER = '0x83afd3f4caedc6eebf44246fe54e38c95e3179a5ec9ea81740eca5b482d12e';
const BALANCE_OF = '0x2e4263afad30923c891518314c3c95dbe830a16874e8abc5777a9a20b54c76e';
const LARGE = 0x1a46e;
const GREEDY = LARGE - 2;
const [PASS, EMIT, PANIC] = ['pass', 'emit', 'panic_with_values'].map((name) => formatFelt(selectorOf(name)));
const CLASSES = resolve('contracts/classes');

/** A node that a chain is made on. */
export interface ChainNode {
  /** Makes a request that has to succeed. */
  call<T>(method: string, params?: unknown): Promise<T>;
  post(body: string): Promise<unknown>;
}

/** How much is in the chain. */
export interface ChainSize {
  /** Cells of the largest contract, transactions of the largest block, empty blocks. */
  readonly cells: number;
  readonly transactions: number;
  readonly blocks: number;
}

/** Names of things of the chain, in sets of which each makes methods do other work. */
export interface FilledChain {
  /** All lists may be long. */
  readonly long: KnownThings;
  /** The same without proofs, which are refused before anything runs. */
  readonly run: KnownThings;
  /** Short lists that make sense, so that many transactions run. */
  readonly busy: KnownThings;
  /** As `busy`, of a contract whose class has an ABI of the largest size. */
  readonly largeClass: KnownThings;
  /** As `busy`, of calls that pass on, emit and panic with as much as they may. */
  readonly greedy: readonly KnownThings[];
  /** As `busy`, of a block in the past whose state is not stored. */
  readonly past: KnownThings;
}

const hex = (number: number | bigint) => `0x${number.toString(16)}`;

/** A chain with a large block, a contract with many cells, and many blocks; and the names of its parts. */
export async function fillChain(node: ChainNode, { cells, transactions, blocks }: ChainSize): Promise<FilledChain> {
  const [{ address }] = await node.call<readonly [{ address: string }]>('devnet_getPredeployedAccounts');
  await node.call('devnet_autoImpersonate');
  await node.call('devnet_setBlockMode', { mode: 'transaction' });
  await node.call('devnet_postmanLoad', { network_url: 'mock' });
  const cheat = { contract_address: hex(LARGE - 1), entry_point_selector: BALANCE_OF, retdata: ['0x1'] };
  const { cheat_id } = await node.call<{ cheat_id: number }>('devnet_mockCall', cheat);
  const snapshot = await node.call<string>('devnet_snapshot');
  for (let done = 0; done < cells; done += limits.editedItems / 2) {
    const entries = Array.from({ length: Math.min(limits.editedItems / 2, cells - done) }, (_, i) => ({
      key: hex(BigInt(done + i + 1) * 0x9e3779b97f4a7c15n),
      value: '0x1',
    }));
    const storage_diffs = [{ address: STRK, storage_entries: entries }];
    await node.call('devnet_applyStateDiff', { state_diff: { storage_diffs } });
  }
  const large = await declare(node, classWithLongAbi());
  const small = await declare(node, smallClass('first'));
  const greedy = await declare(node, { ...sierraClass('greedy'), abi: abiOf('greedy') });
  const deployed_contracts = [
    { address: hex(LARGE), class_hash: large.class_hash },
    { address: hex(GREEDY), class_hash: greedy.class_hash },
  ];
  await node.call('devnet_applyStateDiff', { state_diff: { deployed_contracts } });
  const { block_number: edited } = await node.call<{ block_number: number }>('starknet_blockHashAndNumber');
  for (let done = 0; done < blocks; done += limits.minedBlocks)
    await node.call('devnet_mine', { blocks: Math.min(limits.minedBlocks, blocks - done) });
  await node.call('devnet_setBlockMode', { mode: 'demand' });
  for (let done = 0; done < transactions; done += 1000) {
    const batch = Array.from({ length: Math.min(1000, transactions - done) }, (_, id) => ({
      jsonrpc: '2.0',
      id,
      method: 'devnet_mint',
      params: { address, amount: 1 },
    }));
    await node.post(JSON.stringify(batch));
  }
  await node.call('devnet_createBlock');
  await node.call('devnet_setBlockMode', { mode: 'transaction' });
  return knownThings(node, { address, snapshot, edited, cheat_id }, { large, small });
}

interface DeclaredClass {
  readonly class_hash: string;
  readonly compiled_class_hash: string;
}

async function declare(node: ChainNode, contract_class: object): Promise<DeclaredClass> {
  const edit = { state_diff: {}, classes: [{ contract_class }] };
  const { classes } = await node.call<{ classes: readonly [DeclaredClass] }>('devnet_applyStateDiff', edit);
  return classes[0];
}

/** A class with an ABI of the largest size. */
function classWithLongAbi(): object {
  const item = (index: number) => ({
    type: 'function',
    name: `function${index}`,
    inputs: [{ name: 'some', type: 'core::array::Array::<core::felt252>' }],
    outputs: [],
    state_mutability: 'view',
  });
  const count = Math.floor(limits.classBytes / (JSON.stringify(item(10_000)).length + 1)) - 1;
  return { ...sierraClass('ledger'), abi: JSON.stringify(Array.from({ length: count }, (_, index) => item(index))) };
}

/** Classes that differ, since each is compiled once, with one short program: there is time for many of them. */
const smallClass = (key: number | string): object => ({
  ...sierraClass('counter_before'),
  abi: JSON.stringify([{ type: 'struct', name: `S${key}`, members: [] }]),
});

const abiOf = (name: string): string => JSON.stringify(JSON.parse(readFileSync(classFile(name), 'utf8')).abi);
const classFile = (name: string): string => join(CLASSES, `${name}.sierra.json`);

const programs = new Map<string, object>();

/** A class of ours without its ABI. */
function sierraClass(name: string): object {
  const known = programs.get(name);
  if (known) return known;
  const { sierra_program, contract_class_version, entry_points_by_type } = JSON.parse(
    readFileSync(classFile(name), 'utf8'),
  );
  const program = { sierra_program, contract_class_version, entry_points_by_type };
  programs.set(name, program);
  return program;
}

/** What was made beside blocks and classes. */
interface MadeThings {
  readonly address: string;
  readonly snapshot: string;
  readonly edited: number;
  readonly cheat_id: number;
}

async function knownThings(
  node: ChainNode,
  { address, snapshot, edited, cheat_id }: MadeThings,
  { large, small }: Readonly<Record<'large' | 'small', DeclaredClass>>,
): Promise<FilledChain> {
  const block_id = 'latest';
  const { transactions } = await node.call<{ transactions: readonly string[] }>('starknet_getBlockWithTxHashes', {
    block_id,
  });
  const classOf = (contract_address: string) =>
    node.call<string>('starknet_getClassHashAt', { block_id, contract_address });
  const manyKeys = Array.from({ length: limits.provenValues }, (_, i) => hex(BigInt(i + 1) * 0x9e3779b97f4a7c15n));
  const bound = { max_amount: hex(2_000_000_000), max_price_per_unit: hex(2_000_000_000) };
  const long = {
    block_id,
    from_block: { block_number: 0 },
    to_block: block_id,
    starting_block_id: { block_number: 1 },
    before: { block_id: { block_number: 0 } },
    after: { block_id },
    snapshot_id: snapshot,
    cheat_id,
    class_hashes: manyKeys,
    contract_addresses: manyKeys,
    contracts_storage_keys: [{ contract_address: STRK, storage_keys: manyKeys }],
    contract_address: (index: number) => hex(BigInt(STRK) - BigInt(index)),
    l2_contract_address: STRK,
    to_address: STRK,
    l1_contract_address: '0x1',
    paid_fee_on_l1: '0x1',
    token: STRK,
    address: (index: number) => hex(BigInt(address) - BigInt(index)),
    sender_address: address,
    transaction_hash: transactions[0],
    class_hash: await classOf(STRK),
    entry_point_selector: BALANCE_OF,
    nonce: hex,
    tip: '0x0',
    resource_bounds: { l1_gas: bound, l1_data_gas: bound, l2_gas: bound },
    chunk_size: 1000,
    simulation_flags: ['SKIP_VALIDATE', 'SKIP_FEE_CHARGE'],
    blocks: limits.minedBlocks,
    seconds: 1,
    time: 2 ** 31,
    amount: 1,
    index: transactions.length - 1,
    first_cell: 0,
    network_url: 'mock',
    url: 'http://127.0.0.1:9',
    balances: 'ERC20_balances',
    key: `ERC20_balances[${address}]`,
    'ScheduledVariable.variable': (index: number) => hex(BigInt(index + 1) * 0x9e3779b97f4a7c15n),
    'ScheduledVariable.contract_address': () => STRK,
    'ScheduledValue.block': (index: number) => 10 ** 9 + index,
    'SetStorageAt.value': '1',
    // An edit deploys the contracts that it changes.
    'DeployedContract.address': (index: number) => hex(LARGE + 1 + index),
    'StorageDiff.address': (index: number) => hex(LARGE + 1 + index),
    'NonceUpdate.contract_address': (index: number) => hex(LARGE + 1 + index),
    'DeclaredClass.class_hash': (index: number) => hex(BigInt(STRK) - BigInt(index)),
    'StorageEntry.key': (index: number) => hex(BigInt(index + 1) * 0x9e3779b97f4a7c15n),
    'GetStorageTree.path': undefined,
    'SaveState.path': 'saved.state',
    'DumpRequest.path': 'dumped.json',
    'LoadRequest.path': 'dumped.json',
    'LoadRequest.events': undefined,
    // Either a snapshot or a block is named, a page has a beginning, and so on.
    'StatePoint.block_id': undefined,
    continuation_token: undefined,
    'ClassList.after': undefined,
    'ContractList.after': undefined,
    'ContractList.class_hash': undefined,
    'TransactionList.before': undefined,
    'TransactionList.block_number': undefined,
    'PostmanLoadL1MessagingContract.messaging_contract_address': undefined,
    'PostmanLoadL1MessagingContract.deployer_account_private_key': undefined,
    'PostmanLoadL1MessagingContract.address': undefined,
    'ClassDefinition.class_hash': undefined,
    'ClassDefinition.compiled_class_hash': undefined,
    'BroadcastedDeployAccountTransactionV3.class_hash': await classOf(address),
  };
  const run = {
    ...long,
    proof: '',
    proof_facts: [],
    'ApplyStateDiffRequest.classes': undefined,
    // Only what exists can be replaced or have a compiled class.
    'StateDiff.replaced_classes': undefined,
    'StateDiff.declared_classes': undefined,
    'StateDiff.deprecated_declared_classes': undefined,
    contract_class: smallClass,
    'LoadRequest.path': undefined,
    'LoadRequest.events': transactions.map((_, id) => ({
      jsonrpc: '2.0',
      id,
      method: 'devnet_mint',
      params: { address, amount: 1 },
    })),
  };
  const busy = {
    ...run,
    calldata: ['0x1', STRK, TRANSFER, '0x3', address, '0x1', '0x0'],
    constructor_calldata: ['0x1'],
    'ApplyStateDiffRequest.classes': Array.from({ length: 20 }, (_, index) => ({ contract_class: smallClass(index) })),
    'FunctionCall.calldata': [address],
    signature: [],
    paymaster_data: [],
    account_deployment_data: [],
    contract_class: smallClass,
    'StorageEntry.key': (index: number) => hex(BigInt(index + 1) * 0x9e3779b97f4a7c15n),
  };
  // All small classes have the same program.
  const compiled = { 'BroadcastedDeclareTransactionV3.compiled_class_hash': small.compiled_class_hash };
  const largeClass = { ...busy, ...compiled, contract_address: hex(LARGE), class_hash: large.class_hash };
  const greedy = [
    { entry_point_selector: PASS, 'FunctionCall.calldata': [hex(10_000), hex(50_000)] },
    { entry_point_selector: PASS, 'FunctionCall.calldata': [hex(10_000), hex(1000)] },
    { entry_point_selector: EMIT, 'FunctionCall.calldata': [hex(1000), hex(300)] },
    { entry_point_selector: PANIC, 'FunctionCall.calldata': [hex(100_000)] },
  ].map((call) => ({ ...busy, ...call, contract_address: hex(GREEDY) }));
  return {
    long,
    greedy,
    run: { ...run, ...compiled },
    busy: { ...busy, ...compiled },
    largeClass,
    past: { ...busy, block_id: { block_number: edited + 1 } },
  };
}

/** The same names after the chain was loaded from a file, which has no snapshots. */
export function withSnapshot(chain: FilledChain, snapshot_id: string): FilledChain {
  const renew = (known: KnownThings) => ({ ...known, snapshot_id });
  const { long, run, busy, greedy, largeClass, past } = chain;
  return {
    greedy: greedy.map(renew),
    long: renew(long),
    run: renew(run),
    busy: renew(busy),
    largeClass: renew(largeClass),
    past: renew(past),
  };
}
