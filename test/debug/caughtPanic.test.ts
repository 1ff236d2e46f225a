// A contract catches the panic of a call and panics itself: every way to debug stops at both.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DebugSession } from '../../src/cli/debugAdapter/session.ts';
import { Sandbox } from '../../src/index.ts';
import type { RecordedDebugger } from '../../src/tools/debug/recordedDebugger.ts';
import { FailuresProject, wayData } from '../support/failures.ts';

const project = new FailuresProject();
let box: Sandbox;
let hash: string;
beforeAll(async () => {
  box = await Sandbox.create({ seed: 7, accounts: 1, artifacts: [`${project.folder}/target/dev`] });
  const { address } = await box.deploy(project.classFile('Vault'));
  const call = { to: address, entryPoint: 'fail', calldata: wayData('caught').map(BigInt) };
  hash = (await box.execute(call, { allowRevert: true })).transactionHash;
});
afterAll(async () => {
  await box?.close();
  project.remove();
});

/** The lines of both panics, and their data. */
const PANICS = ['FAIL: assert', 'FAIL: caught'].map((mark) => Number(project.marks().get(mark)!.split(':')[1]));
const TEXTS = ["'Vault: closed'", '"after a failure that was caught"'];

test('the library stops at a panic that was caught, and at the next one', async () => {
  const debug = await box.debug(hash);
  debug.breakOn('panic');
  const stops: unknown[] = [];
  while (debug.continue()) stops.push([debug.reason, debug.position?.line, debug.panic?.split(',')[0]]);
  expect(stops).toEqual(PANICS.map((line, i) => ['panic', line, TEXTS[i]]));
});

test('so does an editor', async () => {
  const sent: Readonly<Record<string, unknown>>[] = [];
  const debug = (await box.debug(hash)) as RecordedDebugger;
  const session = new DebugSession(debug, (message) => sent.push(message));
  const stops: unknown[] = [];
  const ask = async (command: string, args: object = {}) => {
    session.handle({ seq: 1, command, arguments: args as never });
    await expect.poll(() => sent.some(({ event }) => event === 'stopped' || event === 'terminated')).toBe(true);
  };
  session.handle({ seq: 1, command: 'initialize', arguments: {} });
  session.handle({ seq: 2, command: 'launch', arguments: {} });
  session.handle({ seq: 3, command: 'setExceptionBreakpoints', arguments: { filters: ['panic'] } });
  await ask('configurationDone');
  for (let i = 0; i < 3; i++) {
    const stopped = sent.find(({ event }) => event === 'stopped')!;
    stops.push([(stopped['body'] as { reason: string }).reason, debug.position?.line]);
    sent.length = 0;
    await ask('continue', { threadId: 1 });
  }
  expect(stops.slice(1)).toEqual(PANICS.map((line) => ['exception', line]));
});

test('so does the page', async () => {
  const stops: unknown[] = [];
  let moment: number | undefined;
  for (;;) {
    const at: {
      moment: number;
      is_at_end: boolean;
      reason: string;
      stack: { line: number }[];
      warning: string | null;
    } = await box.request('devnet_debugTransaction', {
      transaction_hash: hash,
      move: 'continue',
      break_on: ['panic'],
      ...(moment !== undefined && { moment }),
    } as never);
    expect(at.warning).toBeNull();
    if (at.is_at_end) break;
    stops.push([at.reason, at.stack[0]!.line]);
    moment = at.moment;
  }
  expect(stops).toEqual(PANICS.map((line) => ['panic', line]));
});
