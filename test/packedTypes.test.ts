// The declarations as users get them, with the flags that their projects have.
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { isBuilt } from './support/build.ts';
import { type CompilerOptions, Consumer, compile, lowestTsc } from './support/consumer.ts';
import { completionsAt } from './support/languageServer.ts';
import { skipUnless } from './support/skipUnless.ts';

/** The flags of projects. A new set is one row. */
const FLAGS: Readonly<Record<string, CompilerOptions>> = {
  'plain strict': { strict: true },
  'strict and exactOptionalPropertyTypes': { strict: true, exactOptionalPropertyTypes: true },
  'strict and noUncheckedIndexedAccess': { strict: true, noUncheckedIndexedAccess: true },
  'everything that tsc --init sets': {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    verbatimModuleSyntax: true,
    isolatedModules: true,
    noUncheckedSideEffectImports: true,
  },
};

const REQUESTS = `
import { type RpcParams, type RpcResult, type RpcSchema, Sandbox } from 'starbox';
const box = await Sandbox.create({ seed: 1 });
const nonce: \`0x\${string}\` = await box.request('starknet_getNonce', { block_id: 'latest', contract_address: '0x1' });
const listed: string = await box.request('chain_getNonce', ['latest', '0x1']);
const height: number = await box.request('starknet_blockNumber');
const neutral: number = await box.request('chain_blockNumber');
const accounts: readonly object[] = await box.request('devnet_getPredeployedAccounts');
await box.request('devnet_getPredeployedAccounts', { with_balance: true });
const { block_hash } = await box.request('sandbox_createBlock');
const receipt = await box.request('starknet_getTransactionReceipt', { transaction_hash: block_hash });
if (receipt.execution_status === 'REVERTED') console.log(receipt.revert_reason);
const gas: number | bigint = receipt.execution_resources.l2_gas;
const filter: RpcParams<'starknet_getEvents'> = { filter: { chunk_size: 10 } };
const page: RpcResult<'chain_getEvents'> = await box.request('starknet_getEvents', filter);
const result: RpcSchema['devnet_mint']['result'] = await box.request('devnet_mint', { address: '0x1', amount: 5n });
const forwarded: unknown = await box.request<unknown>(String(nonce), [listed, gas, page, result]);
// @ts-expect-error: there is no such method.
await box.request('starknet_getNonse', { block_id: 'latest', contract_address: '0x1' });
// @ts-expect-error: nor where a type is expected.
const wrong: string = await box.request('starknet_getNonse');
// @ts-expect-error: nor by a neutral name.
await box.request('chain_getNonse', { block_id: 'latest', contract_address: '0x1' });
// @ts-expect-error: the parameters are missing.
await box.request('starknet_getNonce');
// @ts-expect-error: a parameter is missing.
await box.request('starknet_getNonce', { block_id: 'latest' });
// @ts-expect-error: also by the neutral name.
await box.request('chain_getNonce', { block_id: 'latest' });
// @ts-expect-error: there is no such tag.
await box.request('starknet_getNonce', { block_id: 'newest', contract_address: '0x1' });
// @ts-expect-error: a hash is a text.
await box.request('starknet_getTransactionByHash', { transaction_hash: 1n });
export { accounts, forwarded, height, neutral, wrong };
`;

const TOKEN_ABI = `
const tokenAbi = [
  {
    type: 'constructor',
    name: 'constructor',
    inputs: [
      { name: 'name', type: 'core::byte_array::ByteArray' },
      { name: 'symbol', type: 'core::byte_array::ByteArray' },
      { name: 'fixed_supply', type: 'core::integer::u256' },
    ],
  },
  { type: 'function', name: 'get', inputs: [], outputs: [{ type: 'core::integer::u64' }], state_mutability: 'view' },
] as const;
`;

const CONTRACTS = `
import { type Abi, type Receipt, Sandbox, type SandboxContract, erc20Abi, shortString } from 'starbox';
const box = await Sandbox.create({ seed: 1 });
const balance: bigint = await box.strk.read.balanceOf(box.accounts[0].address);
const name: string = await box.strk.read.name();
const token: SandboxContract<typeof erc20Abi> = box.contract(erc20Abi, '0x1');
const receipt: Receipt = (await token.write.transfer('0x2', 5n, { from: box.accounts[0] })).receipt;
const [transfer] = token.parseEvents(receipt, 'Transfer');
const value: bigint | undefined = transfer?.args.value;
const loose: SandboxContract<Abi> = await box.deploy('class.json', [shortString('a')]);
const got: unknown = await loose.read['get']('0x1');
await box.deploy('class.json');
await box.mint('0x1', '5');
await box.mint('0x1', '0x5');
await box.time.increase(86_400);
// @ts-expect-error: there is no such function.
await token.read.balance('0x1');
// @ts-expect-error: an address is no text.
await token.write.transfer('bob', 5n);
// @ts-expect-error: seconds are a number.
await box.time.increase('1d');
// @ts-expect-error: amounts are whole.
await box.mint('0x1', '1.5');
export { balance, got, loose, name, value };
`;

