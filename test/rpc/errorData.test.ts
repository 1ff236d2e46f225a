import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defaultConfig } from '../../src/chain/config.ts';
import { createBundledNode } from '../../src/chain/createBundledNode.ts';
import { compileClass } from '../../src/classes/compileClass.ts';
import { readClassText } from '../../src/classes/readClassText.ts';
import { commandHints } from '../../src/cli/options/hints.ts';
import { formatFelt, toFelt } from '../../src/felt/felt.ts';
import { Sandbox } from '../../src/index.ts';
import { answerText } from '../../src/rpc/answerText.ts';
import { defaultServerConfig } from '../../src/rpc/serverConfig.ts';
import { Hub } from '../../src/sandbox/hub.ts';
import { compiledClassHashPoseidon } from '../../src/sierra/hash/compiledClassHash.ts';
import { outcome } from '../support/fork/chains.ts';
import { declare, STRK, transfer } from '../support/wallet.ts';

const file = readFileSync(new URL('../../contracts/classes/blake.sierra.json', import.meta.url), 'utf8');
const blake = compileClass(readClassText(file));
let box: Sandbox;
beforeAll(async () => {
  box = await Sandbox.create({ seed: 3, accounts: 1, stateArchiveCapacity: 'full' });
});
afterAll(() => box.close());

const UNKNOWN = '0x5555';
const at = { block_id: 'latest' };
const ask = (method: string, params?: unknown) => outcome(box, method, params);
const send = (changes: object, nonce = 0) => {
  const { invoke_transaction } = transfer(box.accounts[0]!, nonce, 0x77n);
  return ask('starknet_addInvokeTransaction', { invoke_transaction: { ...invoke_transaction, ...changes } });
};
const bound = (amount: string, price: string) => ({ max_amount: amount, max_price_per_unit: price });

