// Debuggers of estimates, of state files, and of transactions that fail in tests.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, test as anyTest, beforeAll, describe, expect, vi } from 'vitest';
import { Sandbox, type TransactionRevertedError } from '../../src/index.ts';
import { account } from '../../src/starknet/index.ts';
import { isBuilt } from '../support/build.ts';
import { DapClient } from '../support/dapClient.ts';
import { DebuggingProject } from '../support/debugging.ts';
import { invoke } from '../support/wallet.ts';

const test = anyTest.runIf(isBuilt);
const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
const project = new DebuggingProject();
const stateFile = join(project.folder, 'chain.state');
let box: Sandbox;
let market: `0x${string}`;
let failed: string;
let child: ChildProcess | undefined;

beforeAll(async () => {
  box = await Sandbox.create({ seed: 7, accounts: 1, artifacts: [project.artifacts] });
  market = await project.deploy(box);
  const trade = { to: market, entryPoint: 'trade', calldata: [0n, 13n] };
  failed = (await box.execute(trade, { allowRevert: true })).transactionHash;
  writeFileSync(stateFile, await box.saveState());
});
afterAll(async () => {
  await box.close();
  project.remove();
});
afterEach(() => {
  child?.kill('SIGKILL');
  vi.unstubAllEnvs();
});

/** A transaction as a client would send it to be estimated. */
function unsent(amount: bigint) {
  const trade = { to: BigInt(market), entryPoint: 'trade', calldata: [0n, amount] };
  return { ...invoke(box.accounts[0]!, 0x99, trade).invoke_transaction, signature: [] };
}

describe('an estimate', () => {
  test('is debugged as it would run: the last of its transactions, or the first that is rejected', async () => {
    const clone = box.clone();
    const { address } = clone.accounts[0]!;
    const nonce = Number(await clone.request('starknet_getNonce', { block_id: 'latest', contract_address: address }));
    const withNonce = (amount: bigint, plus: number) =>
      ({ ...unsent(amount), nonce: `0x${(nonce + plus).toString(16)}` }) as const;
    await clone.impersonate(address);
    const debug = await clone.debug({ estimate: [withNonce(5n, 0), withNonce(13n, 1)] });
    debug.breakOn('panic');
    debug.continue();
    expect([debug.position?.line, debug.panic]).toEqual([project.mark('panic').line, '"13 is unlucky"']);
    await clone.stopImpersonating(address);
    // Without a signature, validation rejects the first.
    const rejected = await clone.debug({ estimate: [withNonce(5n, 0), withNonce(13n, 1)] });
    rejected.breakOn('panic');
    rejected.continue();
    expect([rejected.reason, rejected.position?.contractName]).toEqual(['panic', 'Account']);
    await expect(clone.debug({ estimate: [] })).rejects.toThrow('the list is empty');
    await clone.close();
  });
});

describe('a test with STARBOX_DEBUG', () => {
  test('gets the command that opens a reverted transaction, on a state file that has it', async () => {
    const send = () => box.clone().execute({ to: market, entryPoint: 'trade', calldata: [0n, 13n] });
    const error = async () => (await send().catch((thrown: unknown) => thrown)) as TransactionRevertedError;
    expect((await error()).message).not.toContain('starbox debug');
    vi.stubEnv('STARBOX_DEBUG', '1');
    const { message, transactionHash, explanation } = await error();
    const [, hash, file] = /Debug it: npx starbox debug (\S+) --state (\S+)$/.exec(message)!;
    expect([hash, explanation?.includes(file!)]).toEqual([transactionHash, true]);
    const again = await Sandbox.create({ state: readFileSync(file!), artifacts: [project.artifacts] });
    expect((await again.debug(hash!)).moments).toBeGreaterThan(1000);
    await again.close();
    rmSync(dirname(file!), { recursive: true });
    expect(existsSync(file!)).toBe(false);
  });
});

