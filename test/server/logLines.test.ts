import { readFileSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { defaultConfig } from '../../src/chain/config.ts';
import { createBundledNode } from '../../src/chain/createBundledNode.ts';
import { compileClass } from '../../src/classes/compileClass.ts';
import { readClassText } from '../../src/classes/readClassText.ts';
import { formatFelt } from '../../src/felt/felt.ts';
import { answerText } from '../../src/rpc/answerText.ts';
import { Hub } from '../../src/sandbox/hub.ts';
import { Log } from '../../src/server/log/log.ts';
import { logBlocks } from '../../src/server/log/logBlocks.ts';
import { observeCalls } from '../../src/server/observeCalls.ts';
import { declare, invoke, STRK, transfer } from '../support/wallet.ts';

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

/** A node with one account, and what its log says without times and durations. */
async function logged(blockGenerationOn: 'transaction' | 'demand' = 'transaction') {
  const node = await createBundledNode({
    ...defaultConfig,
    seed: 1,
    accounts: 1,
    blockGenerationOn,
    stateArchiveCapacity: 'full',
  });
  let all = '';
  const output = (text: string) => {
    all += text;
    return true;
  };
  const log = new Log({ format: 'text', level: 'info', bodies: { request: false, response: false }, output });
  const hub = new Hub(node, observeCalls(log, undefined));
  logBlocks(node, log);
  ends.push(() => {
    hub.end();
    node.close();
  });
  const send = (method: string, params: unknown = {}) =>
    answerText(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }), hub.dispatcher);
  const lines = () => {
    log.flush();
    const text = all.replace(/^\S+ +/gm, '').replace(/, [\d.]+ ms/g, '');
    all = '';
    return text.trimEnd().split('\n');
  };
  return { send, lines, hub, account: node.accounts[0]! };
}

test('a transaction is logged with its calls, status, gas, fee and block', async () => {
  const { send, lines, account } = await logged();
  await send('starknet_addInvokeTransaction', transfer(account, 0, 0x77n));
  expect(lines()).toEqual([
    expect.stringMatching(
      /^INFO rpc: starknet_addInvokeTransaction 0x\w{4}…\w{4}: ERC20\.transfer, succeeded, [\d,]+ L2 gas, fee 0\.\d+ STRK, block 1$/,
    ),
  ]);
  const call = (to: bigint, entryPoint = 'transfer') => ({ to, entryPoint, calldata: [0x77n, 1n, 0n] });
  const strk = BigInt(STRK);
  await send('starknet_addInvokeTransaction', invoke(account, 1, call(strk), call(strk), call(strk), call(strk)));
  expect(lines()[0]).toContain(': ERC20.transfer, ERC20.transfer, ERC20.transfer, 1 more, succeeded, ');
  await send('starknet_addInvokeTransaction', invoke(account, 2, call(0x5555n), call(strk, 'nothing')));
  expect(lines()[0]).toMatch(/: 0x5555\.0x\w{4}…\w{4}, ERC20\.0x\w{4}…\w{4}, reverted, /);
});

test('cheats are logged, and so is what they changed', async () => {
  const { send, lines, account } = await logged();
  await send('sandbox_cheatCaller', { contract_address: STRK, caller_address: formatFelt(account.address), calls: 1 });
  await send('devnet_cheatBlock', { block_number: 5 });
  await send('devnet_stopCheat', { cheat_id: 2 });
  await send('starknet_addInvokeTransaction', transfer(account, 0, 0x77n));
  expect(lines()).toEqual([
    `INFO rpc: devnet_cheatCaller cheat 1 on ${STRK} for 1 call, cheats in force: 1`,
    'INFO rpc: devnet_cheatBlock cheat 2 on every contract until it is stopped, cheats in force: 2',
    'INFO rpc: devnet_stopCheat cheats in force: 1',
    expect.stringMatching(/ERC20\.transfer, succeeded with 1 cheated call, /),
  ]);
});

