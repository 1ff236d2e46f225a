import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Sandbox } from '../../src/index.ts';
import type { RpcError } from '../../src/rpc/rpcError.ts';

// What the chain refuses in an edit of the state is told in the words of the request.

const account = JSON.parse(
  readFileSync(new URL('../../contracts/classes/account.sierra.json', import.meta.url), 'utf8'),
) as Record<string, unknown>;
const HASH = '0x123';

let box: Sandbox;
let address: string;
let classHash: string;
beforeAll(async () => {
  box = await Sandbox.create({ seed: 1, accounts: 1 });
  address = box.accounts[0]!.address;
  classHash = await box.request<string>('starknet_getClassHashAt', ['latest', address]);
});
afterAll(() => box.close());

type Edit = (contract: string, itsClass: string) => Record<string, unknown>;
const twice = (entry: unknown) => [entry, entry];

test.each<[string, Edit]>([
  [
    'state_diff.storage_diffs.address: duplicate entry',
    (address) => ({ state_diff: { storage_diffs: twice({ address, storage_entries: [] }) } }),
  ],
  [
    'state_diff.storage_entries.key: duplicate entry',
    (address) => ({
      state_diff: { storage_diffs: [{ address, storage_entries: twice({ key: '0x1', value: '0x2' }) }] },
    }),
  ],
  [
    'state_diff.nonces.contract_address: duplicate entry',
    (contract_address) => ({ state_diff: { nonces: twice({ contract_address, nonce: '0x1' }) } }),
  ],
  [
    'state_diff.deployed_contracts.address: duplicate entry',
    (_, class_hash) => ({ state_diff: { deployed_contracts: twice({ address: '0xa', class_hash }) } }),
  ],
  [
    'state_diff.replaced_classes.contract_address: duplicate entry',
    (contract_address, class_hash) => ({ state_diff: { replaced_classes: twice({ contract_address, class_hash }) } }),
  ],
  [
    'state_diff.declared_classes.class_hash: duplicate entry',
    (_, class_hash) => ({ state_diff: { declared_classes: twice({ class_hash, compiled_class_hash: HASH }) } }),
  ],
  [
    'state_diff.deprecated_declared_classes: duplicate entry',
    (_, itsClass) => ({ state_diff: { deprecated_declared_classes: twice(itsClass) } }),
  ],
  [
    'deployed_contracts and replaced_classes overlap',
    (address, class_hash) => ({
      state_diff: {
        deployed_contracts: [{ address, class_hash }],
        replaced_classes: [{ contract_address: address, class_hash }],
      },
    }),
  ],
  [
    'declared_classes and deprecated_declared_classes overlap',
    (_, class_hash) => ({
      state_diff: {
        declared_classes: [{ class_hash, compiled_class_hash: HASH }],
        deprecated_declared_classes: [class_hash],
      },
    }),
  ],
  ['classes[1]: duplicate class definition', () => ({ state_diff: {}, classes: twice({ contract_class: account }) })],
  [
    'classes[0].class_hash does not match definition',
    () => ({ state_diff: {}, classes: [{ contract_class: account, class_hash: HASH }] }),
  ],
  [
    'classes[0].compiled_class_hash does not match definition',
    () => ({ state_diff: {}, classes: [{ contract_class: account, compiled_class_hash: HASH }] }),
  ],
  [
    'declared_classes.compiled_class_hash does not match a Sierra class',
    (_, class_hash) => ({ state_diff: { declared_classes: [{ class_hash, compiled_class_hash: HASH }] } }),
  ],
  [
    'deprecated_declared_classes must reference Cairo 0 classes',
    (_, itsClass) => ({ state_diff: { deprecated_declared_classes: [itsClass] } }),
  ],
  [
    'deployed_contracts.address must be nonzero and unused',
    (address, class_hash) => ({ state_diff: { deployed_contracts: [{ address, class_hash }] } }),
  ],
])('%s', async (message, edit) => {
  const method: string = 'devnet_applyStateDiff';
  const error = (await box
    .request<unknown>(method, edit(address, classHash))
    .catch((thrown: unknown) => thrown)) as RpcError;
  expect(error.code).toBe(-32602);
  expect(error.message).toContain(message);
});
