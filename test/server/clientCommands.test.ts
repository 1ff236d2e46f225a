import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isBuilt } from '../support/build.ts';
import { cli, freePort, type RunningServer, startServer } from '../support/server.ts';
import { skipUnless } from '../support/skipUnless.ts';
import { STRK } from '../support/wallet.ts';

describe.runIf(isBuilt)('commands', () => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await startServer('--accounts', '2', '--state-archive-capacity', 'full');
  });
  afterAll(() => server?.stop());

  const run = (...args: string[]) =>
    spawnSync(process.execPath, [cli, ...args], {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], STARBOX_URL: server.url },
    });
  const printed = (...args: string[]) => {
    const { status, stdout, stderr } = run(...args);
    expect([status, stderr], args.join(' ')).toEqual([0, '']);
    return stdout;
  };
  const refusal = (...args: string[]) => {
    const { status, stdout, stderr } = run(...args);
    expect([status, stdout], args.join(' ')).toEqual([2, '']);
    return stderr;
  };

  test('accounts prints addresses, keys and balances', () => {
    const text = printed('accounts');
    expect(text).toMatch(/^Account 0\n {2}address {6}0x[0-9a-f]+\n {2}private key {2}0x[0-9a-f]+\n/);
    expect(text).toContain('balance      1000 STRK, 1000 ETH');
    expect(JSON.parse(printed('accounts', '--json'))).toHaveLength(2);
  });

  test.each([
    ['accounts', []],
    ['mint', ['0x64', '0']],
    ['mine', []],
    ['call', [STRK, 'balanceOf', '0x1']],
    ['explain', ['0x1']],
  ])('%s loads no part of a node', (name, words) => {
    const loaded = mkdtempSync(join(tmpdir(), 'starbox-loaded-'));
    const env = { PATH: process.env['PATH'], STARBOX_URL: server.url, NODE_V8_COVERAGE: loaded };
    spawnSync(process.execPath, [cli, name, ...words], { env });
    const files = readdirSync(loaded).flatMap((file) =>
      (JSON.parse(readFileSync(join(loaded, file), 'utf8')) as { result: readonly { url: string }[] }).result
        .filter(({ url }) => url.startsWith(pathToFileURL(dirname(cli)).href))
        .map(({ url }) => fileURLToPath(url)),
    );
    expect(files).toContain(cli);
    const texts = [...new Set(files)].map((file) => readFileSync(file, 'utf8'));
    // What it is made of stays small too; the node has more than 1 MB.
    expect(texts.join('').length).toBeLessThan(300_000);
    for (const text of texts) expect(text).not.toMatch(/^var Dispatcher = class/m);
    rmSync(loaded, { recursive: true });
  });

  test('mint adds to the balance, in any of the four units', () => {
    expect(printed('mint', '0x64', '5')).toBe('0x64 has 0.000000000000000005 STRK (5 FRI)\n');
    expect(printed('mint', '0x65', '1.5', '--unit', 'strk')).toBe('0x65 has 1.5 STRK (1500000000000000000 FRI)\n');
    expect(printed('mint', '0x65', '1e18', '--unit', 'WEI')).toBe('0x65 has 1 ETH (1000000000000000000 WEI)\n');
    expect(JSON.parse(printed('mint', '0x64', '0x5', '--json'))).toMatchObject({ new_balance: '10', unit: 'FRI' });
  });

  test('mint says why the node refused', () => {
    const { status, stderr } = run('mint', '0x64', '1e77');
    expect(status).toBe(1);
    expect(stderr).toContain(
      "Minting reverted (The requested minting amount overflows the token contract's total_supply.)",
    );
  });

  test('profile-diff compares transactions of the node with each other and with a file', () => {
    const folder = mkdtempSync(join(tmpdir(), 'starbox-commands-'));
    const send = () =>
      JSON.parse(printed('invoke', STRK, 'transfer', '0x1234', '5', '--json')).transaction_hash as string;
    // Only the first transfer needs a new storage cell.
    const [first, second] = [send(), send()];
    const text = printed('profile-diff', first, second);
    expect(text).toMatch(/^-[\d,]+ \(-\d+\.\d\d %\) L2 gas: /);
    expect(text).toMatch(/ removed {2}\(new storage cells\)\n/);
    const file = join(folder, 'first.pb');
    printed('profile', first, '-o', file);
    expect(printed('profile-diff', file, second)).toBe(text);
    expect(run('profile-diff', second, file, '--fail-over', '1').status).toBe(1);
    expect(run('profile-diff', '0x1', file).stderr).toContain('has no transaction 0x1');
    expect(refusal('profile-diff', file)).toContain("see 'starbox profile-diff --help'");
    rmSync(folder, { recursive: true });
  });

  test('mint names the amount or unit that it does not understand, and the way out', () => {
    expect(refusal('mint', '0x64')).toContain("see 'starbox help mint'");
    expect(refusal('mint', 'bob', '5')).toContain("'bob' is not an address");
    expect(refusal('mint', '0x64', '1.5')).toContain('for 1.5 STRK add --unit STRK');
    expect(refusal('mint', '0x64', '5', '--unit', 'BTC')).toContain('[possible values: FRI, STRK, WEI, ETH]');
  });

  test('call encodes words and decodes the result by the ABI of the class', () => {
    printed('mint', '0x77', '123');
    expect(printed('call', STRK, 'balance_of', '0x77')).toBe('123\n');
    expect(JSON.parse(printed('call', STRK, 'balance_of', '0x77', '--json'))).toEqual({
      result: '123',
      felts: ['0x7b', '0x0'],
    });
    expect(printed('call', STRK, 'balance_of', '0x77', '--block', '0')).toBe('0\n');
    expect(printed('call', STRK, 'symbol')).toContain('STRK');
  });

  test('call says that a function which is no view changes nothing, and explains a failure', () => {
    const { status, stdout, stderr } = run('call', STRK, 'transfer', '0x1', '5');
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^transfer is no view: .*\nError: .*ERC20/s);
    expect(stderr).not.toContain('    at ');
  });

  test('call names functions, arguments and contracts that do not fit', () => {
    expect(refusal('call', STRK, 'balanceOff', '0x1')).toContain('The ABI has no function balanceOff. It has ');
    expect(refusal('call', STRK, 'balance_of')).toContain('balance_of takes 1 argument (account: ContractAddress)');
    expect(refusal('call', STRK, 'balance_of', 'bob')).toContain('argument `account`: expected ContractAddress');
    expect(refusal('call', STRK, 'balance_of', '0x1', '--block', 'x')).toContain("'x' is not a block");
    expect(run('call', '0x123', 'f')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining(`The node at ${server.url} has no contract at 0x123. `),
    });
  });

  test('mine makes blocks and says which', () => {
    expect(printed('mine')).toMatch(/^Block \d+ 0x[0-9a-f]+\n$/);
    expect(printed('mine', '3', '--seconds', '60')).toMatch(/^Blocks \d+ to \d+ 0x[0-9a-f]+\n$/);
    expect(JSON.parse(printed('mine', '2', '--json')).block_hashes).toHaveLength(2);
    for (const wrong of ['0', '10001', 'many']) expect(refusal('mine', wrong)).toContain('is not a number of blocks');
  });

  test('each command says where it looked for a node that does not answer', async () => {
    const url = `http://127.0.0.1:${await freePort()}`;
    for (const words of [['accounts'], ['mint', '0x1', '1'], ['call', '0x1', 'f'], ['mine']])
      expect(run(...words, '--url', url)).toMatchObject({
        status: 1,
        stderr: `Error: No node listens at ${url}. Start one with 'starbox', or name another with --url or STARBOX_URL.\n`,
      });
  });

  test('each command says that fetch refuses the port of a node', () => {
    const { status, stderr } = run('accounts', '--url', 'http://127.0.0.1:5060');
    expect([status, stderr]).toEqual([
      1,
      'Error: fetch and browsers refuse port 5060, so the node at http://127.0.0.1:5060 cannot be asked. Start it with another --port, and name it with --url or STARBOX_URL.\n',
    ]);
    for (const option of ['--fork-network', '--l1-url'])
      expect(run('--port', '0', option, 'http://127.0.0.1:6000')).toMatchObject({
        status: 1,
        stderr: expect.stringContaining('fetch and browsers refuse port 6000'),
      });
  });

  test('debug and replay say that no node listens as the other commands do', async () => {
    const url = `http://127.0.0.1:${await freePort()}`;
    for (const name of ['debug', 'replay'])
      expect(run(name, '0x1', '--url', url).stderr).toMatch(
        `Error: No node listens at ${url}. Start one with 'starbox'`,
      );
    expect(refusal('coverage', 'npx', 'vitest', 'run')).toContain(
      'coverage takes one folder, and -- before a command: starbox coverage -- npx vitest run',
    );
  });

  test('commands ask the node of the configuration file of the folder, and say so if it does not answer', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'starbox-client-'));
    const inFolder = (...args: string[]) =>
      spawnSync(process.execPath, [cli, ...args], {
        encoding: 'utf8',
        cwd: folder,
        env: { PATH: process.env['PATH'] },
      });
    const put = (port: number | string) => writeFileSync(join(folder, 'starbox.config.json'), `{"port": ${port}}`);
    put(new URL(server.url).port);
    expect(inFolder('accounts').stdout).toMatch(/^Account 0\n/);
    const nobody = await freePort();
    put(nobody);
    expect(inFolder('mine').stderr).toContain(
      `No node listens at http://127.0.0.1:${nobody} (from the configuration file 'starbox.config.json'). Start one`,
    );
    // These need no node, so they read no configuration.
    writeFileSync(join(folder, 'starbox.config.json'), '{');
    expect(inFolder('coverage').stderr).toContain('coverage has no coverage');
    expect(inFolder('accounts').stderr).toContain("the configuration file 'starbox.config.json' is not JSON");
    rmSync(folder, { recursive: true });
  });

  test('help prints a command, a group of options or one option, and suggests topics', () => {
    for (const name of [
      'accounts',
      'mint',
      'call',
      'declare',
      'deploy',
      'invoke',
      'mine',
      'explain',
      'compile',
      'completion',
    ])
      expect(printed('help', name)).toContain(`Usage: starbox ${name}`);
    expect(printed('help')).toBe(printed('--help'));
    expect(printed('help', 'forking')).toMatch(/^Forking:\n.*--fork-network.*Examples:\n {2}starbox --fork-network/s);
    expect(printed('help', '--port')).toMatch(/^ {6}--port <PORT>\n/);
    expect(refusal('help', 'forkin')).toContain("tip: there is help for 'forking'");
  });

  test('completion for bash knows commands, options and the values of options', () => {
    const script = printed('completion', 'bash');
    const complete = (...words: string[]) => {
      const program = `${script}\nCOMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _starbox; echo "\${COMPREPLY[@]}"`;
      return spawnSync('bash', ['-c', program], { encoding: 'utf8' }).stdout.trim().split(' ');
    };
    if (!skipUnless(spawnSync('bash', ['-c', ':']).status === 0, 'there is no bash')) return;
    expect(complete('starbox', 'mi')).toEqual(['mint', 'mine']);
    expect(complete('starbox', '--seed', '1', '--fork-n')).toEqual(['--fork-network']);
    expect(complete('starbox', '--log-level', 'de')).toEqual(['debug']);
    expect(complete('starbox', 'mint', '--u')).toEqual(['--unit', '--url']);
    expect(complete('starbox', 'help', 'fo')).toEqual(['forking']);
    expect(complete('starbox', 'coverage', '--')).toEqual(['--fail-under', '--tests', '--json', '--help']);
    expect(complete('starbox', 'debug', '--s')).toEqual(['--state', '--source-map', '--stdio', '--swap', '--set']);
    expect(complete('starbox', 'de')).toEqual(['declare', 'deploy', 'debug']);
    expect(complete('starbox', 'deploy', '--unique', 't')).toEqual(['true']);
    expect(complete('starbox', 'invoke', '--a')).toEqual(['--and', '--account']);
    expect(complete('starbox', 'profile', '--o')).toEqual(['--output']);
    expect(complete('starbox', 'gas-diff', '--')).toEqual(['--fail-over', '--help']);
    expect(complete('starbox', 'compile', '--allowed-libfuncs-list-name', 'a')).toEqual(['audited', 'all']);
    expect(complete('starbox', 'profile', '--output', 'package.j')).toEqual(['package.json']);
  });

  test('completion for zsh and fish has every option, and other shells are refused', () => {
    for (const shell of ['zsh', 'fish']) expect(printed('completion', shell)).toContain('fork-network');
    expect(refusal('completion', 'tcsh')).toContain('bash, zsh or fish');
  });
});
