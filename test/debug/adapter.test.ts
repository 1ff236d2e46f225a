// `starbox debug`: sessions of the Debug Adapter Protocol about transactions of a running node.
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, test as anyTest, beforeAll, describe, expect } from 'vitest';
import { Sandbox } from '../../src/index.ts';
import { isBuilt } from '../support/build.ts';
import { DapClient } from '../support/dapClient.ts';
import { DebuggingProject } from '../support/debugging.ts';

const test = anyTest.runIf(isBuilt);
const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
const project = new DebuggingProject();
let box: Sandbox;
let url: string;
let market: `0x${string}`;
let child: ChildProcess | undefined;
let client: DapClient | undefined;

beforeAll(async () => {
  box = await Sandbox.create({ seed: 7, accounts: 2, artifacts: [project.artifacts] });
  market = await project.deploy(box);
  ({ url } = await box.listen());
});
afterAll(async () => {
  await box.close();
  project.remove();
});
afterEach(() => {
  client?.close();
  child?.kill('SIGKILL');
});

async function send(...calls: { readonly entryPoint: string; readonly calldata: bigint[] }[]): Promise<string> {
  const wanted = calls.map((call) => ({ to: market, ...call }));
  const sent = await box.execute(wanted, { from: box.accounts[0]! }).catch((error) => error.transaction ?? error);
  return sent.transactionHash ?? sent.transaction_hash;
}
const trade = (...calldata: bigint[]) => ({ entryPoint: 'trade', calldata });
const SHOW = { entryPoint: 'show', calldata: [5n, 0n, 0x6869n, 2n] };

