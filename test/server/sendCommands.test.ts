import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isBuilt } from '../support/build.ts';
import { cli, freePort, type RunningServer, rpc, startServer } from '../support/server.ts';
import { STRK } from '../support/wallet.ts';

const classes = join(import.meta.dirname, '../../contracts/classes');

describe.runIf(isBuilt)('commands that send', () => {
  const folder = mkdtempSync(join(tmpdir(), 'starbox-send-'));
  let server: RunningServer;
  let token: string;
  let accounts: readonly { readonly address: string; readonly private_key: string }[];
  beforeAll(async () => {
    mkdirSync(join(folder, 'target/dev'), { recursive: true });
    writeFileSync(join(folder, 'Scarb.toml'), '');
    const build = (name: string, source: string) =>
      copyFileSync(join(classes, source), join(folder, `target/dev/${name}.contract_class.json`));
    build('shop_Token', 'erc20.sierra.json');
    build('shop_Counter', 'counter_before.sierra.json');
    build('one_Twice', 'counter_before.sierra.json');
    build('two_Twice', 'counter_after.sierra.json');
    server = await startServer('--accounts', '3');
    accounts = await rpc(server.url, 'devnet_getPredeployedAccounts');
    token = deployToken();
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true });
    await server?.stop();
  });

  const runWith = (variables: Readonly<Record<string, string>>, ...args: string[]) =>
    spawnSync(process.execPath, [cli, ...args], {
      encoding: 'utf8',
      cwd: folder,
      env: { PATH: process.env['PATH'], HOME: folder, STARBOX_URL: server.url, ...variables },
    });
  const run = (...args: string[]) => runWith({}, ...args);
  const printed = (...args: string[]) => {
    const { status, stdout, stderr } = run(...args);
    expect([status, stderr.replace(/^Compiling .*\n/gm, '')], args.join(' ')).toEqual([0, '']);
    return stdout;
  };
  const json = (...args: string[]) => JSON.parse(printed(...args, '--json'));
  const failure = (...args: string[]) => {
    const { status, stdout, stderr } = run(...args);
    expect([status, stdout], args.join(' ')).toEqual([1, '']);
    return stderr;
  };
  const refusal = (...args: string[]) => {
    const { status, stdout, stderr } = run(...args);
    expect([status, stdout], args.join(' ')).toEqual([2, '']);
    return stderr;
  };
  const deployToken = (...options: string[]): string =>
    json('deploy', 'Token', 'Gold', 'GLD', '18', '1_000', accounts[0]!.address, '0x1', ...options).contract_address;

  test('declare takes a file or the name of a contract, and says when the class is declared already', async () => {
    const text = printed('declare', 'Counter');
    expect(text).toMatch(
      /^Declared Counter in block \d+\n {2}class hash {3}0x\w+\n {2}transaction {2}0x\w+\n {2}fee {10}0\.\d+ STRK\n$/,
    );
    const [classHash] = /0x\w+/.exec(text)!;
    expect(await rpc(server.url, 'starknet_getClass', { block_id: 'latest', class_hash: classHash })).toBeTruthy();
    const again = ['declare', 'target/dev/shop_Counter.contract_class.json'];
    expect(printed(...again)).toBe(`Counter was already declared\n  class hash   ${classHash}\n`);
    expect(json(...again)).toMatchObject({ class_hash: classHash, transaction_hash: null });
  });

  test('declare leaves what it compiled in the class cache', () => {
    const cache = join(folder, 'cache');
    const { status } = runWith({ STARBOX_CLASS_CACHE: cache }, 'declare', join(classes, 'meta_tx.sierra.json'));
    expect(status).toBe(0);
    expect(readdirSync(cache)).toEqual([expect.stringMatching(/^[0-9a-f]{64}\.class$/)]);
  });

  test('deploy declares the class first, and prints the address', () => {
    const file = join(classes, 'ledger.sierra.json');
    const text = printed('deploy', file, '0x5');
    expect(text).toMatch(
      /^Deployed ledger in block \d+\n {2}address {6}(0x\w+)\n {2}class hash {3}0x\w+\n {2}declared by {2}0x\w+ \(fee .* STRK\)\n/,
    );
    // The second one declares nothing.
    const again = printed('deploy', file, '0x5');
    expect(again).not.toContain('declared by');
    const [, classHash] = /class hash {3}(0x\w+)/.exec(again)!;
    expect(json('deploy', classHash!, '0x5')).toMatchObject({ class_hash: classHash, execution_status: 'SUCCEEDED' });
  });

  test('deploy encodes the arguments of the constructor, and prints its events with whole addresses', () => {
    const owner = accounts[0]!.address;
    const text = printed('deploy', 'Token', 'Gold', 'GLD', '18', '1e3', owner, '0x1');
    expect(text).toContain(`  event        ERC20: Transfer(from: 0x0, to: ${owner}, value: 1000)\n`);
    expect(text).not.toContain('ContractDeployed');
    const [, address] = /address {6}(0x\w+)/.exec(text)!;
    expect(printed('call', address!, 'symbol')).toContain('GLD');
  });

  test('deploy finds the address by --salt and --unique', () => {
    const fixed = ['--salt', '0x777', '--unique', 'false'];
    const address = deployToken(...fixed, '--account', '1');
    const { status, stdout, stderr } = run(
      ...['deploy', 'Token', 'Gold', 'GLD', '18', '1000', accounts[0]!.address, '0x1', ...fixed],
    );
    expect([status, stderr]).toEqual([1, expect.stringContaining('choose another salt, or leave it out')]);
    expect(stdout).toMatch(/^Deploying Token was reverted\n/);
    expect(stdout).toContain(`contract already deployed at address ${address}`);
    expect(deployToken('--salt', '0x777')).not.toBe(address);
    expect(refusal('deploy', 'Token', '--salt', 'x')).toContain("invalid value 'x' for '--salt <SALT>'");
    expect(refusal('deploy', 'Token', '--unique', 'no')).toContain('[possible values: true, false]');
  });

  test('deploy without --salt chooses an address that is free', async () => {
    const setNonce = (account: number, nonce: string) =>
      rpc(server.url, 'devnet_setNonce', { contract_address: accounts[account]!.address, nonce });
    // A salt that an earlier deployment was given may be the nonce of this one.
    await setNonce(2, '0x100');
    const small = deployToken('--salt', '0x101', '--account', '2');
    expect(deployToken('--account', '2')).not.toBe(small);
    // Accounts have the same nonces, and with --unique false the account is no part of the address.
    for (const account of [1, 2]) await setNonce(account, '0x200');
    const [one, two] = [1, 2].map((account) => deployToken('--unique', 'false', '--account', `${account}`));
    expect(one).not.toBe(two);
  });

  test('invoke prints what the function returned, its events and the fee', () => {
    const text = printed('invoke', token, 'transfer', '0x64', '5');
    expect(text).toMatch(
      /^Succeeded in block \d+\n {2}transaction {2}0x\w+\n {2}returned {5}true\n {2}event {8}ERC20: Transfer\(from: 0x\w+, to: 0x64, value: 5\)\n {2}fee {10}0\.\d+ STRK\n$/,
    );
    expect(printed('call', token, 'balance_of', '0x64')).toBe('5\n');
    expect(json('invoke', token, 'transfer', '0x64', '5')).toMatchObject({
      execution_status: 'SUCCEEDED',
      results: [true],
      actual_fee: { unit: 'FRI' },
      events: [{ from_address: token, name: 'Transfer', members: { to: '0x64', value: '5' } }],
    });
  });

  test('invoke sends several calls in one transaction, and takes options in each part', () => {
    const more = ['--and', token, 'transfer', '0x66', '6'];
    const text = printed('invoke', token, 'approve', accounts[1]!.address, '5', '--account', '0', ...more);
    expect(text.match(/^ {2}returned .*$/gm)).toEqual([
      '  returned     true (approve)',
      '  returned     true (transfer)',
    ]);
    expect(text.match(/^ {2}transaction/gm)).toHaveLength(1);
    expect(json('invoke', token, 'transfer', '0x67', '1', ...more).results).toEqual([true, true]);
    // The allowance of the first transaction is for account 1.
    const from = ['invoke', token, 'transfer_from', accounts[0]!.address, '0x68', '5', '--account'];
    expect(run(...from, '2').status).toBe(1);
    expect(printed(...from, '1')).toContain('to: 0x68, value: 5');
    expect(refusal('invoke', token, 'name', '--and', token)).toContain('also after --and');
  });

  test('invoke exits with 1 for a reverted transaction, and explains it', () => {
    const { status, stdout } = run('invoke', token, 'transfer', '0x64', '5000');
    expect(status).toBe(1);
    expect(stdout).toMatch(/^Reverted in block \d+\n {2}transaction {2}0x\w+\n {2}fee {10}0\.\d+ STRK\n\n/);
    expect(stdout).toContain("panicked with 'ERC20: insufficient balance'");
    expect(stdout).toContain('.transfer(recipient: 0x64, amount: 5000) panicked');
    const failed = run('invoke', token, 'transfer', '0x64', '5000', '--json');
    expect(failed.status).toBe(1);
    expect(JSON.parse(failed.stdout)).toMatchObject({
      execution_status: 'REVERTED',
      reason: expect.stringContaining('insufficient balance'),
      events: [],
      results: [null],
    });
  });

  test('transactions of an open block are found there', async () => {
    const demanding = await startServer('--accounts', '1', '--block-generation-on', 'demand');
    const at = { STARBOX_URL: demanding.url };
    const deployed = runWith(at, 'deploy', 'Counter', '0x5');
    expect(deployed.stdout).toMatch(/^Deployed Counter in the open block\n/);
    const [, address] = /address {6}(0x\w+)/.exec(deployed.stdout)!;
    expect(runWith(at, 'invoke', address!, 'add').stdout).toMatch(/^Succeeded in the open block\n/);
    await demanding.stop();
  });

  test('accounts of Cairo 0 and of older protocol versions send too', async () => {
    const older = await startServer('--accounts', '1', '--account-class', 'cairo0', '--protocol-version', '0.14.0');
    const at = { STARBOX_URL: older.url };
    expect(runWith(at, 'deploy', 'Counter', '0x5').stdout).toMatch(/^Deployed Counter in block \d+\n/);
    const sent = runWith(at, 'invoke', STRK, 'transfer', '0x64', '5', '--and', STRK, 'transfer', '0x65', '6');
    expect([sent.status, sent.stdout.match(/to: 0x6[45], value: [56]/g)]).toEqual([
      0,
      ['to: 0x64, value: 5', 'to: 0x65, value: 6'],
    ]);
    await older.stop();
  });

  test('other accounts need their key, which no message shows', async () => {
    const send = ['invoke', STRK, 'transfer', '0x64', '5'];
    const { address } = accounts[1]!;
    const key = '0x1234567890abcdef';
    const wrong = run(...send, '--account', address, '--private-key', key);
    expect([wrong.status, wrong.stdout]).toEqual([1, '']);
    expect(wrong.stderr).toContain('Account validation failed: Account: invalid signature');
    // The node knows the key of this account, so that of the environment is for another.
    expect(runWith({ STARBOX_PRIVATE_KEY: key, STARBOX_ACCOUNT: '2' }, ...send).stdout).toContain(
      `from: ${accounts[2]!.address}`,
    );
    const other = json('deploy', 'Counter', '0x5').contract_address;
    expect(failure(...send, '--account', other)).toContain(
      `The key of ${other} is not known, because it is no predeployed account. Put the key into the environment variable STARBOX_PRIVATE_KEY`,
    );
    const unfit = runWith({ STARBOX_PRIVATE_KEY: key.slice(2) }, ...send);
    expect([unfit.status, unfit.stderr]).toEqual([
      2,
      expect.stringContaining('STARBOX_PRIVATE_KEY is not a private key'),
    ]);
    expect(refusal(...send, '--private-key', key)).toContain('--private-key needs the address of its account');
    for (const { stderr } of [wrong, unfit]) expect(stderr).not.toContain(key.slice(2));
    await rpc(server.url, 'devnet_impersonateAccount', { account_address: other });
    expect(failure(...send, '--account', other)).toContain('refused the transaction');
  });

  test('accounts that do not exist are named', () => {
    const send = ['invoke', STRK, 'transfer', '0x64', '5', '--account'];
    expect(failure(...send, '3')).toContain(
      `has no account 3: its predeployed accounts are 0 to 2. 'starbox accounts' prints them.`,
    );
    expect(failure(...send, '0x999')).toContain('has no account at 0x999.');
    expect(refusal(...send, 'bob')).toContain("invalid value 'bob' for '--account'");
  });

  test('contracts, classes, functions and arguments that do not fit name the way out', () => {
    expect(failure('declare', 'Tokn')).toContain(
      "Scarb has built no contract Tokn. Did you mean Token? It has built Counter, Token, Twice. After a change, run 'scarb build'.",
    );
    expect(failure('declare', 'Twice')).toContain('Name one of them: one_Twice, two_Twice, or give its file.');
    expect(printed('declare', 'two_Twice')).toContain('Declared Twice');
    expect(failure('declare', 'nothing.json')).toContain('The class file nothing.json cannot be read: ');
    expect(failure('declare', 'Scarb.toml')).toContain('The class file Scarb.toml cannot be used. ');
    expect(refusal('declare')).toContain("see 'starbox help declare'");
    expect(refusal('deploy')).toContain("see 'starbox help deploy'");
    expect(refusal('deploy', 'Counter')).toContain('constructor takes 1 argument (owner: ContractAddress), got 0');
    expect(failure('deploy', '0x123')).toContain('has no class 0x123. Deploy by a file or the name of a contract');
    expect(refusal('invoke', STRK)).toContain("see 'starbox help invoke'");
    expect(refusal('invoke', STRK, 'trasfer', '0x1', '5')).toMatch(
      /has no function trasfer\. .* Did you mean transfer\?/,
    );
    expect(refusal('invoke', STRK, 'transfer', '0x1')).toContain(
      'transfer takes 2 arguments (recipient: ContractAddress, amount: u256), got 1',
    );
    expect(failure('invoke', '0x123', 'f')).toContain("has no contract at 0x123. 'starbox deploy' prints the address");
    const elsewhere = spawnSync(process.execPath, [cli, 'declare', 'Token'], {
      encoding: 'utf8',
      cwd: tmpdir(),
      env: { PATH: process.env['PATH'] },
    });
    expect(elsewhere.stderr).toContain('No build of a contract Token was found: ');
    expect(elsewhere.stderr).toContain("Run 'scarb build'");
  });

  test('a node that does not listen or allows only small classes is named with the way out', async () => {
    const url = `http://127.0.0.1:${await freePort()}`;
    for (const words of [
      ['declare', 'Token'],
      ['deploy', 'Counter', '0x1'],
      ['invoke', STRK, 'name'],
    ])
      expect(failure(...words, '--url', url)).toBe(
        `Error: No node listens at ${url}. Start one with 'starbox', or name another with --url or STARBOX_URL.\n`,
      );
    const small = await startServer('--accounts', '1', '--maximum-sierra-length', '100');
    const refused = runWith({ STARBOX_URL: small.url }, 'declare', 'Counter');
    expect([refused.status, refused.stderr]).toEqual([
      1,
      expect.stringMatching(
        /Contract class size is too large.*Start the node with a larger .*--maximum-sierra-length/s,
      ),
    ]);
    await small.stop();
    const narrow = await startServer('--accounts', '1', '--request-body-size-limit', '5000');
    expect(runWith({ STARBOX_URL: narrow.url }, 'declare', 'Counter').stderr).toContain(
      'Start with a larger --request-body-size-limit',
    );
    await narrow.stop();
  });
});
