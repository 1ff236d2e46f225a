// Simulations that were kept as tests, run as tests.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { transformSync } from 'esbuild';
import { Account, RpcProvider } from 'starknet';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Sandbox } from '../../src/index.ts';
import { feeTokens } from '../../ui/src/data/contracts/feeTokens.ts';

/** What the page keeps; its own type needs the types of browsers, which this project of TypeScript does not have. */
interface KeptTest {
  readonly name: string;
  readonly address: string;
  readonly from: string;
  readonly calls: readonly object[];
  readonly start: object;
  readonly reason: string | null;
  readonly gas: object;
}

const PAGE_FILE: string = '../../ui/src/data/transactions/testText.ts';
const { testText } = (await import(PAGE_FILE)) as {
  testText: (kind: 'library' | 'starknet.js', test: KeptTest) => string;
};

const TOKENS = 10n ** 18n;
const TO = '0x1234';
const GAS = { l1_gas: '0', l1_data_gas: '128', l2_gas: '1500000' };
const folder = mkdtempSync(join(tmpdir(), 'starbox-kept-'));
const file = join(folder, 'chain.starbox');
let kept: KeptTest;

const transfer = (amount: bigint) => [
  { contractAddress: feeTokens.STRK, entrypoint: 'transfer', calldata: [TO, `0x${amount.toString(16)}`, '0x0'] },
];

beforeAll(async () => {
  const box = await Sandbox.create({ seed: 0, accounts: 1 });
  const [account] = box.accounts;
  await box.execute({ to: feeTokens.STRK, entryPoint: 'transfer', calldata: [TO, 900n * TOKENS, 0n] });
  await box.saveState(file);
  const address = account!.address as string;
  await box.close();
  const start = { block_id: 'pre_confirmed' };
  kept = { name: 'kept', address: '', from: address, calls: [], start, reason: null, gas: GAS };
});

afterAll(() => rmSync(folder, { recursive: true }));

/** Runs the text of a test, on the chain of this file. */
async function run(given: Partial<KeptTest>): Promise<void> {
  await runText(testText('library', { ...kept, ...given }).replace("'chain.starbox'", JSON.stringify(file)), {
    Sandbox,
  });
}

/** Runs the text for starknet.js, on a node with the chain of this file. */
async function runStarknet(given: Partial<KeptTest>): Promise<void> {
  const box = await Sandbox.create({ state: file });
  try {
    const { url: address } = await box.listen();
    const text = testText('starknet.js', { ...kept, address, ...given });
    const code = transformSync(text, {
      loader: 'ts',
      tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
    });
    await runText(code.code, { Account, RpcProvider });
  } finally {
    await box.close();
  }
}

async function runText(text: string, imported: Readonly<Record<string, unknown>>): Promise<void> {
  let body: (() => Promise<void>) | undefined;
  const names = { ...imported, expect, test: (_: string, given: () => Promise<void>) => void (body = given) };
  new Function(...Object.keys(names), text.replaceAll(/^import .*$/gm, ''))(...Object.values(names));
  await body!();
}

const overrides = { storage: [], balances: [], classes: [] };

test('a balance is what the simulation had, neither more nor less', async () => {
  const balances = [{ address: kept.from as `0x${string}`, amount: (200n * TOKENS).toString() }];
  const start = { block_id: 'pre_confirmed', overrides: { ...overrides, balances } } as const;
  await run({ start, calls: transfer(150n * TOKENS) });
  // With the balance added to what the account has, this would work.
  await run({ start, calls: transfer(250n * TOKENS), reason: 'Token.transfer panicked' });
});

test('an earlier block is the one that the test starts from', async () => {
  await run({ calls: transfer(500n * TOKENS), reason: 'Token.transfer panicked' });
  await run({ calls: transfer(500n * TOKENS), start: { block_id: { block_number: 0 }, overrides } });
});

test('large numbers and times are taken as they were simulated', async () => {
  const storage = [
    { contract_address: feeTokens.STRK, key: '0x7', value: 2n ** 100n },
    { contract_address: feeTokens.STRK, key: '0x8', value: 70 },
  ] as const;
  const start = { block_id: 'pre_confirmed', overrides: { ...overrides, storage, time: '4000000000' } } as const;
  await run({ start, calls: transfer(1n) });
});

test('the form for starknet.js sends the same, with a sender that has little, and looks at the reason of a failure', async () => {
  const balances = [{ address: kept.from as `0x${string}`, amount: TOKENS.toString() }];
  const start = { block_id: 'pre_confirmed', overrides: { ...overrides, balances } } as const;
  await runStarknet({ start, calls: transfer(TOKENS / 2n) });
  const failing = { start, calls: transfer(2n * TOKENS) };
  await runStarknet({ ...failing, reason: "Token.transfer panicked with 'ERC20: insufficient balance'" });
  await expect(runStarknet({ ...failing, reason: "Token.transfer panicked with 'another reason'" })).rejects.toThrow(
    'another reason',
  );
  await expect(runStarknet({ ...failing })).rejects.toThrow('expected false to be true');
});
