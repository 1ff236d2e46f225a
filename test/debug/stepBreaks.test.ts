// Steps of the debugger over functions and contracts that have breakpoints inside.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Debugger, Sandbox } from '../../src/index.ts';
import { DebuggingProject } from '../support/debugging.ts';

const project = new DebuggingProject();
let box: Sandbox;
let market: `0x${string}`;
let hash: string;
let debug: Debugger;
beforeAll(async () => {
  box = await Sandbox.create({ seed: 7, accounts: 1, artifacts: [project.artifacts] });
  market = await project.deploy(box);
  const trade = { to: market, entryPoint: 'trade', calldata: [0n, 5n] };
  hash = (await box.execute(trade, { from: box.accounts[0]! })).transactionHash;
});
afterAll(async () => {
  await box.close();
  project.remove();
});
beforeEach(async () => {
  debug = await box.debug(hash);
});

const setBreak = (mark: string, options = {}) => {
  const { file, line } = project.mark(mark);
  debug.breakAt(file, line, options);
};

/** Goes to the line with a mark, and removes all breakpoints. */
function goTo(mark: string): void {
  setBreak(mark);
  debug.continue();
  expect(debug.reason).toBe('breakpoint');
  debug.clearBreakpoints();
}

/** Why the debugger stopped, and the mark of its line. */
const stopped = () => {
  const { reason, position } = debug;
  const marks = ['write', 'settle', 'event', 'settled', 'total'];
  const isHere = (mark: string) => {
    const { file, line } = project.mark(mark);
    return position?.file === file && position.line === line;
  };
  return [reason, marks.find(isHere)];
};

describe('a step over a call', () => {
  test('stops at a breakpoint in the contract that is called, and the next step goes on from there', () => {
    goTo('settle');
    setBreak('total');
    debug.stepOver();
    expect(stopped()).toEqual(['breakpoint', 'total']);
    debug.stepOver();
    expect([debug.reason, debug.position?.contractName]).toEqual(['step', 'Book']);
  });

  test('does not stop at a breakpoint whose condition does not hold, or that only logs, but passes on the message', () => {
    goTo('settle');
    const messages: string[] = [];
    debug.onLog = (message) => messages.push(message);
    setBreak('total', { condition: 'amount > 5' });
    setBreak('settled', { log: 'amount is {amount}' });
    // This line runs behind the step.
    setBreak('event', { log: 'traded' });
    debug.stepOver();
    expect(stopped()).toEqual(['step', 'event']);
    expect(messages).toEqual(['amount is 5', 'traded']);
    debug.continue();
    expect(messages.length).toBe(2);
  });

  test('counts hits as a run does', () => {
    goTo('settle');
    setBreak('total', { hit: 2 });
    debug.stepOver();
    expect(stopped()).toEqual(['step', 'event']);
    debug.stepBack();
    setBreak('total', { hit: 1 });
    debug.stepOver();
    expect(stopped()).toEqual(['breakpoint', 'total']);
  });

  test('stops at the start of a function, before storage is written, before an event and where a panic starts', async () => {
    goTo('settle');
    debug.breakAtFunction('Book::Functions::record');
    debug.stepOver();
    expect(debug.reason).toBe('breakpoint');
    expect(debug.position).toMatchObject({ contractName: 'Book', functionName: expect.stringMatching(/record$/) });
    debug.clearBreakpoints();

    expect(debug.breakOnWrites('Book.total')).toEqual([true]);
    debug.stepOut();
    expect(stopped()).toEqual(['storage', 'total']);
    debug.clearBreakpoints();

    goTo('event');
    debug.breakOn('event');
    debug.stepOver();
    expect(stopped()).toEqual(['event', 'event']);
    debug.stepOver();
    expect(debug.reason).toBe('step');

    debug = await box.debug({ call: { to: market, entryPoint: 'trade', calldata: [0n, 13n] } });
    goTo('settle');
    debug.breakOn('panic');
    debug.stepOver();
    expect([debug.reason, debug.position?.contractName]).toEqual(['panic', 'Book']);
  });

  test('says that it came to a breakpoint where the step ends at one', () => {
    goTo('write');
    setBreak('settle');
    debug.stepOver();
    expect(stopped()).toEqual(['breakpoint', 'settle']);
    debug.clearBreakpoints();
    debug.stepBack();
    expect(stopped()).toEqual(['step', 'write']);
  });
});

test('a step out of a function stops at a breakpoint before its end, also in the next round of a loop', async () => {
  goTo('settled');
  setBreak('total');
  debug.stepOut();
  expect(stopped()).toEqual(['breakpoint', 'total']);
  debug.clearBreakpoints();
  debug = await box.debug({ call: { to: market, entryPoint: 'spin', calldata: [4n] } });
  setBreak('spin');
  debug.continue();
  debug.stepOut();
  expect([debug.reason, debug.evaluate('i')?.text]).toEqual(['breakpoint', '1']);
});

test('a step back stops at a breakpoint in the contract that was called, and before a write', () => {
  goTo('event');
  setBreak('total');
  debug.stepBack();
  expect(stopped()).toEqual(['breakpoint', 'total']);
  debug.clearBreakpoints();
  debug.stepBack();
  expect(debug.reason).toBe('step');

  goTo('event');
  debug.breakOn('storage');
  debug.stepBack();
  expect(stopped()).toEqual(['storage', 'total']);
  debug.stepBackIn();
  expect(debug.reason).toBe('step');
  // To the first line, past which there is nothing.
  debug.clearBreakpoints();
  setBreak('write');
  debug.stepOut();
  debug.reverse();
  expect(stopped()).toEqual(['breakpoint', 'write']);
});

test('breakpoints that are not reached change no step', () => {
  const moments = (): readonly number[] => {
    debug.goTo(0);
    const found: number[] = [];
    for (let i = 0; i < 60 && !debug.isAtEnd; i++) {
      debug.stepOver();
      found.push(debug.moment);
    }
    for (let i = 0; i < 60 && debug.reason !== 'start'; i++) {
      debug.stepBack();
      found.push(debug.moment);
    }
    return found;
  };
  const plain = moments();
  setBreak('total', { condition: 'amount > 5' });
  setBreak('spin');
  expect(moments()).toEqual(plain);
  expect(plain.length).toBeGreaterThan(5);
});