const EVENTS = `
import { type Abi, type SandboxAccount, type SandboxContract, erc20Abi } from 'starbox';
import { type SandboxMatchers, assertEmits } from 'starbox/testing';
declare const token: SandboxContract<typeof erc20Abi>;
declare const loose: SandboxContract<Abi>;
declare const alice: SandboxAccount;
declare const other: { readonly address: string; readonly abi: readonly { readonly type: 'function' }[] };
declare const expect: (received: unknown) => SandboxMatchers;
const sent = token.write.transfer('0x2', 5n);
await expect(sent).toEmit('Transfer');
await expect(sent).toEmit('Transfer', { value: 5n });
await expect(sent).toEmit(token, 'Transfer', { to: alice, value: 5n });
await expect(sent).toEmit(token.address, 'Whatever', { to: 5n });
await expect(sent).toEmit(alice, 'Whatever');
await expect(sent).toEmit(loose, 'Whatever', { to: 5n });
await expect(sent).toEmit(other, 'Whatever', { to: 5n });
await assertEmits(sent, 'Transfer', { value: 5n });
await assertEmits(sent, token, 'Transfer', { value: 5n });
// @ts-expect-error: there is no such event.
await expect(sent).toEmit(token, 'Transfr');
// @ts-expect-error: nor such a member.
await expect(sent).toEmit(token, 'Transfer', { too: 5n });
// @ts-expect-error: the name is missing.
await expect(sent).toEmit(token);
// @ts-expect-error: the same for the assertion.
await assertEmits(sent, token, 'Transfr');
export {};
`;

const HELPERS = `
import { Sandbox } from 'starbox';
import { account, provider } from 'starbox/starknet';
const box = await Sandbox.create({ seed: 1 });
export const helpers = [provider(box), account(box, 0)];
`;

/** One project, since the compiler reads the declarations anew for each. */
const USES = { 'requests.ts': REQUESTS, 'contracts.ts': CONTRACTS, 'events.ts': EVENTS };

describe.runIf(isBuilt)('the shipped declarations (need dist/)', () => {
  describe.each(Object.entries(FLAGS))('with %s', (_, flags) => {
    test('type requests, contracts and events', () => {
      expect(compile(USES, { ...flags, skipLibCheck: false })).toBe('');
    });

    test('work beside those of starknet.js, which are not ours to check', () => {
      expect(compile(HELPERS, { ...flags, skipLibCheck: true })).toBe('');
    });
  });

  const isInstalled = skipUnless(existsSync(lowestTsc), 'TypeScript 5.4 is not installed; run npm install');
  describe.runIf(isInstalled)('with the lowest version of TypeScript', () => {
    test('type requests, contracts and events', () => {
      expect(compile(USES, { strict: true, skipLibCheck: false }, lowestTsc)).toBe('');
    });
  });

  test('are right in the examples of the guide', () => {
    const guide = readFileSync(new URL('../docs/library.md', import.meta.url), 'utf8');
    const examples = [...guide.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, block]) => block);
    const flags = { strict: true, exactOptionalPropertyTypes: true, skipLibCheck: false };
    expect(compile(`${examples.join('\n')}\nexport {};`, flags)).toBe('');
  });

  test('give loose reads no type that fits everything', () => {
    const source = `import type { DeployedContract } from 'starbox';
declare const loose: DeployedContract;
export const balance: bigint = await loose.read['get']();`;
    expect(compile(source, { strict: true })).toContain("Type 'unknown' is not assignable to type 'bigint'");
  });

  test('name a missing argument of a constructor, and show no ABI', () => {
    const source = (args: string) =>
      `import { Sandbox } from 'starbox';${TOKEN_ABI}const box = await Sandbox.create();await box.deploy('token.json', ${args}, { abi: tokenAbi });`;
    const named = compile(source("{ name: 'a', symbol: 'b' }"), { strict: true });
    expect(named).toMatch(/Property 'fixed_supply' is missing|missing the following properties.*fixed_supply/s);
    expect(named).not.toMatch(/'undefined'|core::byte_array/);
    const listed = compile(source("['a', 'b']"), { strict: true });
    expect(listed).toContain('Source has 2 element(s) but target requires 3');
    expect(listed).not.toContain('core::byte_array');
  });

  test('let editors offer each method once', async () => {
    const source = `import { Sandbox } from 'starbox';
const box = await Sandbox.create();
await box.request('');`;
    const consumer = new Consumer(source, { strict: true });
    try {
      const names = await completionsAt(consumer, "box.request('");
      expect(names).toContain('starknet_blockNumber');
      expect(names).toContain('devnet_mint');
      expect(names.filter((name) => !/^(?:starknet|devnet)_/.test(name))).toEqual([]);
    } finally {
      consumer.remove();
    }
  });
});
