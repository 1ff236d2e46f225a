import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cli, type RunningServer, rpc, startServer } from '../support/server.ts';
import { skipUnless } from '../support/skipUnless.ts';
import { invoke, STRK } from '../support/wallet.ts';

interface Account {
  readonly address: string;
  readonly private_key: string;
}

describe.runIf(skipUnless(existsSync(cli), 'dist/ is not built; run npm run build'))('starbox replay', () => {
  let server: RunningServer;
  let hash: string;
  beforeAll(async () => {
    server = await startServer('--accounts', '1', '--state-archive-capacity', 'full');
    const [account] = await rpc<Account[]>(server.url, 'devnet_getPredeployedAccounts');
    const signer = { address: BigInt(account!.address), privateKey: BigInt(account!.private_key) };
    const tooMuch = { to: BigInt(STRK), entryPoint: 'transfer', calldata: [0x99n, 10n ** 30n, 0n] };
    const params = invoke(signer as never, 0, tooMuch);
    const sent = await rpc<{ transaction_hash: string }>(server.url, 'starknet_addInvokeTransaction', params);
    hash = sent.transaction_hash;
  });
  afterAll(() => server?.stop());

  const run = (...args: readonly string[]) =>
    spawnSync(process.execPath, [cli, ...args, '--fork-cache', 'off'], { encoding: 'utf8' });

  test('executes a transaction of a node again, compares and explains it', () => {
    const { stdout, stderr, status } = run('replay', hash, '--fork-network', server.url);
    // A loaded machine may be slow enough for lines about the progress.
    expect(stderr.replace(/^Replaying from .*\n/gm, '')).toBe('');
    expect(stdout).toContain('block 1, transaction 1 of 1, protocol 0.14.4');
    expect(stdout).toContain(`The same as at ${server.url}: receipt, trace and state diff.`);
    expect(stdout).toMatch(/The transaction was reverted|insufficient balance/i);
    expect(status).toBe(0);
  });

  test('answers what would have happened, as JSON too', () => {
    const whatIf = ['--set', `${STRK}.ERC20_name=5`, '--json'];
    const { stdout, status } = run('replay', hash, '--url', server.url, ...whatIf);
    expect(status).toBe(0);
    const answer = JSON.parse(stdout);
    expect(answer).toMatchObject({
      hash,
      is_changed: true,
      differences: [],
      receipt: { execution_status: 'REVERTED' },
    });
    expect(answer.explanation.status).toBe('REVERTED');
  });

  test('does the same for a block', () => {
    const { stdout, status } = run('replay-block', 'latest', '--fork-network', server.url);
    expect(stdout).toContain('all 1 transactions and the state diff are the same');
    expect(status).toBe(0);
  });

  test.each([
    [['replay'], 2, 'replay takes the hash of one transaction'],
    [['replay', 'abc'], 2, "'abc' is not a transaction hash"],
    [['replay', '0x1', '--set', '0x1=5'], 2, '--set takes an address, a cell and a value'],
    [['replay', '0x1', '--swap', '0x1=/nothing/here.json'], 2, '/nothing/here.json cannot be read'],
    [['replay', '0x1', '--as', 'me'], 2, "--as: 'me' is not an address"],
    [['replay-block', 'first'], 2, "'first' is not the number of a block"],
    [['replay', '0x1', '--fork-network', 'http://127.0.0.1:1'], 1, 'http://127.0.0.1:1'],
  ] as const)('%j is refused with exit code %i and a sentence', (args, code, text) => {
    const { stderr, status } = run(...args);
    expect(stderr).toContain(text);
    expect(status).toBe(code);
  });
});
