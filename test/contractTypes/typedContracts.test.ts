// `starbox types` and the plugin for vite, with the packed package, in a project as users have it.
import { spawn } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Sandbox } from '../../src/index.ts';
import { isBuilt } from '../support/build.ts';
import { lowestTsc } from '../support/consumer.ts';
import { documentationAt } from '../support/documentationAt.ts';
import { hoverAt } from '../support/languageServer.ts';
import { PATIENT } from '../support/patient.ts';
import { skipUnless } from '../support/skipUnless.ts';
import { addBuild, modules, type UserProject, userProject } from '../support/userProject.ts';

const USES = `
import { type DeployedContract, Sandbox, type SandboxContract } from 'starbox';
import type { SandboxMatchers } from 'starbox/testing';
import { Counter } from './typed/Counter.js';
import { Deployer } from './typed/Deployer.js';
import { Token } from './typed/Token.js';
declare const expect: (received: unknown) => SandboxMatchers;
const box = await Sandbox.create({ seed: 1 });
const [alice, bob] = box.accounts;
const named = { name: 'Gold', symbol: 'G', decimals: 18, initial_supply: 5n, recipient: alice, permitted_minter: bob } as const;
const token = await box.deploy(Token, named);
const listed = await box.deploy(Token, ['Gold', 'G', 18, 5n, alice, bob], { from: alice });
const same: SandboxContract<typeof Token.abi> = box.contract(Token, token.address);
const again: DeployedContract<typeof Token.abi> = await box.deploy(await box.declare(Token), named);
const balance: bigint = await token.read.balance_of(alice);
const sent = token.write.transfer(bob, 5n, { from: alice });
const [transfer] = await token.events.Transfer({ to: bob });
const value: bigint | undefined = transfer?.args.value;
await expect(sent).toEmit(token, 'Transfer', { value: 5n });
await expect(sent).toRevertWith(/balance/);
const counter = await box.deploy(Counter, { owner: alice });
const count: bigint = await counter.read.count();
const deployer = await box.deploy(Deployer);
// @ts-expect-error: there is no such function.
token.write.transfr(bob, 5n);
// @ts-expect-error: a view is read.
token.write.balance_of(bob);
// @ts-expect-error: an argument is missing.
token.write.transfer(bob);
// @ts-expect-error: an amount is no account.
token.write.transfer(bob, alice);
// @ts-expect-error: there is no such option.
token.write.transfer(bob, 5n, { form: alice });
// @ts-expect-error: the result is a number.
const wrong: string = await token.read.balance_of(alice);
// @ts-expect-error: there is no such event.
token.events.Transfr();
// @ts-expect-error: nor such a member.
token.events.Transfer({ too: bob });
// @ts-expect-error: nor such an event here.
await expect(sent).toEmit(token, 'Transfr');
// @ts-expect-error: a member has another type.
await expect(sent).toEmit(token, 'Transfer', { value: true });
// @ts-expect-error: the constructor takes a number there.
await box.deploy(Token, { ...named, decimals: 'many' });
// @ts-expect-error: it takes no such argument.
await box.deploy(Token, { ...named, owner: bob });
export { again, balance, count, deployer, listed, same, value, wrong };
`;

const TEST = `
import { expect } from 'vitest';
import { Counter, Token } from 'starbox:contracts';
import { sandboxTest } from 'starbox/testing/vitest';
import { Counter as Written } from './typed/Counter.ts';

const test = sandboxTest({
  setup: async (box) => {
    const [owner] = box.accounts;
    const rest = { decimals: 18, initial_supply: 5n, recipient: owner, permitted_minter: owner };
    return { token: await box.deploy(Token, { name: 'Gold', symbol: 'G', ...rest }) };
  },
});

test('a contract of the plugin and one of the command', async ({ box, values: { token } }) => {
  const [alice, bob] = box.accounts;
  await expect(token.write.transfer(bob, 5n)).toEmit(token, 'Transfer', { to: bob, value: 5n });
  await expect(token.write.transfer(bob, 5n, { from: alice })).toRevertWith('balance');
  const counters = [await box.deploy(Counter, [alice]), await box.deploy(Written, { owner: bob })];
  expect(counters[0]!.classHash).toBe(counters[1]!.classHash);
});
`;