describe('an error names the missing fact in its data', () => {
  test('20: the address and the block, and what the address is instead', async () => {
    const classHash = await box.request<string>('starknet_getClassHashAt', { ...at, contract_address: STRK });
    expect(await ask('starknet_getNonce', { ...at, contract_address: UNKNOWN })).toEqual({
      code: 20,
      data: 'There is no contract at 0x5555 in the latest block.',
    });
    expect(await ask('starknet_getNonce', { ...at, contract_address: classHash })).toEqual({
      code: 20,
      data: `There is no contract at ${classHash} in the latest block. This is the hash of a declared class: deploy a contract of it first.`,
    });
  });

  test('21: the selector and the functions that the contract has', async () => {
    const request = { contract_address: STRK, entry_point_selector: UNKNOWN, calldata: [] };
    expect(await ask('starknet_call', { ...at, request })).toEqual({
      code: 21,
      data: expect.stringMatching(
        /^\w+ at 0x4718\w+ has no function with the selector 0x5555\. Its functions: .*\bbalance_of\b.*\btransfer\b.*\.$/,
      ),
    });
  });

  test('28: the class hash, and that it is an address', async () => {
    expect(await ask('starknet_getClass', { ...at, class_hash: STRK })).toEqual({
      code: 28,
      data: expect.stringMatching(
        /^There is no class 0x4718\w+ in the latest block\. This is the address of a contract, whose class is 0x\w+\.$/,
      ),
    });
  });

  test('52: both nonces', async () => {
    expect(await send({}, 7)).toMatchObject({ code: 52, data: expect.stringMatching(/Account nonce: 0; got: 7\.$/) });
  });

  test('53: each resource with what it has and what it needs', async () => {
    const tooLow = { l1_gas: bound('0x0', '0x1'), l1_data_gas: bound('0x1', '0x1'), l2_gas: bound('0x1', '0x1') };
    expect(await send({ resource_bounds: tooLow })).toEqual({
      code: 53,
      data: expect.stringMatching(/Max L2Gas amount \(1\) is lower than the minimal gas amount: \d+\./),
    });
    const zero = { l1_gas: bound('0x0', '0x0'), l1_data_gas: bound('0x1', '0x1'), l2_gas: bound('0x1', '0x0') };
    expect(await send({ resource_bounds: zero })).toEqual({
      code: 53,
      data: expect.stringContaining('Zero in this transaction: amount of L1 gas, price of L1 gas, price of L2 gas.'),
    });
  });

  test('54: the balance and the maximal fee', async () => {
    const huge = bound('0xffffffffff', '0xffffffffffffffff');
    expect(await send({ resource_bounds: { l1_gas: huge, l1_data_gas: huge, l2_gas: huge } })).toEqual({
      code: 54,
      data: expect.stringMatching(/^The balance is 1000000000000000000000 fri and the maximal fee is \d+ fri\. /),
    });
  });

  test('55: what the account returned', async () => {
    expect(await send({ signature: ['0x1', '0x2'] })).toMatchObject({
      code: 55,
      data: expect.stringContaining('invalid signature'),
    });
  });

  test('56: what was expected', async () => {
    const { declare_transaction } = declare(box.accounts[0]!, 0, JSON.parse(file), blake);
    const contract_class = { ...declare_transaction.contract_class, sierra_program: ['0x1', '0x2', '0x3'] };
    expect(
      await ask('starknet_addDeclareTransaction', { declare_transaction: { ...declare_transaction, contract_class } }),
    ).toMatchObject({ code: 56, data: expect.stringContaining('Send those of the class file') });
  });

  test('60: both hashes, and whether the given one is the Poseidon hash', async () => {
    const given = async (compiledClassHash: ReturnType<typeof toFelt>) =>
      (await ask(
        'starknet_addDeclareTransaction',
        declare(box.accounts[0]!, 0, JSON.parse(file), { ...blake, compiledClassHash }),
      )) as { readonly code: number; readonly data: string };
    const other = await given(toFelt(0x123));
    expect(other.code).toBe(60);
    expect(other.data).toMatch(/Actual: 0x0*123, Expected: 0x\w+\.$/);
    expect(other.data).toContain(blake.compiledClassHash.toString(16));
    const old = await given(compiledClassHashPoseidon(blake.casm!));
    expect(old).toMatchObject({ code: 60, data: expect.stringContaining('Poseidon') });
    expect(old.data).toContain('BLAKE2s');
  });

  test('51: the class', async () => {
    const declaration = (nonce: number) =>
      ask('starknet_addDeclareTransaction', declare(box.accounts[0]!, nonce, JSON.parse(file), blake));
    expect(await declaration(0)).toHaveProperty('result');
    expect(await declaration(1)).toEqual({
      code: 51,
      data: `Class with hash 0x${blake.classHash.toString(16).padStart(64, '0')} is already declared.`,
    });
    expect(
      await ask('starknet_getClass', { block_id: { block_number: 0 }, class_hash: formatFelt(blake.classHash) }),
    ).toEqual({
      code: 28,
      data: `There is no class ${formatFelt(blake.classHash)} in block 0.`,
    });
  });

  test.each([
    ['devnet_mnit', 'There is no method devnet_mnit. Did you mean devnet_mint?'],
    ['mint', 'There is no method mint. Did you mean devnet_mint?'],
    ['devnet_call', 'There is no method devnet_call. Did you mean starknet_call?'],
    ['sandbox_call', 'There is no method sandbox_call. Did you mean chain_call?'],
    ['eth_sendRawTransaction', 'There is no method eth_sendRawTransaction.'],
  ])('-32601: the method that %s may have meant', async (method, data) => {
    expect(await ask(method)).toEqual({ code: -32601, data });
  });

  test('-32602: the field that may have been meant', async () => {
    expect(await ask('devnet_mint', { adress: '0x1', amount: 5 })).toEqual({
      code: -32602,
      data: 'Did you mean address?',
    });
  });

  test.each([
    [
      `0x${'f'.repeat(63)}`,
      'is too large: a felt is below 0x800000000000011000000000000000000000000000000000000000000000001.',
    ],
    [`0x${'0'.repeat(65)}`, 'has 65 digits; a felt has at most 64.'],
    ['0xhash', 'is not hexadecimal: only 0 to 9 and a to f may follow 0x.'],
    ['0x', 'has no digits behind 0x.'],
  ])('-32602: what is wrong with %s, which has the prefix that the message asks for', async (text, why) => {
    const data = `${JSON.stringify(text)} ${why}`;
    expect(await ask('starknet_getTransactionByHash', { transaction_hash: text })).toEqual({ code: -32602, data });
  });

  test('-32602: nothing is added for a felt without its prefix', async () => {
    expect(await ask('starknet_getTransactionByHash', { transaction_hash: '12' })).toEqual({ code: -32602 });
  });

  test('a subscription over HTTP says where the WebSocket is, and a forbidden method by what it is forbidden', async () => {
    const node = await createBundledNode({ ...defaultConfig, seed: 1, accounts: 0 });
    const server = { ...defaultServerConfig, restrictedMethods: ['mint'] };
    const hub = new Hub(node, { hints: commandHints, server });
    const error = async (method: string, params: unknown = {}) =>
      JSON.parse(await answerText(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }), hub.dispatcher)).error;
    expect(await error('starknet_subscribeNewHeads')).toEqual({
      code: -32601,
      message: 'Method not found',
      data: 'starknet_subscribeNewHeads needs a connection that stays open: connect with a WebSocket to the path /ws of this server.',
    });
    expect(await error('devnet_mint', { address: '0x1', amount: 1 })).toMatchObject({
      code: -32604,
      data: 'devnet_mint is forbidden by --restrictive-mode.',
    });
    node.close();
  });
});