test('the line of a transaction is about the chain that the request left, whatever happens before it is written', async () => {
  const { send, lines, account } = await logged();
  const { result } = JSON.parse(await send('starknet_addInvokeTransaction', transfer(account, 0, 0x77n)));
  await send('devnet_abortBlocks', { starting_block_id: 'latest' });
  expect(lines()[0]).toMatch(
    new RegExp(
      `INFO rpc: \\S+ ${result.transaction_hash.slice(0, 6)}…\\w{4}: ERC20\\.transfer, succeeded, .*, block 1$`,
    ),
  );
});

test('a declaration is logged with its class, and a deployment with its address', async () => {
  const { send, lines, account } = await logged();
  const file = readFileSync(new URL('../../contracts/classes/blake.sierra.json', import.meta.url), 'utf8');
  const compiled = compileClass(readClassText(file));
  const classHash = `0x${compiled.classHash.toString(16)}`;
  await send('starknet_addDeclareTransaction', declare(account, 0, JSON.parse(file), compiled));
  expect(lines()[0]).toContain(`: declared class ${classHash}, succeeded, `);
  const deployer = 0x41a78e741e5af2fec34b695679bc6891742439f7afb8484ecd7766661ad02bfn;
  const calldata = [BigInt(classHash), 7n, 0n, 0n];
  await send(
    'starknet_addInvokeTransaction',
    invoke(account, 1, { to: deployer, entryPoint: 'deployContract', calldata }),
  );
  expect(lines()[0]).toMatch(/: UniversalDeployer\.deployContract, deployed 0x\w{60,}, succeeded, /);
});

test('blocks of several transactions are logged, and removed blocks', async () => {
  const { send, lines, account } = await logged('demand');
  for (let nonce = 0; nonce < 3; nonce++) await send('starknet_addInvokeTransaction', transfer(account, nonce, 0x77n));
  lines();
  const { result } = JSON.parse(await send('devnet_createBlock'));
  expect(lines()).toContain('INFO chain: block 1: 3 transactions');
  await send('devnet_abortBlocks', { starting_block_id: { block_hash: result.block_hash } });
  expect(lines()).toEqual(expect.arrayContaining(['INFO chain: block 1 was removed']));
});

test('a text that is not a request is logged, once for many', async () => {
  const { lines, hub } = await logged();
  for (let i = 0; i < 20; i++) await answerText('{', hub.dispatcher);
  await answerText('{"a":1}', hub.dispatcher);
  expect(lines()).toEqual([expect.stringMatching(/^WARN http: Refused a text that is not a JSON-RPC request: EOF /)]);
});

test('calldata that only looks like calls has no names', async () => {
  const { send, lines, account } = await logged();
  const { invoke_transaction } = transfer(account, 0, 0x77n);
  for (const calldata of [[], ['0x1'], ['0x7ffffffff'], ['0x1', '0x1', '0x2', '0xffffffffffffffffff']])
    await send('starknet_addInvokeTransaction', { invoke_transaction: { ...invoke_transaction, calldata } });
  // Each is followed by its explanation.
  for (const line of lines().filter((line) => line.includes(' rpc: ')))
    expect(line).toMatch(/^INFO rpc: starknet_addInvokeTransaction: error 55 /);
});

test('prices that a schedule moves by a tenth are logged, and smaller changes are not', async () => {
  const { send, lines } = await logged();
  const prices = [5, 6, 7, 8].map((block) => ({ block, fri: 1_000_000_000 + 50_000_000 * (block - 4) }));
  await send('devnet_setPriceSchedule', { schedule: { l2: prices } });
  await send('devnet_mine', { blocks: 4 });
  lines();
  await send('devnet_createBlock');
  expect(lines().filter((line) => line.includes('schedule'))).toEqual([
    'INFO chain: block 6, by the price schedule: L2 gas costs 1,100,000,000 fri',
  ]);
  await send('devnet_createBlock');
  expect(lines().filter((line) => line.includes('schedule'))).toEqual([]);
});
