// Contracts by their names, in the build output of the nearest Scarb.toml.
import { copyFileSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ClassFileError, Sandbox } from '../../src/index.ts';

const branching = fileURLToPath(new URL('../../contracts/classes/branching.sierra.json', import.meta.url));
const ARGUMENTS = { public_key: 5n, dear: false };
let root: string;
let box: Sandbox;
beforeEach(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'starbox-names-')));
  mkdirSync(join(root, 'target/dev'), { recursive: true });
  mkdirSync(join(root, 'tests'));
  vi.spyOn(process, 'cwd').mockReturnValue(join(root, 'tests'));
  box = await Sandbox.create({ seed: 7, accounts: 1 });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await box.close();
  rmSync(root, { recursive: true });
});
const build = (stem: string) => copyFileSync(branching, join(root, 'target/dev', `${stem}.contract_class.json`));

test('a contract is declared and deployed by the name that it has in the build output', async () => {
  writeFileSync(join(root, 'Scarb.toml'), '');
  build('shop_Branching');
  const { classHash } = await box.declare('Branching');
  expect(classHash).toBe((await box.declare(branching)).classHash);
  const contract = await box.deploy('shop_Branching', ARGUMENTS);
  expect(contract.classHash).toBe(classHash);
  expect(await box.getClassHash(contract.address)).toBe(classHash);
});

test('a name that fits several packages or none is an error that lists what there is', async () => {
  const error = await box.deploy('Branching', ARGUMENTS).catch((thrown) => thrown);
  expect(error).toBeInstanceOf(ClassFileError);
  expect(error.message).toContain(`No build of a contract Branching was found: `);
  expect(error.message).toContain(
    `beside a Scarb.toml of ${join(root, 'tests')} or a folder above it. Run 'scarb build'`,
  );
  expect(error.stack).toMatch(/^.*\n +at .*byName\.test\.ts/);
  writeFileSync(join(root, 'Scarb.toml'), '');
  build('shop_Branching');
  await expect(box.declare('Branchin')).rejects.toThrow('Did you mean Branching? It has built Branching.');
  build('bank_Branching');
  await expect(box.deploy('Branching', ARGUMENTS)).rejects.toThrow('Name one of them: bank_Branching, shop_Branching');
});
