// The examples of the declarations run, each with a sandbox of its own.
import { transformSync } from 'esbuild';
import fc from 'fast-check';
import * as starknetJs from 'starknet';
import { afterAll, test as anyTest, beforeAll, expect } from 'vitest';
import * as library from '../../src/index.ts';
import * as starknetHelpers from '../../src/starknet/index.ts';
import * as testing from '../../src/testing/index.ts';
import '../../src/testing/vitest.ts';
import { wallet } from '../../src/wallet/index.ts';
import { isBuilt } from '../support/build.ts';
import { examples } from '../support/declarationExamples.ts';

const test = anyTest.runIf(isBuilt);

/** A wallet that a dapp has asked to send 5 FRI. */
async function askedWallet(box: library.Sandbox, recipient: string) {
  const given = wallet(box, { connected: true });
  const calls = [{ contract_address: STRK, entry_point: 'transfer', calldata: [recipient, '0x5', '0x0'] }];
  await given.request({ type: 'wallet_addInvokeTransaction', params: { calls } });
  return given;
}

/** Examples that cannot run here, by a part of their text, and why. */
const NOT_RUN: readonly (readonly [part: string | RegExp, reason: string])[] = [
  [/\bdebug\b/, 'needs a class with debug information'],
  [/vault\.populate|share_of|Ownable_owner|bridge\.|owner: '0x1'/, 'needs a contract of its own'],
  [/'0x\w+…'/, 'the address is shortened'],
  [/\(Token\b/, 'needs types that `starbox types` writes'],
  [/class: '|target\/dev\/token|token\.contract_class|box\.watch/, 'needs class files'],
  [/8545|https:/, 'needs another node'],
  ['port: 5050', 'the port may be in use'],
  ['ui: true', 'needs the page of the built package'],
  ["stream('block')", 'runs until the sandbox is closed'],
  [/GasSnapshot|(?:save|load)State\('/, 'uses files of the working folder'],
  [/compileSierra/, 'throws for most classes'],
  [/^test\(|^const (test|sandbox) = /m, 'needs the hooks of a test runner'],
];
const reasonOf = (code: string): string | undefined =>
  NOT_RUN.find(([part]) => (typeof part === 'string' ? code.includes(part) : part.test(code)))?.[1];

const STRK = '0x4718f5a0fc34cc1af16a1cdee98ffb20c31f5cd61d6ab07201858f4287c938d';
const { erc20Abi, Sandbox } = library;
let base: library.Sandbox;
let transactionHash: library.Hex;
beforeAll(async () => {
  base = await Sandbox.create({ seed: 7 });
  const [alice, bob] = base.accounts;
  ({ transactionHash } = await base.strk.write.transfer(bob!.address, 5n, { from: alice! }));
  await base.blocks.mine(8);
});
afterAll(() => base.close());

/** The names that examples use without saying where they come from. `ended` gets what runs when the example has ended. */
async function surroundings(box: library.Sandbox, code: string, ended: (() => unknown)[]) {
  const [alice, bob, whale] = box.accounts;
  const token = box.contract(erc20Abi, STRK);
  const amount = code.includes('insufficient') ? 10n ** 30n : 5n;
  const request = { contract_address: STRK, entry_point_selector: '0x1', calldata: [] };
  const files = new Map<string, unknown>([
    ['dump.json', JSON.stringify(box.dump())],
    ['chain.state', await box.saveState()],
  ]);
  return {
    fc,
    ...starknetJs,
    ...library,
    ...testing,
    ...starknetHelpers,
    expect,
    box,
    alice,
    bob,
    whale: whale.address,
    ...(code.includes('AskedTo(') && { wallet: await askedWallet(box, bob.address) }),
    token,
    vault: token,
    usdc: STRK,
    contract: STRK,
    proxy: STRK,
    address: STRK,
    contractAddress: STRK,
    account: code.includes('account(box') ? starknetHelpers.account : alice.address,
    abi: erc20Abi,
    tokenAbi: erc20Abi,
    call: { to: STRK, entryPoint: 'transfer', calldata: [bob.address, amount, 0n] },
    calldata: [bob.address, '0x5', '0x0'],
    transactionHash,
    transaction_hash: transactionHash,
    newClassHash: await box.getClassHash(STRK),
    receipt: await box.request('starknet_getTransactionReceipt', { transaction_hash: transactionHash }),
    request,
    mark: box.snapshot(),
    afterEach: (run: () => unknown) => ended.push(run),
    afterAll: (run: () => unknown) => ended.push(run),
    readFile: async (path: string) => files.get(path),
    writeFile: async (path: string, content: unknown) => void files.set(path, content),
    console: { log: () => {} },
    check: (value: unknown, expected: unknown) => expect(value).toEqual(expected),
  };
}

/** The example as JavaScript; a value in a comment after a call that needs no waiting becomes a check. */
function runnable(example: string): string {
  const code = example
    .replaceAll(/^import .*$/gm, '')
    .replace(/^export default /m, 'void ')
    .replaceAll(/^(?!await|const|\/\/|console)(\w.*); \/\/ (['[{\d].*)$/gm, 'check($1, $2);');
  return transformSync(`const run = async () => {\n${code}\n}`, { loader: 'ts', target: 'node20' }).code;
}

const unique = [...new Set(examples.map(({ code }) => code))];

test.each(unique.filter((code) => reasonOf(code) === undefined))('runs: %s', async (code) => {
  const box = base.clone();
  const untrack = testing.trackSandbox(box);
  const ended: (() => unknown)[] = [];
  try {
    const names = await surroundings(box, code, ended);
    const valid = Object.entries(names).filter(([name]) => /^\w+$/.test(name) && name !== 'default');
    const make = new Function(...valid.map(([name]) => name), `'use strict';\n${runnable(code)}\nreturn run;`);
    const run = make(...valid.map(([, value]) => value)) as () => Promise<unknown>;
    const [, error] = /; \/\/ \w+Error: (.*)$/.exec(code) ?? [];
    if (error === undefined) await run();
    else await expect(run()).rejects.toThrow(error);
    for (const end of ended) await end();
  } finally {
    untrack();
    await box.close();
  }
});

test('most examples run, and every reason not to run one is needed', () => {
  const skipped = unique.map(reasonOf).filter((reason) => reason !== undefined);
  expect(skipped.length).toBeLessThan(unique.length / 3);
  expect(new Set(skipped)).toEqual(new Set(NOT_RUN.map(([, reason]) => reason)));
});
