// A simulation as a test that somebody keeps.

import { feeTokens } from '../contracts/feeTokens.ts';
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
  /** The gas that it used. */
  readonly gas: Record<'l1_gas' | 'l1_data_gas' | 'l2_gas', string>;
}

/** What validation may take that the simulation left out: a signature of any of our accounts costs less. */
const VALIDATION_GAS = 1_000_000n;

export type TestKind = 'library' | 'starknet.js';

/** A test looks for the text of a panic in the reason; other reasons name places that change. */
function expectReason(where: string, reason: string): readonly string[] {
  const [, , text] = /(["'])([^"']{1,200})\1/.exec(reason) ?? [];
  return text === undefined ? [] : [`  expect(${where}).toContain(${js(text)});`];
}

const js = (value: unknown): string => JSON.stringify(hexed(value));

/** Numbers beyond those of JavaScript as hexadecimal texts: decimal ones are no felts. */
function hexed(value: unknown): unknown {
  if (typeof value === 'bigint') return `0x${value.toString(16)}`;
  if (Array.isArray(value)) return value.map(hexed);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, hexed(each)]));
}

/** The value of a cell: whole numbers as hexadecimal texts, because a cell that is given by its key takes nothing else. */
const stored = (value: unknown): unknown =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? BigInt(value) : value;

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

/** The start of a simulation as requests that change a chain, so that the same happens in a transaction that is sent. */
function changes({ block_id, overrides }: SimulationStart): readonly (readonly [method: string, params: object])[] {
  const { storage = [], balances = [], classes = [], time } = overrides ?? {};
  return [
    ...(block_id === 'pre_confirmed' ? [] : [['restore', { block_id }] as const]),
    ...storage.map((each) => ['setStorageAt', { ...each, value: stored(each.value) }] as const),
    ...classes.map((each) => ['setClassHash', each] as const),
    ...balances.map(({ token = feeTokens.STRK, ...each }) => ['deal', { token, ...each }] as const),
    // The next block gets the time itself, not a later one than an empty block with that time.
    ...(time === undefined ? [] : [['setTime', { time: Number(time), generate_block: false }] as const]),
  ];
}

/** The lines that bring a chain to the start of a simulation, with what is worth knowing of them. */
function startLines({ start, from }: KeptTest, request: (method: string, params: string) => string): readonly string[] {
  const paying = start.overrides?.balances.find(
    ({ address, token = feeTokens.STRK }) =>
      BigInt(address) === BigInt(from) && BigInt(token) === BigInt(feeTokens.STRK),
  );
  return [
    ...(start.block_id === 'pre_confirmed'
      ? []
      : ['  // Back to the block of the simulation. The chain that is left stays as a snapshot.']),
    ...changes(start).map(([method, params]) => `  await ${request(`devnet_${method}`, js(params))};`),
    ...(paying ? ['  // The transaction pays its fee from this balance; the simulation paid none.'] : []),
  ];
}

export function testText(kind: TestKind, test: KeptTest): string {
  return kind === 'library' ? libraryText(test) : starknetText(test);
}

function libraryText(kept: KeptTest): string {
  const { name, from, calls, reason } = kept;
  const changed = startLines(kept, (method, params) => `box.request('${method}', ${params})`);
  return [
    "import { Sandbox } from 'starbox';",
    "import { expect, test } from 'vitest';",
    '',
    `test(${js(name)}, async () => {`,
    '  // The chain of the page: a file of devnet_saveState, or of Export on a transaction.',
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

function starknetText(kept: KeptTest): string {
  const { name, address, from, calls, reason, gas } = kept;
  const changed = startLines(kept, (method, params) => `node('${method}', ${params})`);
  return [
    "import { Account, RpcProvider } from 'starknet';",
    "import { expect, test } from 'vitest';",
    '',
    `const nodeUrl = ${js(`${address}/rpc`)};`,
    'const provider = new RpcProvider({ nodeUrl });',
    'const node = async (method: string, params: object) => {',
    "  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });",
    "  const headers = { 'content-type': 'application/json' };",
    "  const { error } = await (await fetch(nodeUrl, { method: 'POST', headers, body })).json();",
    '  if (error) throw new Error(error.message);',
    '};',
    '',
    `test(${js(name)}, async () => {`,
    ...changed,
    `  const from = ${js(from)};`,
    "  await node('devnet_impersonateAccount', { account_address: from });",
    "  const account = new Account({ provider, address: from, signer: '0x1' });",
    '  // Twice the gas of the simulation, and some for the validation of the account.',
    "  const prices = await provider.getBlock('latest');",
    '  const bound = (used: bigint, price: { price_in_fri: string }) => ({',
    '    max_amount: 2n * used,',
    '    max_price_per_unit: (BigInt(price.price_in_fri) * 3n) / 2n,',
    '  });',
    '  const resourceBounds = {',
    `    l1_gas: bound(${BigInt(gas.l1_gas)}n, prices.l1_gas_price),`,
    `    l1_data_gas: bound(${BigInt(gas.l1_data_gas)}n, prices.l1_data_gas_price),`,
    `    l2_gas: bound(${BigInt(gas.l2_gas) + VALIDATION_GAS}n, prices.l2_gas_price),`,
    '  };',
    '  const calls = [',
    callLines(calls, 'contractAddress', 'entrypoint', '    '),
    '  ];',
    '  const { transaction_hash } = await account.execute(calls, { resourceBounds, tip: 0n });',
    '  const receipt = await provider.waitForTransaction(transaction_hash, { retryInterval: 100 });',
    ...(reason === null
      ? ['  expect(receipt.isSuccess()).toBe(true);']
      : [
          '  expect(receipt.isReverted()).toBe(true);',
          ...expectReason('receipt.isReverted() && receipt.revert_reason', reason),
        ]),
    '});',
    '',
  ].join('\n');
}
