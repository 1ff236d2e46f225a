import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isBuilt } from '../support/build.ts';
import { cli, freePort, type RunningServer, rpc, startServer } from '../support/server.ts';
import { invoke, STRK } from '../support/wallet.ts';

interface Account {
  readonly address: string;
  readonly private_key: string;
}

describe.runIf(isBuilt)('starbox explain', () => {
  let server: RunningServer;
  let hash: string;
  beforeAll(async () => {
    server = await startServer('--accounts', '1');
    const [account] = await rpc<Account[]>(server.url, 'devnet_getPredeployedAccounts');
    const signer = { address: BigInt(account!.address), privateKey: BigInt(account!.private_key) };
    const tooMuch = { to: BigInt(STRK), entryPoint: 'transfer', calldata: [0x99n, 10n ** 30n, 0n] };
    const sent = await rpc<{ transaction_hash: string }>(
      server.url,
      'starknet_addInvokeTransaction',
      invoke(signer as never, 0, tooMuch),
    );
    hash = sent.transaction_hash;
  });
  afterAll(() => server?.stop());

  const run = (args: readonly string[], environment: NodeJS.ProcessEnv = { STARBOX_URL: server.url }) =>
    spawnSync(process.execPath, [cli, 'explain', ...args], {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], ...environment },
    });

  test('prints why a transaction failed, in colours only where they are wanted', () => {
    const { status, stdout, stderr } = run([hash]);
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^The transaction was reverted: ERC20\.transfer at 0x4718…938d panicked with 'ERC20: ins/);
    expect(stdout).toContain('└─ ERC20.transfer(recipient: 0x99, amount: 1000000000000000000000000000000) panicked');
    const coloured = run([hash], { FORCE_COLOR: '1', STARBOX_URL: server.url }).stdout;
    expect(coloured).toContain('\u001b[31mThe transaction was reverted');
    expect(run([hash, '--no-color'], { FORCE_COLOR: '1', STARBOX_URL: server.url }).stdout).toBe(stdout);
  });

  test('finds the node by --url, STARBOX_URL, or HOST and PORT', () => {
    const { port } = new URL(server.url);
    const answers = [
      run([hash, '--url', server.url], {}),
      run([hash, '--url', `127.0.0.1:${port}`], { STARBOX_URL: 'http://127.0.0.1:1' }),
      run([hash], { HOST: '0.0.0.0', PORT: port }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([0, 0, 0]);
  });

  test('prints JSON for programs', () => {
    const explained = JSON.parse(run([hash, '--json'], { FORCE_COLOR: '1', STARBOX_URL: server.url }).stdout);
    expect(explained).toMatchObject({ status: 'REVERTED', calls: [{ phase: 'VALIDATE' }, {}, {}] });
    expect(explained.text).not.toContain('\u001b');
  });

  test('says what to do when it cannot explain', async () => {
    const unknown = run(['0x123']);
    expect([unknown.status, unknown.stdout]).toEqual([1, '']);
    expect(unknown.stderr).toBe(
      `Error: The node at ${server.url} has no transaction 0x123. It may belong to another node (--url), or the chain was restarted or reverted since.\n`,
    );
    const url = `http://127.0.0.1:${await freePort()}`;
    expect(run([hash, '--url', url])).toMatchObject({
      status: 1,
      stderr: `Error: No node listens at ${url}. Start one with 'starbox', or name another with --url or STARBOX_URL.\n`,
    });
    expect(run([hash, '--url', `${server.url}/nothing`]).stderr).toMatch(/does not answer as a node \(HTTP 404\): /);
    expect(run([])).toMatchObject({ status: 2, stderr: expect.stringContaining('explain takes the hash of one') });
    expect(run(['5'])).toMatchObject({ status: 2, stderr: expect.stringContaining("'5' is not a transaction hash") });
    expect(run([hash, '--colour'])).toMatchObject({ status: 2, stderr: expect.stringContaining("'--colour'") });
    expect(run(['--help'])).toMatchObject({ status: 0, stdout: expect.stringContaining('starbox explain [OPTIONS]') });
  });
});
