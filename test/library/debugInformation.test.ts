import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Sandbox } from '../../src/index.ts';

const EXERCISER = new URL('../../contracts/classes/exerciser.sierra.json', import.meta.url);
const { sierra_program_debug_info: _, ...plain } = JSON.parse(readFileSync(EXERCISER, 'utf8'));
const statements = Object.fromEntries(
  Array.from({ length: 20_000 }, (_, i) => [
    i,
    [['src/exerciser.cairo', { start: { line: i, col: 0 }, end: { line: i, col: 9 } }, false]],
  ]),
);
const withLines = {
  ...plain,
  sierra_program_debug_info: {
    annotations: { 'github.com/software-mansion/cairo-coverage': { statements_code_locations: statements } },
  },
};

/** What an explanation says of a failing call. */
async function explained(box: Sandbox, address: string): Promise<string> {
  const call = { to: address, entryPoint: 'panic_with', calldata: [1, 0x123n] };
  const { transactionHash } = await box.execute(call, { allowRevert: true });
  return box.explain(transactionHash);
}

test('debug information of a declared file gives explanations with file and line', async () => {
  await using box = await Sandbox.create({ seed: 7, accounts: 1 });
  const { address } = await box.deploy(withLines, [5]);
  expect(await explained(box, address)).toMatch(/src\/exerciser\.cairo:\d+/);
  expect(await explained(box.clone(), address)).toMatch(/src\/exerciser\.cairo:\d+/);
});

test('debug information is used for a class that somebody declared without it, and after a dump is loaded', async () => {
  await using box = await Sandbox.create({ seed: 7, accounts: 1 });
  const { address } = await box.deploy(plain, [5]);
  expect(await explained(box, address)).not.toMatch(/exerciser\.cairo/);
  expect((await box.declare(withLines)).transactionHash).toBeUndefined();
  expect(await explained(box, address)).toMatch(/src\/exerciser\.cairo:\d+/);
  await box.load(box.dump());
  expect(await explained(box, address)).toMatch(/src\/exerciser\.cairo:\d+/);
});

test('debug information that lacks lines leads to advice about Scarb.toml only for a class that the user builds', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'starbox-advice-'));
  mkdirSync(join(folder, 'target/dev'), { recursive: true });
  for (const [path, hasAdvice] of [
    ['bought.contract_class.json', false],
    ['target/dev/own.contract_class.json', true],
  ] as const) {
    copyFileSync(EXERCISER, join(folder, path));
    await using box = await Sandbox.create({ seed: 7, accounts: 1 });
    const { address } = await box.deploy(join(folder, path), [5]);
    const text = await explained(box, address);
    expect(text).toContain('panicked with 0x123');
    expect([path, text.includes('add this to Scarb.toml')]).toEqual([path, hasAdvice]);
  }
  rmSync(folder, { recursive: true });
});

test('debug information does not change the chain', async () => {
  const options = { seed: 7, accounts: 1, startTime: 1000 };
  await using plainBox = await Sandbox.create(options);
  await using box = await Sandbox.create(options);
  for (const each of [plainBox, box]) await each.time.freeze();
  await plainBox.declare(plain);
  await box.declare(withLines);
  expect(Buffer.compare(await box.saveState(), await plainBox.saveState())).toBe(0);
});