const CONFIG = `
import { starbox } from 'starbox/vite';
import { defineConfig } from 'vitest/config';
export default defineConfig({ plugins: [starbox()] });
`;

/** A file with one expression about a contract. */
const shown = (contract: string, expression: string) => `import type { SandboxContract } from 'starbox';
import type { ${contract} } from './typed/${contract}.js';
declare const ${contract.toLowerCase()}: SandboxContract<typeof ${contract}.abi>;
void ${expression};
`;

const FLAGS = [
  '--noEmit',
  '--strict',
  '--module',
  'nodenext',
  '--target',
  'es2022',
  '--lib',
  'es2022,dom',
  '--types',
  '',
];

describe.runIf(isBuilt)('types of contracts (need dist/)', () => {
  let project: UserProject;
  const path = (name: string) => join(project.folder, name);
  const starbox = (...args: readonly string[]) =>
    project.run(process.execPath, [path('node_modules/starbox/dist/cli.js'), ...args]);
  const tsc = (...args: readonly string[]) =>
    project.run(process.execPath, [join(modules, 'typescript/bin/tsc'), ...FLAGS, ...args]);

  beforeAll(async () => {
    project = userProject();
    addBuild(project, 'shop_Token', 'erc20');
    addBuild(project, 'shop_Counter', 'counter_before');
    addBuild(project, 'shop_Deployer', 'universal_deployer');
    mkdirSync(path('src'));
    writeFileSync(path('src/lib.cairo'), 'trait ICounter<T> {\n    /// Adds one.\n    fn add(ref self: T);\n}\n');
    writeFileSync(path('Scarb.toml'), '[package]\nname = "shop"\n');
    writeFileSync(path('package.json'), '{ "type": "module" }');
    symlinkSync(join(modules, 'vite'), path('node_modules/vite'), 'junction');
    expect(await starbox('types')).toMatchObject({
      status: 0,
      output: expect.stringMatching(/^Wrote typed.Counter\.ts, typed.Deployer\.ts, typed.Token\.ts\.\n$/),
    });
  });
  afterAll(() => project?.remove());

  test('reach from the constructor to events, and wrong uses do not compile', async () => {
    writeFileSync(path('uses.ts'), USES);
    expect((await tsc('--skipLibCheck', 'false', 'uses.ts')).output).toBe('');
  });

  test('name the arguments of a constructor that are missing', async () => {
    const wrong = (args: string) =>
      `import { Sandbox } from 'starbox';\nimport { Token } from './typed/Token.js';\nawait (await Sandbox.create()).deploy(Token${args});\n`;
    writeFileSync(path('missing.ts'), wrong(", { name: 'Gold', symbol: 'G', decimals: 18, initial_supply: 5n }"));
    expect((await tsc('missing.ts')).output).toMatch(
      /missing the following properties.*: permitted_minter, recipient/s,
    );
    writeFileSync(path('missing.ts'), wrong(", ['Gold', 'G']"));
    expect((await tsc('missing.ts')).output).toContain('Source has 2 element(s) but target requires 6');
    writeFileSync(path('missing.ts'), wrong(''));
    expect((await tsc('missing.ts')).output).toMatch(/pass the arguments of the constructor'.*initial_supply/s);
    rmSync(path('missing.ts'));
  });

  test('show editors the names of parameters', async () => {
    const file = path('shown.ts');
    writeFileSync(
      path('tsconfig.json'),
      '{ "compilerOptions": { "strict": true, "module": "nodenext", "lib": ["es2022", "dom"], "types": [] } }',
    );
    writeFileSync(file, shown('Token', 'token.write.transfer'));
    expect(await hoverAt({ folder: project.folder, file }, 'token.write.transfer')).toContain(
      'transfer: (recipient: AddressInput, amount: IntegerInput, options?: SendOptions',
    );
    rmSync(file);
    rmSync(path('tsconfig.json'));
  });

  test('are the same when they are written again, and a check finds those that are not', async () => {
    const text = readFileSync(path('typed/Token.ts'), 'utf8');
    expect((await starbox('types')).output).toMatch(
      /^typed.Counter\.ts, typed.Deployer\.ts, typed.Token\.ts: up to date\.\n$/,
    );
    expect(await starbox('types', '--check')).toMatchObject({ status: 0 });
    appendFileSync(path('typed/Token.ts'), '// Mine.\n');
    const check = await starbox('types', '--check');
    expect(check).toMatchObject({ status: 1, output: expect.stringMatching(/^typed.Token\.ts: out of date\. Run/) });
    expect((await starbox('types', 'target/dev', '-o', 'typed')).output).toMatch(/^Wrote typed.Token\.ts\.\n$/);
    expect(readFileSync(path('typed/Token.ts'), 'utf8')).toBe(text);
  });

  test('are not written over files of others', async () => {
    mkdirSync(path('mine'));
    writeFileSync(path('mine/Token.ts'), 'export const Token = 5;\n');
    const { status, output } = await starbox('types', '-o', 'mine');
    expect(status).toBe(1);
    expect(output).toMatch(/^Error: mine.Token\.ts exists and was not written by starbox, so it is not replaced\./);
    expect(readFileSync(path('mine/Token.ts'), 'utf8')).toBe('export const Token = 5;\n');
    rmSync(path('mine'), { recursive: true });
  });

  test('are refused with the way out where nothing is built', async () => {
    mkdirSync(path('empty'));
    const { status, output } = await starbox('types', '/', '-o', 'nothing');
    expect(status).toBe(1);
    expect(output).toContain("Run 'scarb build', or name the folder");
    expect((await starbox('types', 'nowhere')).output).toBe('Error: There is no folder nowhere.\n');
    expect(existsSync(path('nothing'))).toBe(false);
  });

  test('of an earlier build are told of when the contract is deployed', async () => {
    const Counter = { name: 'Counter', abi: [], file: path('target/dev/shop_Counter.contract_class.json') };
    const box = await Sandbox.create({ seed: 1 });
    await expect(box.deploy(Counter)).rejects.toThrow(
      /^The types of Counter are not those of its class file .*: the contract was built again since they were written\. Run 'starbox types'\.$/,
    );
    box.close();
  });

  test('come from a plugin of vite too, with a declaration that tsc finds', async () => {
    writeFileSync(path('vitest.config.ts'), CONFIG);
    writeFileSync(path('typed.test.ts'), TEST);
    const run = await project.run(process.execPath, [join(modules, 'vitest/vitest.mjs'), 'run', ...PATIENT]);
    expect(run.status, run.output).toBe(0);
    const all = [
      '--allowImportingTsExtensions',
      '--skipLibCheck',
      'typed.test.ts',
      'starbox-contracts.d.ts',
      'vitest.config.ts',
    ];
    expect((await tsc(...all)).output).toBe('');
    writeFileSync(
      path('wrong.ts'),
      "import { Token, Tokn } from 'starbox:contracts';\nToken.abi[0].type satisfies 'x';\nTokn;\n",
    );
    expect((await tsc('--skipLibCheck', 'wrong.ts', 'starbox-contracts.d.ts')).output).toContain(
      "has no exported member named 'Tokn'. Did you mean 'Token'?",
    );
  });

  test('follow builds with --watch', async () => {
    const child = spawn(
      process.execPath,
      [path('node_modules/starbox/dist/cli.js'), 'types', '--watch', '-o', 'watched'],
      { cwd: project.folder, stdio: ['ignore', 'pipe', 'inherit'] },
    );
    let printed = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
    try {
      await expect.poll(() => printed + child.exitCode).toMatch(/Watching for builds\.|\d$/);
      cpSync(path('target/dev/shop_Token.contract_class.json'), path('target/dev/shop_Coin.contract_class.json'));
      await expect.poll(() => printed).toMatch(/Wrote watched.Coin\.ts\.\n/);
      child.kill('SIGINT');
      await expect.poll(() => child.exitCode).toBe(0);
    } finally {
      child.kill('SIGKILL');
    }
  });

  const hasLowest = skipUnless(existsSync(lowestTsc), 'TypeScript 5.4 is not installed; run npm install');
  test.runIf(hasLowest)('show editors the documentation of the Cairo sources', () => {
    const file = path('documented.ts');
    writeFileSync(file, shown('Counter', 'counter.write.add'));
    expect(documentationAt(project.folder, file, 'counter.write.add')).toBe('Adds one.');
    rmSync(file);
  });
});