describe('the command', () => {
  const start = (...args: string[]) =>
    spawn(process.execPath, [CLI, 'debug', ...args], { cwd: project.folder, stdio: ['ignore', 'pipe', 'pipe'] });

  /** What the command prints before it gives up. */
  async function refusal(...args: string[]): Promise<string> {
    let text = '';
    const started = start(...args);
    started.stderr.on('data', (data: Buffer) => (text += data));
    await new Promise((resolve) => started.once('close', resolve));
    return text;
  }

  async function session(...args: string[]): Promise<DapClient> {
    child = start(...args);
    for await (const line of createInterface({ input: child.stdout! })) {
      const port = /DEBUGGER PORT: (\d+)/.exec(line)?.[1];
      if (port === undefined) continue;
      const client = await DapClient.open(Number(port));
      await client.ask('initialize', { adapterID: 'cairo' });
      await client.ask('launch', {});
      await client.ask('setExceptionBreakpoints', { filters: ['panic'] });
      await client.ask('configurationDone');
      await client.event('stopped');
      return client;
    }
    throw new Error('the command ended without a port');
  }

  test('opens the exported transaction of a fork over the node that is named, and when that is gone without it', async () => {
    const clone = box.clone();
    const { url } = await clone.listen();
    const fork = await Sandbox.create({ fork: { url } });
    const trade = { to: market, entryPoint: 'trade', calldata: [0n, 13n] };
    const { transactionHash } = await fork.execute(trade, { allowRevert: true });
    const { content } = await fork.request('devnet_exportTransaction', { transaction_hash: transactionHash });
    const file = join(project.folder, 'fork.moment');
    writeFileSync(file, Buffer.from(content, 'base64'));
    const opens = async (...options: readonly string[]) => {
      const client = await session(file, ...options);
      expect(await client.move('continue')).toMatchObject({ reason: 'exception', text: 'Panic: "13 is unlucky"' });
      client.close();
    };
    await opens('--fork-network', url);
    await Promise.all([fork.close(), clone.close()]);
    await opens();
    expect(await refusal(file, '--fork-network', url)).toContain('Connection refused');
  });

  test('opens a failed estimate of an account of starknet.js, as its error says with STARBOX_DEBUG', async () => {
    const clone = box.clone();
    const trade = { contractAddress: market, entrypoint: 'trade', calldata: [0n, 13n] };
    const failure = () =>
      account(clone, 0)
        .execute(trade)
        .then(
          () => 'sent',
          (error: Error) => error.message,
        );
    expect(await failure()).not.toContain('starbox debug');
    vi.stubEnv('STARBOX_DEBUG', '1');
    const message = await failure();
    const [, estimate, state] = /Debug it: npx starbox debug --estimate (\S+) --state (\S+)$/.exec(message) ?? [];
    const client = await session('--estimate', estimate!, '--state', state!);
    expect(await client.move('continue')).toMatchObject({ reason: 'exception', text: 'Panic: "13 is unlucky"' });
    client.close();
    rmSync(dirname(state!), { recursive: true });
    await clone.close();
  });

  test('opens a transaction of a state file', async () => {
    const client = await session(failed, '--state', stateFile);
    expect(await client.move('continue')).toMatchObject({ reason: 'exception', text: 'Panic: "13 is unlucky"' });
    client.close();
  });

  test('starts at a step that is given', async () => {
    const debug = await box.debug(failed);
    debug.breakAt(project.mark('settle').file, project.mark('settle').line);
    debug.continue();
    const client = await session(failed, '--state', stateFile, '--at', String(debug.moment));
    expect((await client.stack())[0]).toContain(`market.cairo:${project.mark('settle').line}`);
    client.close();
    expect(await refusal(failed, '--state', stateFile, '--at', '9999999')).toMatch(/--at 9999999 is beyond the end/);
  });

  test('names an exported file whose step does not exist', async () => {
    const { content } = await box.request('sandbox_exportTransaction', { transaction_hash: failed, moment: 9_999_999 });
    const file = join(dirname(stateFile), 'late.moment');
    writeFileSync(file, Buffer.from(content, 'base64'));
    const text = await refusal(file);
    expect(text).toContain(`The step 9999999 of ${file} is beyond the end`);
    expect(text).toContain('Give another one with --at.');
  });

  test('opens a call by the name of its function', async () => {
    const call = JSON.stringify({ contract_address: market, entry_point: 'spin', calldata: ['0x3'] });
    const client = await session('--call', call, '--state', stateFile);
    expect((await client.scope('Calldata'))['call']).toBe('spin(rounds: 3)');
    client.close();
  });

  test('a call of a function that does not exist names it, and the one that was meant', async () => {
    const call = JSON.stringify({ contract_address: market, entry_point: 'spinn', calldata: ['0x3'] });
    expect(await refusal('--call', call, '--state', stateFile)).toMatch(/has no function spinn\. Did you mean spin\?/);
  });

  test('opens an estimate on a fork of a node', async () => {
    const { url, close } = await box.listen();
    const file = join(project.folder, 'estimate.json');
    const params = { block_id: 'latest', contract_address: box.accounts[0]!.address } as const;
    const nonce = await box.request('starknet_getNonce', params);
    writeFileSync(file, JSON.stringify({ request: [{ ...unsent(5n), nonce }], simulation_flags: ['SKIP_VALIDATE'] }));
    const client = await session('--estimate', file, '--url', url, '--fork-cache', 'off');
    expect((await client.stack())[0]).toContain('Market');
    client.close();
    await close();
  });

  test.each([
    [['--call', '{'], /--call is no JSON/],
    [['--call', 'missing.json'], /--call: missing.json cannot be read/],
    [['--call', '{}', '0x1'], /give one of HASH, --call and --estimate/],
    [['0x1', '--at', 'soon'], /'soon' is not a step/],
    [['0x1', '--state', 'missing.state'], /There is no state file missing.state/],
    [['--call', '{}', '--as', '0x1'], /--as changes a transaction of another node/],
  ])('%j is refused with the reason, and without a stack of the command', async (args, expected) => {
    const text = await refusal(...args);
    expect(text).toMatch(expected);
    expect(text).not.toMatch(/^ +at /m);
  });
});
