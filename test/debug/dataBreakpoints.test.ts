// Breakpoints on storage variables over the Debug Adapter Protocol, with the client that Microsoft tests debug adapters with.
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { DebugClient } from '@vscode/debugadapter-testsupport';
import type { DebugProtocol } from '@vscode/debugprotocol';
import { afterAll, afterEach, test as anyTest, beforeAll, expect } from 'vitest';
import { Sandbox } from '../../src/index.ts';
import { isBuilt } from '../support/build.ts';
import { DebuggingProject } from '../support/debugging.ts';

const test = anyTest.runIf(isBuilt);
const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
const project = new DebuggingProject();
let box: Sandbox;
let url: string;
let market: `0x${string}`;
let child: ChildProcess | undefined;
let client: DebugClient | undefined;

beforeAll(async () => {
  box = await Sandbox.create({ seed: 7, accounts: 1, artifacts: [project.artifacts] });
  market = await project.deploy(box);
  ({ url } = await box.listen());
});
afterAll(async () => {
  await box.close();
  project.remove();
});
afterEach(async () => {
  await client?.disconnectRequest().catch(() => undefined);
  child?.kill('SIGKILL');
});

/** Starts the command and a session that stands at its first line. */
async function open(hash: string): Promise<DebugClient> {
  const args = [CLI, 'debug', hash, '--url', url, '--fork-cache', 'off'];
  child = spawn(process.execPath, args, { cwd: project.folder, stdio: ['ignore', 'pipe', 'inherit'] });
  client = new DebugClient('node', '', 'cairo');
  client.defaultTimeout = 60_000;
  for await (const line of createInterface({ input: child.stdout! })) {
    const port = /DEBUGGER PORT: (\d+)/.exec(line)?.[1];
    if (port === undefined) continue;
    await client.start(Number(port));
    break;
  }
  const { body } = await client.initializeRequest();
  expect(body).toMatchObject({ supportsDataBreakpoints: true, supportsStepBack: true });
  await client.launchRequest({});
  const entry = client.waitForEvent('stopped');
  await client.configurationDoneRequest();
  expect((await entry).body.reason).toBe('entry');
  return client;
}

/** Sends a request that moves the debugger. Returns why it stopped, and its line. */
async function move(dap: DebugClient, command: 'continue' | 'next' | 'stepOut' | 'stepBack' | 'reverseContinue') {
  const stopped = dap.waitForEvent('stopped');
  await dap.customRequest(command, { threadId: 1 });
  const { reason } = (await stopped).body as DebugProtocol.StoppedEvent['body'];
  const { stackFrames } = (await dap.stackTraceRequest({ threadId: 1, levels: 1 })).body;
  return [reason, stackFrames[0]!.source?.name, stackFrames[0]!.line];
}

/** The variables of a scope of the innermost frame, and the number of their list. */
async function scope(dap: DebugClient, name: string) {
  const { stackFrames } = (await dap.stackTraceRequest({ threadId: 1 })).body;
  const { scopes } = (await dap.scopesRequest({ frameId: stackFrames[0]!.id })).body;
  const { variablesReference } = scopes.find((each) => each.name === name)!;
  const { variables } = (await dap.variablesRequest({ variablesReference })).body;
  return { variablesReference, variables };
}

const infoOf = async (dap: DebugClient, args: DebugProtocol.DataBreakpointInfoArguments) =>
  (await dap.customRequest('dataBreakpointInfo', args)).body as DebugProtocol.DataBreakpointInfoResponse['body'];

const setBreakpoints = async (dap: DebugClient, ...dataIds: readonly string[]) => {
  const args = { breakpoints: dataIds.map((dataId) => ({ dataId, accessType: 'write' })) };
  const { breakpoints } = (await dap.customRequest('setDataBreakpoints', args)).body;
  return (breakpoints as DebugProtocol.Breakpoint[]).map(({ verified }) => verified);
};

const at = (mark: string) => {
  const { file, line } = project.mark(mark);
  return [file.split('/').at(-1), line];
};

const trade = (amount: bigint) => ({ to: market, entryPoint: 'trade', calldata: [0n, amount] });

