import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { declare, transfer } from '../../../test/support/wallet.ts';
import { defaultConfig } from '../../chain/config.ts';
import type { Felt } from '../../felt/felt.ts';
import { parseJson } from '../../json/parseJson.ts';
import { writeJson } from '../../json/writeJson.ts';
import { requestJson } from '../../protocol/limits.ts';
import { defaultRestricted } from '../method.ts';
import { all, methods } from './index.ts';

test('every file of a method is in the list, in its group, and no two methods share a name', () => {
  const files = (group: string) =>
    readdirSync(new URL(`./${group}`, import.meta.url))
      .filter((file) => !file.endsWith('.test.ts'))
      .map((file) => `${group}/${file.slice(0, -3)}`);
  const listed = all.map(({ group, name }) => `${group}/${name}`);
  expect(listed.toSorted()).toEqual([...files('chain'), ...files('sandbox')].sort());
  expect(methods.size).toBe(all.length);
});

test('the default list of forbidden methods has the order that clients expect', () => {
  expect(defaultRestricted(methods)).toEqual([
    'applyStateDiff',
    'mint',
    'load',
    'snapshot',
    'revert',
    'restart',
    'createBlock',
    'abortBlocks',
    'impersonateAccount',
    'autoImpersonate',
    'getPredeployedAccounts',
    'dump',
  ]);
});

test('only writes enter the journal, and only reads are asked of an origin', () => {
  for (const { name, kind, journal, origin } of methods.values()) {
    if (journal) expect(kind, name).toBe('write');
    if (typeof origin === 'object') expect(kind, name).toBe('read');
  }
});

const config = { ...defaultConfig, seed: 0 };
const signer = { address: 0x5n as Felt, privateKey: 0x7n as Felt };
const { invoke_transaction } = transfer(signer, 3, 0x88n);
const sierra = {
  sierra_program: ['0x1', '0x02'],
  contract_class_version: '0.1.0',
  entry_points_by_type: { CONSTRUCTOR: [], EXTERNAL: [{ selector: '0x1', function_idx: 4 }], L1_HANDLER: [] },
  abi: '',
};
const { declare_transaction } = declare(signer, 0, sierra, {
  classHash: 0x9n as Felt,
  compiledClassHash: 0xan as Felt,
});
const { sender_address: _, account_deployment_data: __, calldata: ___, ...common } = invoke_transaction;
const deployment = {
  ...common,
  type: 'DEPLOY_ACCOUNT',
  version: '0x100000000000000000000000000000003',
  contract_address_salt: '0x0',
  constructor_calldata: ['0x00AB'],
  class_hash: '0x9',
  contract_address: '0x5',
};
const transactions = [
  invoke_transaction,
  { ...invoke_transaction, proof: 'AQID', proof_facts: ['0x1'], tip: '0x0000000000000009' },
  declare_transaction,
  deployment,
];

const block_id = { block_number: 5 };
const contract_address = '0x00000ABC';
const transaction_hash = '0x0DEF';
const response_flags = ['INCLUDE_PROOF_FACTS'];
const samples: Readonly<Record<string, readonly unknown[]>> = {
  call: [{ request: { contract_address, entry_point_selector: '0x1', calldata: ['0x1'], extra: 1 }, block_id }],
  estimateFee: [{ request: transactions, simulation_flags: ['SKIP_VALIDATE'], block_id }, [[], [], 'latest']],
  estimateMessageFee: [
    {
      message: {
        from_address: `0x${'Ab'.repeat(20)}`,
        to_address: '0x1',
        entry_point_selector: '0x2',
        payload: ['0x3'],
      },
      block_id: { block_hash: '0x0A' },
    },
  ],
  getBlockTransactionCount: [{ block_id }, [block_id]],
  getBlockWithReceipts: [{ block_id, response_flags }, { block_id }],
  getBlockWithTxHashes: [{ block_id: 'l1_accepted' }],
  getBlockWithTxs: [{ block_id, response_flags }],
  getClass: [{ block_id, class_hash: '0x1' }],
  getClassAt: [{ block_id, contract_address }],
  getClassHashAt: [{ block_id, contract_address }],
  getCompiledCasm: [{ class_hash: '0x1' }],
  getMessagesStatus: [{ transaction_hash: '0x1' }, ['1234']],
  getNonce: [{ block_id, contract_address }, [block_id, contract_address]],
  getStateUpdate: [{ block_id, contract_addresses: [contract_address] }, { block_id }],
  getStorageAt: [{ contract_address, key: '0x1', block_id, response_flags: ['INCLUDE_LAST_UPDATE_BLOCK'] }],
  getStorageProof: [
    { block_id, class_hashes: ['0x1'], contracts_storage_keys: [{ contract_address, storage_keys: ['0x1'] }] },
  ],
  getTransactionByBlockIdAndIndex: [{ block_id, index: 2n ** 60n, response_flags }, [block_id, 0]],
  getTransactionByHash: [{ transaction_hash, response_flags }, [transaction_hash]],
  getTransactionReceipt: [{ transaction_hash }],
  getTransactionStatus: [{ transaction_hash }],
  simulateTransactions: [
    { block_id, transactions, simulation_flags: [], trace_flags: ['RETURN_INITIAL_READS'] },
    { block_id, transactions: Array.from({ length: 100 }, () => invoke_transaction), simulation_flags: [] },
  ],
  traceBlockTransactions: [{ block_id, trace_flags: ['RETURN_INITIAL_READS'] }, { block_id }],
  traceTransaction: [{ transaction_hash }],
};

const withOrigin = [...methods.values()].filter(
  ({ origin }) => typeof origin === 'object' && origin.answers !== 'none',
);

test('every method that asks an origin is tried here', () => {
  expect(Object.keys(samples)).toEqual(withOrigin.map(({ name }) => name));
});

test.each(withOrigin)('the parameters of $name, encoded for an origin, read as the same again', async (method) => {
  const read = async (params: unknown) => method.read(parseJson(writeJson(params), requestJson), config);
  for (const params of samples[method.name]!) {
    const decoded = await read(params);
    const encoded = method.params.encode!(decoded);
    expect(Array.isArray(encoded)).toBe(false);
    expect(await read(encoded)).toEqual(decoded);
  }
});
