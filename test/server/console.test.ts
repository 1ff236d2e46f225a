// `starbox console`, as a user types in it.
import { spawn } from 'node:child_process';
import type { AsyncCompleter } from 'node:readline';
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contractOf } from '../../src/abi/contract.ts';
import type { ContractBackend } from '../../src/abi/contractBackend.ts';
import { openRepl } from '../../src/cli/console/console.ts';
import { isBuilt } from '../support/build.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { tokenAbi } from '../support/typedAbis.ts';
import { addBuild, type UserProject, userProject } from '../support/userProject.ts';

const LINES = [
  'const c = await box.deploy(Counter, { owner: alice })',
  'void (await c.write.add({ from: bob }))',
  'await c.read.count()',
  '(await box.strk.events.Transfer({ from: bob }, { fromBlock: 0 })).length > 0',
  '.snapshot',
  '(await box.mint(bob, 5n)).newBalance',
  '.explain',
  '.restore',
  'await box.balanceOf(bob)',
  '(await at(c.address)).write.ad()',
  '.restore 7',
];

describe.runIf(isBuilt)('the console (needs dist/)', () => {
  let project: UserProject;
  let server: RunningServer;
  beforeAll(async () => {
    server = await startServer('--quiet');
    project = userProject();
    addBuild(project, 'shop_Counter', 'counter_before', 'contracts');
  });
  afterAll(async () => {
    project?.remove();
    await server?.stop();
  });

  /** What a console prints for these lines, without the prompts. */
  async function typed(lines: readonly string[], ...args: readonly string[]): Promise<string> {
    const child = spawn(process.execPath, ['../node_modules/starbox/dist/cli.js', 'console', ...args], {
      cwd: `${project.folder}/contracts`,
      env: { ...process.env, STARBOX_CLASS_CACHE: 'off', NO_COLOR: '1' },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    let printed = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        printed += text;
      });
    child.stdin.end(`${lines.join('\n')}\n`);
    const status = await new Promise((resolve) => child.on('close', resolve));
    expect(status, printed).toBe(0);
    return printed.replaceAll('starbox> ', '');
  }

  test.each([
    ['a sandbox of its own', () => [], 'A sandbox of its own, which ends with the console.'],
    ['a running node', () => ['--url', server.url], 'The node at '],
  ])('with %s deploys, calls, explains and returns to snapshots', async (_, args, about) => {
    const printed = await typed(LINES, ...args());
    expect(printed).toContain(about);
    expect(printed).toContain('Counter, box, alice, bob, carol, dave, erin, at. Type .help for commands.\n');
    expect(printed).toMatch(/\n1n\ntrue\nSnapshot 1\. Return to it with \.restore 1\n\d+n\n/);
    expect(printed).toContain('permissioned_mint(');
    expect(printed).toContain('The chain is as in snapshot 1\n999');
    expect(printed).toContain('The ABI has no function ad. Did you mean add?');
    expect(printed).toContain('RangeError: The snapshots are 1 to 1');
  });
});

test('the console completes functions and events of contracts from their ABI', async () => {
  const backend = {} as ContractBackend;
  const token = contractOf(tokenAbi, '0x1', backend);
  const repl = openRepl({ token }, { input: new PassThrough(), output: new PassThrough() });
  const completed = (line: string) =>
    new Promise((resolve) => {
      (repl.completer as AsyncCompleter)(line, (_, result) => resolve(result?.[0].filter((name) => name !== '')));
    });
  expect(await completed('token.write.tr')).toEqual(['token.write.transfer']);
  expect(await completed('await token.read.')).toEqual(expect.arrayContaining(['token.read.balance_of']));
  expect(await completed('token.events.T')).toEqual(['token.events.Transfer']);
  repl.close();
});
