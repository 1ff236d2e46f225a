// A simulation as a test that somebody keeps.

import type { CallLike } from './sender.ts';
import type { SimulationStart } from './whatIf.ts';

/** What a simulation is and what came out of it. */
export interface KeptTest {
  readonly name: string;
  readonly address: string;
  readonly from: string;
  readonly calls: readonly CallLike[];
  readonly start: SimulationStart;
  /** Why it fails; null if it does not. */
  readonly reason: string | null;
}

export type TestKind = 'library' | 'starknet.js';

/** A test looks for the text of a panic in the reason; other reasons name places that change. */
function expectReason(where: string, reason: string): readonly string[] {
  const [, , text] = /(["'])([^"']{1,200})\1/.exec(reason) ?? [];
  return text === undefined ? [] : [`  expect(${where}).toContain(${js(text)});`];
}

const js = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) => (typeof each === 'bigint' ? each.toString() : each));

const callLines = (calls: readonly CallLike[], target: string, name: string, indent: string): string =>
  calls
    .map((call) => {
      const { contractAddress, entrypoint, calldata } = call as {
        contractAddress: string;
        entrypoint: string;
        calldata: readonly string[];
      };
      return `${indent}{ ${target}: ${js(contractAddress)}, ${name}: ${js(entrypoint)}, calldata: ${js(calldata)} },`;
    })
    .join('\n');

/** The overrides as requests that change a chain, so that the same happens in a transaction that is sent. */
function changes({ overrides }: SimulationStart): readonly (readonly [method: string, params: object])[] {
  if (!overrides) return [];
  const { storage, balances, classes, time } = overrides;
  return [
    ...storage.map((each) => ['setStorageAt', each] as const),
    ...balances.map(({ address, amount, token }) =>
      token === undefined
        ? (['mint', { address, amount: Number(amount), unit: 'FRI' }] as const)
        : (['deal', { token, address, amount }] as const),
    ),
    ...classes.map((each) => ['setClassHash', each] as const),
    ...(time === undefined ? [] : [['setTime', { time: Number(time) }] as const]),
  ];
}

export function testText(kind: TestKind, test: KeptTest): string {
  return kind === 'library' ? libraryText(test) : starknetText(test);
}

function libraryText({ name, from, calls, start, reason }: KeptTest): string {
  const changed = changes(start).map(([method, params]) => `  await box.request('devnet_${method}', ${js(params)});`);
  return [
    "import { Sandbox } from 'starbox';",
    "import { expect, test } from 'vitest';",
    '',
    `test(${js(name)}, async () => {`,
    '  // The chain of the page: its state file, from Export.',
    "  const box = await Sandbox.create({ state: 'chain.starbox' });",
    ...changed,
    `  await box.impersonate(${js(from)});`,
    '  const sent = await box.execute(',
    '    [',
    callLines(calls, 'to', 'entryPoint', '      '),
    '    ],',
    `    { from: ${js(from)}, allowRevert: true },`,
    '  );',
    ...(reason === null
      ? ["  expect(sent.receipt.execution_status).toBe('SUCCEEDED');"]
      : [
          "  expect(sent.receipt.execution_status).toBe('REVERTED');",
          ...expectReason('sent.receipt.revert_reason', reason),
        ]),
    '  await box.close();',
    '});',
    '',
  ].join('\n');
}

function starknetText({ name, address, from, calls, start, reason }: KeptTest): string {
  const changed = changes(start).map(([method, params]) => `  await node('devnet_${method}', ${js(params)});`);
  return [
    "import { Account, RpcProvider } from 'starknet';",
    "import { expect, test } from 'vitest';",
    '',
    `const provider = new RpcProvider({ nodeUrl: ${js(`${address}/rpc`)} });`,
    'const node = async (method: string, params: object) => (await provider.fetch(method, params)).json();',
    '',
    `test(${js(name)}, async () => {`,
    ...changed,
    `  const from = ${js(from)};`,
    "  await node('devnet_impersonateAccount', { account_address: from });",
    "  const account = new Account({ provider, address: from, signer: '0x1' });",
    '  const resourceBounds = {',
    '    l1_gas: { max_amount: 100_000n, max_price_per_unit: 10n ** 12n },',
    '    l1_data_gas: { max_amount: 100_000n, max_price_per_unit: 10n ** 12n },',
    '    l2_gas: { max_amount: 100_000_000n, max_price_per_unit: 10n ** 11n },',
    '  };',
    '  const calls = [',
    callLines(calls, 'contractAddress', 'entrypoint', '    '),
    '  ];',
    '  const { transaction_hash } = await account.execute(calls, { resourceBounds });',
    '  const receipt = await provider.waitForTransaction(transaction_hash);',
    ...(reason === null
      ? ['  expect(receipt.isSuccess()).toBe(true);']
      : ['  expect(receipt.isReverted()).toBe(true);']),
    '});',
    '',
  ].join('\n');
}