/** Starts the command as an editor does, and opens a session. */
async function open(hash: string): Promise<DapClient> {
  const args = [CLI, 'debug', hash, '--url', url, '--fork-cache', 'off'];
  child = spawn(process.execPath, args, { cwd: project.folder, stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const line of createInterface({ input: child.stdout! })) {
    const port = /DEBUGGER PORT: (\d+)/.exec(line)?.[1];
    if (port === undefined) continue;
    client = await DapClient.open(Number(port));
    break;
  }
  const capabilities = await client!.ask('initialize', { adapterID: 'cairo' });
  expect(capabilities).toMatchObject({ supportsStepBack: true, supportsConditionalBreakpoints: true });
  await client!.event('initialized');
  await client!.ask('launch', {});
  return client!;
}

/** Sets a breakpoint at the line with a mark, and replaces those of the same file. */
async function breakAt(dap: DapClient, mark: string, more: object = {}): Promise<void> {
  const { file, line } = project.mark(mark);
  const { breakpoints } = await dap.ask('setBreakpoints', { source: { path: file }, breakpoints: [{ line, ...more }] });
  expect(breakpoints).toEqual([{ verified: true, line }]);
}

async function start(dap: DapClient): Promise<void> {
  await dap.ask('configurationDone');
  expect((await dap.event('stopped')).reason).toBe('entry');
}

const lineOf = (mark: string): string => {
  const { file, line } = project.mark(mark);
  return `${file.split('/').at(-1)}:${line}`;
};

describe('a session', () => {
  test('shows the values that the program prints, and evaluates paths', async () => {
    const dap = await open(await send(SHOW));
    await breakAt(dap, 'values');
    await start(dap);
    expect((await dap.move('continue')).reason).toBe('breakpoint');
    const locals = await dap.scope('Locals');
    expect(dap.output.length).toBe(9);
    for (const line of dap.output) {
      const [name, text] = line.trim().replaceAll('(())', '').split(' = ') as [string, string];
      expect([name, locals[name]]).toEqual([name, name === 'name' ? JSON.stringify(text) : text]);
    }
    expect(await dap.ask('evaluate', { expression: 'pair.second', frameId: 1, context: 'hover' })).toMatchObject({
      result: '7',
      type: 'u64',
    });
    expect((await dap.ask('evaluate', { expression: 'list[2]', frameId: 1 })).result).toBe('4');
    expect(await dap.ask('evaluate', { expression: 'amount > 3', frameId: 1, context: 'watch' })).toMatchObject({
      result: 'true',
      type: 'core::bool',
    });
    await expect(dap.ask('evaluate', { expression: 'list[99]', frameId: 1 })).rejects.toThrow(
      'list has 3 elements, so there is no index 99.',
    );
    await expect(dap.ask('evaluate', { expression: 'missing', frameId: 1 })).rejects.toThrow(
      'There is no variable missing here.',
    );
  });

  test('goes through three contracts and back over storage writes', async () => {
    const dap = await open(await send(trade(0n, 5n), trade(1n, 9n, 2n)));
    await breakAt(dap, 'total', { condition: 'amount == 7' });
    await start(dap);
    await dap.move('continue');
    expect(await dap.stack()).toEqual([
      `Book.Functions::record ${lineOf('total')}`,
      `Desk.Functions::settle ${lineOf('record')}`,
      `Market.Functions::trade ${lineOf('settle')}`,
      expect.stringMatching(/^Account\.__execute__ .*sierra:\d+$/),
    ]);
    expect(await dap.scope('Storage')).toMatchObject({ 'Book.total': '0 → 5', 'Market.trades': '0 → 2' });
    expect((await dap.scope('Calldata', 2))['call']).toBe('trade(order: Sell((9, 2)))');
    await dap.move('next');
    expect((await dap.scope('Storage'))['Book.total']).toBe('0 → 12');
    expect((await dap.move('stepBack')).reason).toBe('breakpoint');
    expect((await dap.scope('Storage'))['Book.total']).toBe('0 → 5');
    await dap.ask('setExceptionBreakpoints', { filters: ['storage', 'event'] });
    expect((await dap.move('reverseContinue')).reason).toBe('data breakpoint');
    expect((await dap.stack())[0]).toContain(lineOf('settled'));
    // The next write is in the contract that is called. Without it, the step ends where the function does.
    expect((await dap.move('stepOut')).reason).toBe('breakpoint');
    expect((await dap.stack())[0]).toContain(lineOf('total'));
    expect((await dap.move('stepBack')).reason).toBe('step');
    await dap.move('reverseContinue');
    await dap.ask('setExceptionBreakpoints', { filters: [] });
    await dap.ask('setBreakpoints', { source: { path: project.mark('total').file }, breakpoints: [] });
    await dap.move('stepOut');
    // From inside of the write, out of the function that is shown.
    expect((await dap.stack())[0]).toContain('Market.Functions::trade');
    expect(Number((await dap.scope('Gas'))['gas left'])).toBeGreaterThan(0);
    // The listing of a contract without source.
    const { stackFrames } = await dap.ask('stackTrace', { threadId: 1 });
    const { content } = await dap.ask('source', { sourceReference: stackFrames.at(-1).source.sourceReference });
    expect(content.split('\n')[stackFrames.at(-1).line - 1]).toMatch(/\(.*\)/);
    expect(content).toContain('store_temp');
  });

  test('stops where a panic starts, four calls deep, and can end and come back', async () => {
    const dap = await open(await send(trade(0n, 13n)));
    await dap.ask('setExceptionBreakpoints', { filters: ['panic'] });
    await start(dap);
    expect(await dap.move('continue')).toMatchObject({ reason: 'exception', text: 'Panic: "13 is unlucky"' });
    const stack = await dap.stack();
    expect(stack[0]).toBe(`Book::check ${lineOf('panic')}`);
    expect(stack.map((frame) => frame.split(/[.:]/)[0])).toEqual(['Book', 'Book', 'Desk', 'Market', 'Account']);
    expect(await dap.ask('exceptionInfo', { threadId: 1 })).toMatchObject({ description: 'Panic: "13 is unlucky"' });
    expect((await dap.move('continue')).reason).toBe('pause');
    expect(await dap.stack()).toEqual(['end of the transaction undefined:0']);
    expect((await dap.move('reverseContinue')).reason).toBe('exception');
    await dap.move('continue');
    await dap.ask('continue', { threadId: 1 });
    await dap.event('terminated');
  });

  test('logs messages, counts hits, steps through loops and by Sierra statement', async () => {
    const dap = await open(await send(SHOW));
    await breakAt(dap, 'loop', { logMessage: 'square is {square}' });
    await start(dap);
    await dap.move('continue');
    expect(dap.output.filter((line) => line.startsWith('square'))).toEqual(
      [0, 1, 4, 9].map((square) => `square is ${square}\n`),
    );
    await breakAt(dap, 'loop', { hitCondition: '3' });
    await dap.move('reverseContinue');
    expect((await dap.scope('Locals'))['square']).toBe('4');
    await dap.move('stepIn', { granularity: 'instruction' });
    const { totalFrames } = await dap.ask('stackTrace', { threadId: 1 });
    expect(totalFrames).toBeGreaterThan(2);
    await expect(dap.ask('unknownRequest')).rejects.toThrow("The debugger has no request 'unknownRequest'.");
    await dap.ask('disconnect');
    await dap.event('terminated');
  });
});

test('an unknown hash and a wrong port are refused with the reason, and without a stack of the command', async () => {
  const run = (...args: string[]) =>
    new Promise<string>((resolve) => {
      let text = '';
      const started = spawn(process.execPath, [CLI, 'debug', ...args, '--url', url, '--fork-cache', 'off']);
      started.stderr.on('data', (data: Buffer) => (text += data));
      started.once('close', (code) => resolve(`${code} ${text.trim()}`));
    });
  const [unknown, wrong] = await Promise.all([run('0x1234'), run('0x1', '--port', 'x')]);
  expect(unknown).toMatch(/^1 .*has no transaction 0x1234/);
  expect(wrong).toMatch(/^2 .*'x' is not a port/);
  for (const text of [unknown, wrong]) expect(text).not.toMatch(/^ +at /m);
});
