import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isBuilt } from '../support/build.ts';
import { DebuggingProject } from '../support/debugging.ts';
import { cli, type RunningServer, rpc, startServer } from '../support/server.ts';
import { invoke, STRK } from '../support/wallet.ts';

interface Account {
  readonly address: string;
  readonly private_key: string;
}

describe.runIf(isBuilt)('starbox replay', () => {
  let server: RunningServer;
  let hash: string;
  let account: Account;
  beforeAll(async () => {
    server = await startServer('--accounts', '1', '--state-archive-capacity', 'full');
    [account] = (await rpc<Account[]>(server.url, 'devnet_getPredeployedAccounts')) as [Account];
    const signer = { address: BigInt(account.address), privateKey: BigInt(account.private_key) };
    const tooMuch = { to: BigInt(STRK), entryPoint: 'transfer', calldata: [0x99n, 10n ** 30n, 0n] };
    const params = invoke(signer as never, 0, tooMuch);
    const sent = await rpc<{ transaction_hash: string }>(server.url, 'starknet_addInvokeTransaction', params);
    hash = sent.transaction_hash;
  });
  afterAll(() => server?.stop());

  const start = (...args: readonly string[]) => spawnSync(process.execPath, [cli, ...args], { encoding: 'utf8' });
  const run = (...args: readonly string[]) => start(...args, '--fork-cache', 'off');

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

  test.each([
    [
      'ERC20_nam=5',
      'has no storage variable "ERC20_nam". Did you mean ERC20_name? The names known are ERC20_allowances',
    ],
    ['nope=1', 'has no storage variable "nope". The names known are ERC20_allowances, ERC20_balances'],
    ['ERC20_balances=5', 'is Map<ContractAddress, u256>: name one of its entries, such as ERC20_balances[key]'],
    ['ERC20_total_supply.middle=5', 'has no member middle. Its members are low, high.'],
    ['ERC20_decimals=many', 'expected u8'],
    ['ERC20_decimals=256', 'ERC20_decimals: 256 does not fit u8 (0 to 255)'],
    ['0x5=many', "'many' is not a felt, such as 5 or 0x1a2b"],
  ])('refuses --set %s, which would change nothing, and says what exists', (edit, text) => {
    const { stdout, stderr, status } = run('replay', hash, '--url', server.url, '--set', `${STRK}.${edit}`);
    expect(stderr).toContain(text);
    expect(stdout).toBe('');
    expect(status).toBe(2);
  });

  test('refuses to change the storage of a contract that is not there', () => {
    for (const key of ['0x1', 'total']) {
      const { stderr, status } = run('replay', hash, '--url', server.url, '--set', `0x123456.${key}=5`);
      expect(stderr).toContain(
        'There is no contract at 0x123456 before this transaction, so it has no storage to change.',
      );
      expect(status).toBe(1);
    }
  });

  test('changes an entry of a map by its name', () => {
    const entry = `${STRK}.ERC20_balances[${account.address}]=${10n ** 31n}`;
    const { stdout, status } = run('replay', hash, '--url', server.url, '--set', entry, '--json');
    expect(JSON.parse(stdout).receipt).toMatchObject({ execution_status: 'SUCCEEDED' });
    expect(status).toBe(0);
  });

  test('names the storage of a class that was swapped in, and changes it by name', () => {
    const project = new DebuggingProject();
    const file = project.classFile('Book');
    const book = JSON.parse(start('deploy', file, '--url', server.url, '--json').stdout).contract_address as string;
    const recorded = start('invoke', book, 'record', '11', '--url', server.url, '--json');
    const { transaction_hash } = JSON.parse(recorded.stdout);
    const swap = ['--swap', `${book}=${file}`];
    const { stdout, status } = run('replay', transaction_hash, '--url', server.url, ...swap);
    expect(stdout).toContain('total: 0 → 11');
    expect(status).toBe(0);
    const set = ['--set', `${book}.total=30`];
    expect(run('replay', transaction_hash, '--url', server.url, ...swap, ...set).stdout).toContain('total: 30 → 41');
    const wrong = run('replay', transaction_hash, '--url', server.url, ...swap, '--set', `${book}.totl=30`);
    expect(wrong.stderr).toContain('has no storage variable "totl". Did you mean total? The names known are total.');
    expect(wrong.status).toBe(2);
    // The same names without a swap, from the build output of the folder that the command runs in.
    const inFolder = (edit: string) => {
      const args = ['replay', transaction_hash, '--url', server.url, '--fork-cache', 'off', '--set', `${book}.${edit}`];
      return spawnSync(process.execPath, [cli, ...args], { encoding: 'utf8', cwd: project.folder });
    };
    expect(inFolder('totl=30').stderr).toContain('Did you mean total? The names known are total.');
    expect(inFolder('total[1]=30').stderr).toContain('total is u64, which has no entries.');
    project.remove();
  });

  test('does the same for a block', () => {
    const { stdout, status } = run('replay-block', 'latest', '--fork-network', server.url);
    expect(stdout).toContain('all 1 transactions, the state diff, the commitments and the hash are the same');
    expect(status).toBe(0);
  });

  test('does the same for a range, with a ledger that is gone on with', () => {
    const folder = mkdtempSync(join(tmpdir(), 'starbox-range-'));
    const ledger = join(folder, 'local.ledger');
    const range = (blocks: string, ...more: readonly string[]) =>
      run('replay-range', blocks, '--fork-network', server.url, '--ledger', ledger, ...more);
    const first = range('1..1');
    expect(first.stdout).toContain('All 1 blocks that can be replayed are the same');
    expect(first.status).toBe(0);
    // A result of the ledger is not computed again, and what was cut off is.
    writeFileSync(ledger, readFileSync(ledger, 'utf8').replace('"outcome":"equal"', '"outcome":"different"'));
    appendFileSync(ledger, '{"block":1,"out');
    const second = range('0..latest');
    expect(second.stderr).toContain('1 damaged lines of ');
    expect(second.stdout).toContain('impossible  0  Block 0 cannot be replayed');
    expect(second.stdout).toMatch(/1 of \d+ blocks differ/);
    expect(second.status).toBe(1);
    const again = range('0..latest', '--again', '--parallel', '2', '--json');
    expect(JSON.parse(again.stdout).summary).toMatchObject([
      { protocol: 'not replayed', impossible: 1 },
      { protocol: '0.14.4', different: 0 },
    ]);
    expect(again.status).toBe(3);
    expect(range('1..latest', '--bisect').stdout).toContain('so there is nothing to halve');
    rmSync(folder, { recursive: true });
  });

  test.each([
    [['replay-range', '5'], 2, 'replay-range takes two numbers of blocks, such as 1000..1999'],
    [['replay-range', '5..6', '--parallel', '0'], 2, "invalid value '0' for '--parallel <N>': a number from 1 to 64"],
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
