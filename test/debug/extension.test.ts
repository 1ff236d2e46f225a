// What the Cairo extension of VS Code does: it splits `program` at spaces, starts it, waits for the line with the port, and lets the editor
// speak there. The requests and their order are those of VS Code.
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, test as anyTest, beforeAll, expect } from 'vitest';
import { Sandbox } from '../../src/index.ts';
import { isBuilt } from '../support/build.ts';
import { DapClient } from '../support/dapClient.ts';
import { DebuggingProject } from '../support/debugging.ts';

const test = anyTest.runIf(isBuilt);
const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
const project = new DebuggingProject();
let box: Sandbox;
let adapter: ChildProcess | undefined;

beforeAll(async () => {
  box = await Sandbox.create({ seed: 7, accounts: 1, artifacts: [project.artifacts] });
});
afterAll(async () => {
  adapter?.kill('SIGKILL');
  await box.close();
  project.remove();
});

const INITIALIZE = {
  clientID: 'vscode',
  clientName: 'Visual Studio Code',
  adapterID: 'cairo',
  pathFormat: 'path',
  linesStartAt1: true,
  columnsStartAt1: true,
  supportsVariableType: true,
  supportsVariablePaging: true,
  supportsRunInTerminalRequest: true,
  locale: 'en',
  supportsProgressReporting: true,
  supportsInvalidatedEvent: true,
  supportsMemoryReferences: true,
  supportsArgsCanBeInterpretedByShell: true,
  supportsMemoryEvent: true,
  supportsStartDebuggingRequest: true,
  supportsANSIStyling: true,
};

/** Starts the program of a launch configuration, and finds the port in its output. */
async function portOf(program: string, folder: string): Promise<number> {
  const [command, ...args] = program.split(/\s+/g);
  adapter = spawn(command!, args, { stdio: 'pipe', cwd: folder, env: { ...process.env, SNFORGE_LOG: 'off' } });
  for await (const line of createInterface({ input: adapter.stdout! })) {
    const port = /DEBUGGER PORT: ([0-9]*)/.exec(line.trim())?.[1];
    if (port !== undefined) return Number(port);
  }
  throw new Error('The program ended without a port.');
}

test('the extension opens a session, stops at breakpoints, shows what VS Code asks for, and closes it', async () => {
  const market = await project.deploy(box);
  const { transactionHash } = await box.execute({ to: market, entryPoint: 'trade', calldata: [0n, 5n] });
  const { url } = await box.listen();
  const program = `${process.execPath} ${CLI} debug ${transactionHash} --url ${url} --fork-cache off`;
  const client = await DapClient.open(await portOf(program, project.folder));

  const capabilities = await client.ask('initialize', INITIALIZE);
  // VS Code sends these together, and the breakpoints when it is told to.
  const launched = client.ask('launch', {
    type: 'cairo',
    request: 'launch',
    name: 'debug',
    program,
    stopOnEntry: true,
  });
  await client.event('initialized');
  const { file, line } = project.mark('total');
  const source = { name: 'book.cairo', path: file };
  const set = { source, lines: [line], breakpoints: [{ line }], sourceModified: false };
  expect((await client.ask('setBreakpoints', set)).breakpoints).toMatchObject([{ verified: true, line }]);
  if (capabilities.supportsFunctionBreakpoints) await client.ask('setFunctionBreakpoints', { breakpoints: [] });
  if (capabilities.supportsDataBreakpoints) await client.ask('setDataBreakpoints', { breakpoints: [] });
  const filters = capabilities.exceptionBreakpointFilters.filter((each: { default: boolean }) => each.default);
  await client.ask('setExceptionBreakpoints', { filters: filters.map((each: { filter: string }) => each.filter) });
  await client.ask('configurationDone');
  await launched;

  expect(await client.event('stopped')).toMatchObject({ reason: 'entry', threadId: 1 });
  expect(await client.ask('threads')).toEqual({ threads: [{ id: 1, name: 'transaction' }] });
  await client.ask('continue', { threadId: 1 });
  expect(await client.event('stopped')).toMatchObject({ reason: 'breakpoint', threadId: 1 });
  // The frame on top first, then the others.
  const top = await client.ask('stackTrace', { threadId: 1, startFrame: 0, levels: 1 });
  expect(top.stackFrames).toMatchObject([{ line, source: { path: file } }]);
  const rest = await client.ask('stackTrace', { threadId: 1, startFrame: 1, levels: 19 });
  expect(rest.stackFrames.length).toBe(top.totalFrames - 1);
  const { scopes } = await client.ask('scopes', { frameId: top.stackFrames[0].id });
  const { variables } = await client.ask('variables', { variablesReference: scopes[0].variablesReference });
  expect(variables).toContainEqual(expect.objectContaining({ name: 'amount', value: '5', type: 'u64' }));
  const watched = { expression: 'amount', frameId: top.stackFrames[0].id, context: 'watch' };
  expect((await client.ask('evaluate', watched)).result).toBe('5');
  for (const command of ['next', 'stepBack', 'stepOut', 'reverseContinue']) {
    await client.ask(command, { threadId: 1, granularity: 'statement' });
    await client.event('stopped');
  }

  const ended = new Promise((resolve) => adapter!.once('exit', resolve));
  await client.ask('disconnect', { restart: false, terminateDebuggee: true });
  client.close();
  expect(await ended).toBe(0);
});

test('a program whose editor was closed before it connected ends too', async () => {
  const market = await project.deploy(box);
  const { transactionHash } = await box.execute({ to: market, entryPoint: 'trade', calldata: [0n, 5n] });
  const { url } = await box.listen();
  await portOf(`${process.execPath} ${CLI} debug ${transactionHash} --url ${url} --fork-cache off`, project.folder);
  const ended = new Promise((resolve) => adapter!.once('exit', resolve));
  // The system closes it when the editor ends.
  adapter!.stdin!.end();
  expect(await ended).toBe(0);
});
