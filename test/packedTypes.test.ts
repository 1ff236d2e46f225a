// What the declarations of the packed package say. typeMatrix.test.ts has the versions and flags that they are for.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { isBuilt } from './support/build.ts';
import { Consumer, compile, lowestTsc, tsc } from './support/consumer.ts';
import { completionsAt } from './support/languageServer.ts';

const HELPERS = `
import { Sandbox } from 'starbox';
import { account, provider } from 'starbox/starknet';
const box = await Sandbox.create({ seed: 1 });
export const helpers = [provider(box), account(box, 0)];
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

const COMMON_JS = `
import { Sandbox, SandboxError, encodeCalldata, erc20Abi, type Hex, type SandboxOptions } from 'starbox';
import { withSandbox } from 'starbox/testing';
class OwnError extends SandboxError {}
const options: SandboxOptions = { seed: 1 };
export async function use(box: Sandbox): Promise<readonly Hex[]> {
  const made: Sandbox = await Sandbox.create(options);
  // @ts-expect-error: there is no such option.
  await Sandbox.create({ sede: 1 });
  const height: number = await made.request('starknet_blockNumber');
  return encodeCalldata(erc20Abi, 'transfer', [box.accounts[0].address, BigInt(height)]);
}
export const isOwn = (error: unknown): boolean => error instanceof OwnError && error.code === 40;
export const run = withSandbox(async (box) => void (await use(box)));
`;

describe.runIf(isBuilt)('the shipped declarations (need dist/)', () => {
  test.each([
    ['the lowest TypeScript', lowestTsc],
    ['the newest TypeScript', tsc],
  ])('have values and types for CommonJS, with %s', (_, compiler) => {
    const flags = { strict: true, module: 'node16', target: 'es2022', skipLibCheck: false, skipDefaultLibCheck: true };
    expect(compile({ 'main.cts': COMMON_JS }, flags, compiler)).toBe('');
  });

  test.each([
    ['plain strict', {}],
    ['more flags', { exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, verbatimModuleSyntax: true }],
  ])('work beside those of starknet.js, which are not ours to check, with %s', (_, flags) => {
    expect(compile(HELPERS, { strict: true, ...flags, skipLibCheck: true })).toBe('');
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