test('a storage variable is chosen before it is written, and runs and steps stop before each write', async () => {
  const { transactionHash } = await box.execute([trade(5n), trade(6n)], { from: box.accounts[0]! });
  const dap = await open(transactionHash);
  const { variablesReference, variables } = await scope(dap, 'Storage');
  expect(variables).toContainEqual(expect.objectContaining({ name: 'Book.total', value: '0' }));
  const { dataId, ...info } = await infoOf(dap, { variablesReference, name: 'Book.total' });
  expect(info).toMatchObject({ description: 'Book.total', accessTypes: ['write'], canPersist: true });
  expect(await setBreakpoints(dap, dataId!)).toEqual([true]);

  expect(await move(dap, 'continue')).toEqual(['data breakpoint', ...at('total')]);
  const shown = async () => (await scope(dap, 'Storage')).variables.find(({ name }) => name === 'Book.total')!.value;
  expect(await shown()).toBe('0');
  // A step out of all three contracts comes to no other write.
  expect((await move(dap, 'stepOut'))[0]).toBe('step');
  expect(await shown()).toBe('0 → 5');
  expect(await move(dap, 'continue')).toEqual(['data breakpoint', ...at('total')]);
  expect(await shown()).toBe('0 → 5');
  expect(await move(dap, 'reverseContinue')).toEqual(['data breakpoint', ...at('total')]);
  expect(await shown()).toBe('0');

  // Without them nothing stops it.
  expect(await setBreakpoints(dap)).toEqual([]);
  expect((await move(dap, 'continue'))[0]).toBe('pause');
  expect(await shown().catch(() => 'the end')).toBe('the end');
});

test('a step over a call stops before the write in it', async () => {
  const { transactionHash } = await box.execute(trade(7n), { from: box.accounts[0]! });
  const dap = await open(transactionHash);
  const { file, line } = project.mark('settle');
  await dap.setBreakpointsRequest({ source: { path: file }, breakpoints: [{ line }] });
  expect(await move(dap, 'continue')).toEqual(['breakpoint', ...at('settle')]);
  expect(await setBreakpoints(dap, 'Book.total', 'Desk.settled[7]')).toEqual([true, true]);
  expect(await move(dap, 'next')).toEqual(['data breakpoint', ...at('settled')]);
  expect(await move(dap, 'stepOut')).toEqual(['data breakpoint', ...at('total')]);
  expect(await move(dap, 'stepBack').then(([reason]) => reason)).toBe('step');
});

test('what is not written, and what is no storage, cannot be watched, and the reason is said', async () => {
  const { transactionHash } = await box.execute(trade(8n), { from: box.accounts[0]! });
  const dap = await open(transactionHash);
  const { file, line } = project.mark('total');
  await dap.setBreakpointsRequest({ source: { path: file }, breakpoints: [{ line }] });
  await move(dap, 'continue');
  // The function has a variable with the name of the storage variable.
  const { variablesReference, variables } = await scope(dap, 'Locals');
  expect(variables.map(({ name }) => name)).toContain('total');
  expect(await infoOf(dap, { variablesReference, name: 'total' })).toEqual({
    dataId: null,
    description: 'Only variables under Storage can be watched for writes.',
  });
  expect(await infoOf(dap, { name: 'Book.missing' })).toEqual({
    dataId: null,
    description: 'This transaction does not write Book.missing to storage.',
  });
  expect((await infoOf(dap, { name: 'Book.total' })).dataId).toBe('Book.total');
  expect(await setBreakpoints(dap, 'Book.missing', 'Book.total')).toEqual([false, true]);
});

test('variables of several cells, in maps and of the fee token, can be watched by the names that are shown', async () => {
  const { transactionHash } = await box.strk.write.transfer('0x77', 5n, { from: box.accounts[0]! });
  const dap = await open(transactionHash);
  const { variablesReference, variables } = await scope(dap, 'Storage');
  expect(variables.length).toBeGreaterThan(2);
  for (const { name } of variables) expect((await infoOf(dap, { variablesReference, name })).dataId).toBe(name);
  const balance = variables.find(({ name }) => name.includes('ERC20_balances[0x77]'))!;
  expect(await setBreakpoints(dap, balance.name)).toEqual([true]);
  expect((await move(dap, 'continue'))[0]).toBe('data breakpoint');
});
