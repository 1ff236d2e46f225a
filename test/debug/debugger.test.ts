// box.debug: every moment of transactions and calls, forward and back.
import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Debugger, Sandbox } from '../../src/index.ts';
import { DebuggingProject } from '../support/debugging.ts';

const project = new DebuggingProject();
let box: Sandbox;
let market: `0x${string}`;
beforeAll(async () => {
  box = await Sandbox.create({ seed: 7, accounts: 2, artifacts: [project.artifacts] });
  market = await project.deploy(box);
});
afterAll(async () => {
  await box.close();
  project.remove();
});

const SHOW = [5n, 0n, 0x6869n, 2n];
const debugCall = (entryPoint: string, calldata: bigint[]) => box.debug({ call: { to: market, entryPoint, calldata } });
const send = async (...orders: bigint[][]) => {
  const calls = orders.map((calldata) => ({ to: market, entryPoint: 'trade', calldata }));
  const sent = await box.execute(calls, { from: box.accounts[0]! }).catch((error) => error.transaction ?? error);
  return (sent.transactionHash ?? sent.transaction_hash) as string;
};
/** Goes to the line with a mark. */
function goTo(debug: Debugger, mark: string): void {
  const { file, line } = project.mark(mark);
  debug.breakAt(file, line);
  debug.continue();
  expect([debug.reason, debug.position?.file, debug.position?.line]).toEqual(['breakpoint', file, line]);
  debug.clearBreakpoints();
}
const values = (debug: Debugger, frame = 0) =>
  Object.fromEntries(debug.locals(frame).map(({ name, text }) => [name, text]));
const place = ({ position }: Debugger) => `${position?.file?.split('/').at(-1)}:${position?.line}`;

describe('values', () => {
  test('of structs, arrays, enums, numbers and texts are those that the program prints', async () => {
    const debug = await debugCall('show', SHOW);
    goTo(debug, 'values');
    const printed = debug.prints().map(({ text }) => text.trim().split(' = ') as [string, string]);
    expect(printed.length).toBe(9);
    const found = values(debug);
    for (const [name, text] of printed) {
      const plain = text.replaceAll('(())', '');
      expect([name, found[name]]).toEqual([name, name === 'name' ? JSON.stringify(plain) : plain]);
    }
  });

  test('of a trait function and of its caller are there, by path too', async () => {
    const debug = await debugCall('show', SHOW);
    goTo(debug, 'trait');
    expect(values(debug)).toMatchObject({ width: '5', height: '7', self: 'Pair { first: 5, second: 7 }' });
    const [inner, outer] = debug.stack();
    expect(inner?.functionName).toBe('debugging::shapes::PairSize::size');
    expect(outer?.functionName).toBe('debugging::market::Market::Functions::show');
    expect(debug.evaluate('pair.second', 1)?.text).toBe('7');
    expect(debug.evaluate('list[1]', 1)?.text).toBe('9');
    expect(debug.evaluate('some.Some.first', 1)?.text).toBe('5');
    expect(debug.evaluate('pair.third', 1)).toBeUndefined();
    expect(debug.evaluate('amount > 3', 1)).toMatchObject({ type: 'core::bool', text: 'true' });
  });

  test('of a loop change with each iteration, and the last is the one that is printed', async () => {
    const debug = await debugCall('show', SHOW);
    const { file, line } = project.mark('loop');
    debug.breakAt(file, line);
    const seen: (string | undefined)[] = [];
    while (debug.continue() && debug.reason === 'breakpoint') seen.push(values(debug)['square']);
    expect(seen).toEqual(['0', '1', '4', '9']);
    expect(debug.isAtEnd).toBe(true);
    expect(debug.prints().map(({ text }) => text.trim())).toContain('total = 14');
    const back: (string | undefined)[] = [];
    while (debug.reverse() && debug.reason === 'breakpoint') back.push(values(debug)['square']);
    expect(back).toEqual(['9', '4', '1', '0']);
  });

  test('of a parameter are there beside the variable that starts as its copy', async () => {
    const debug = await debugCall('show', SHOW);
    goTo(debug, 'generic');
    // The loop is a function of its own, without the parameters of the one around it.
    expect(Object.keys(values(debug))).toEqual(['best']);
    expect(values(debug, 1)).toEqual({ values: '[3, 9, 4]', start: '1', best: '1' });
  });

  test('of a generic function and of a closure are there', async () => {
    const debug = await debugCall('show', SHOW);
    goTo(debug, 'generic');
    expect(values(debug)['best']).toBe('1');
    goTo(debug, 'closure');
    expect(values(debug)['scaled']).toBe('15');
    // The compiler writes no name for `x`, the parameter of the closure.
    expect(values(debug)['args']).toBe('3');
    // It names the members of `args` after the closure, which has no value of its own here.
    expect(debug.locals().map(({ name }) => name)).not.toContain('scale');
    goTo(debug, 'scaled');
    const [once, twice] = ['once', 'twice'].map((name) => values(debug)[name]);
    debug.stepOver();
    expect(debug.prints().at(-1)?.text.trim()).toBe(`once = ${once}, twice = ${twice}`);
  });
});

describe('breakpoints', () => {
  test('stop where their condition holds, and at the nth time', async () => {
    const debug = await debugCall('spin', [50n]);
    const { file, line } = project.mark('spin');
    debug.breakAt(file, line, { condition: 'i == 33' });
    debug.continue();
    expect(values(debug)['i']).toBe('33');
    debug.clearBreakpoints();
    debug.goTo(0);
    debug.breakAt('market.cairo', line, { hit: 7 });
    debug.continue();
    expect(values(debug)['i']).toBe('6');
    debug.continue();
    expect(debug.isAtEnd).toBe(true);
  });

  test('stop as often as they are told to', async () => {
    const debug = await debugCall('spin', [9n]);
    const { file, line } = project.mark('spin');
    const seen = (hit: string) => {
      debug.clearBreakpoints();
      debug.goTo(0);
      debug.breakAt(file, line, { hit });
      const found: (string | undefined)[] = [];
      while (debug.continue()) found.push(values(debug)['i']);
      return found;
    };
    expect([seen('>= 8'), seen('% 3'), seen('== 2')]).toEqual([['7', '8'], ['2', '5', '8'], ['1']]);
    expect(() => debug.breakAt(file, line, { hit: 'often' })).toThrow("'often' is not a number of hits. Write 3, >= 3");
  });

  test('stop where functions start, by name or path', async () => {
    const debug = await box.debug(await send([0n, 5n], [1n, 9n, 2n]));
    expect(debug.breakAtFunction('record', { condition: 'amount == 7' }).isVerified).toBe(true);
    expect(debug.breakAtFunction('Market::Functions::trade').isVerified).toBe(true);
    expect(debug.breakAtFunction('cord').isVerified).toBe(false);
    const seen: (string | undefined)[] = [];
    while (debug.continue()) seen.push(debug.position?.functionName?.split('::').at(-1));
    // The debugger starts at the first line of the first trade.
    expect(seen).toEqual(['trade', 'record']);
    debug.reverse();
    expect([debug.position?.functionName, values(debug)['amount']]).toEqual([
      'debugging::book::Book::Functions::record',
      '7',
    ]);
  });

  test('stop before a storage variable is written, also in calls that fail', async () => {
    const debug = await box.debug(await send([0n, 5n], [0n, 6n], [0n, 13n]));
    expect(debug.breakOnWrites('Market.trades', 'settled[6]', 'Market.total')).toEqual([true, true, false]);
    const seen: unknown[] = [];
    while (debug.continue()) seen.push([debug.reason, place(debug)]);
    const [write, settled] = ['write', 'settled'].map((mark) => project.mark(mark).line);
    expect(seen).toEqual([
      ['storage', `market.cairo:${write}`],
      ['storage', `market.cairo:${write}`],
      ['storage', `desk.cairo:${settled}`],
      ['storage', `market.cairo:${write}`],
    ]);
  });

  test('print messages and go on', async () => {
    const debug = await debugCall('spin', [3n]);
    const lines: string[] = [];
    debug.onLog = (message) => lines.push(message);
    debug.breakAt('market.cairo', project.mark('spin').line, { log: 'i is {i}' });
    debug.continue();
    expect(lines).toEqual(['i is 0', 'i is 1', 'i is 2']);
    expect(debug.isAtEnd).toBe(true);
  });

  test('refuse what cannot be understood, and say why a condition could not be evaluated', async () => {
    const debug = await box.debug(await send([0n, 5n]));
    const { file, line } = project.mark('settled');
    expect(() => debug.breakOn('panics' as 'panic')).toThrow(
      "breakOn: 'panics' is not known. Pass 'panic', 'storage', 'event'.",
    );
    expect(() => debug.breakAt(file, line, { condition: 'amount >>> 5' })).toThrow(
      "'amount >>> 5' is not a condition.",
    );
    const lines: string[] = [];
    debug.onLog = (message) => lines.push(message);
    debug.breakAt(file, line, { condition: 'amt > 5' });
    debug.continue();
    expect(debug.isAtEnd).toBe(false);
    expect(lines).toEqual(['Condition amt > 5: There is no variable amt here.']);
  });

  test('print only the messages before the stop, and those of the nth time', async () => {
    const debug = await box.debug(await send([0n, 5n], [0n, 6n]));
    const lines: string[] = [];
    debug.onLog = (message) => lines.push(message);
    const { file, line } = project.mark('settled');
    debug.breakAt(file, line, { log: 'amount is {amount}' });
    debug.breakOn('storage');
    const seen: number[] = [];
    while (debug.continue()) seen.push(lines.length);
    expect(lines).toEqual(['amount is 5', 'amount is 6']);
    // Market, Desk and Book write, twice.
    expect(seen.slice(0, 6)).toEqual([0, 1, 1, 1, 2, 2]);
    debug.clearBreakpoints();
    debug.goTo(0);
    debug.breakAt(file, line, { log: 'again {amount}', hit: 2 });
    debug.continue();
    expect([lines.at(-1), lines.length, debug.isAtEnd]).toEqual(['again 6', 3, true]);
  });

  test('move to the next line with code, and say if there is none', async () => {
    const debug = await debugCall('spin', [3n]);
    const { line } = project.mark('spin');
    expect(debug.breakAt('src/market.cairo', line - 1)).toMatchObject({ line: line - 1, isVerified: true });
    expect(debug.breakAt('market.cairo', 1).isVerified).toBe(true);
    expect(debug.breakAt('unknown.cairo', 1)).toMatchObject({ line: 1, isVerified: false });
  });
});

describe('a multicall of three contracts', () => {
  test('has one stack through all of them', async () => {
    const debug = await box.debug(await send([0n, 5n], [1n, 9n, 2n]));
    goTo(debug, 'sell');
    expect(values(debug)['order']).toBe('Order::Sell((9, 2))');
    goTo(debug, 'total');
    expect(debug.stack().map(({ contractName, line, callDepth }) => [contractName, line, callDepth])).toEqual([
      ['Book', project.mark('total').line, 3],
      ['Desk', project.mark('record').line, 2],
      ['Market', project.mark('settle').line, 1],
      ['Account', expect.any(Number), 0],
    ]);
    expect(debug.stack()[2]?.call).toBe('trade(order: Sell((9, 2)))');
    expect([values(debug)['amount'], values(debug, 1)['amount'], values(debug, 2)['number']]).toEqual([
      '7',
      '7',
      expect.stringMatching(/^\d+$/),
    ]);
    expect(debug.gasLeft).toBeGreaterThan(0n);
    expect(inspect(debug.locals())).toContain("name: 'amount', type: 'u64', text: '7', members: []");
  });

  test('shows storage and events as they are at each moment, also backwards', async () => {
    const debug = await box.debug(await send([0n, 21n]));
    const total = () => debug.storage().find(({ path }) => path === 'total');
    expect([debug.storage(), debug.events()]).toEqual([[], []]);
    goTo(debug, 'total');
    expect(total()).toBeUndefined();
    debug.stepOver();
    const written = total()!;
    expect(written.after - written.before).toBe(21n);
    expect(new Set(debug.storage().map(({ contractAddress }) => contractAddress))).toContain(market);
    expect(debug.position?.contractAddress).toMatch(/^0x[0-9a-f]+$/);
    expect(debug.storage().map(({ contractName, path }) => `${contractName}.${path}`)).toEqual([
      'Market.trades',
      'Desk.settled[21]',
      'Book.total',
    ]);
    debug.stepBack();
    expect(place(debug)).toBe(`book.cairo:${project.mark('total').line}`);
    expect(total()).toBeUndefined();
    debug.breakOn('event');
    debug.continue();
    expect([debug.reason, place(debug)]).toEqual(['event', `market.cairo:${project.mark('event').line}`]);
    expect(debug.events()).toEqual([]);
    debug.stepOver();
    expect(debug.events().map(({ text }) => text.replace(/\d+/g, 'N'))).toEqual(['Traded(number: N, price: N)']);
    debug.breakOn('storage');
    debug.reverse();
    expect([debug.reason, place(debug)]).toEqual(['event', `market.cairo:${project.mark('event').line}`]);
    debug.reverse();
    expect([debug.reason, place(debug)]).toEqual(['storage', `book.cairo:${project.mark('total').line}`]);
  });

  test('stops where a panic starts, four calls deep', async () => {
    const debug = await box.debug(await send([0n, 13n]));
    debug.breakOn('panic');
    debug.continue();
    expect([debug.reason, place(debug)]).toEqual(['panic', `book.cairo:${project.mark('panic').line}`]);
    expect(debug.panic).toBe('"13 is unlucky"');
    expect(debug.stack().map(({ contractName }) => contractName)).toEqual([
      'Book',
      'Book',
      'Desk',
      'Market',
      'Account',
    ]);
    expect(values(debug, 1)['amount']).toBe('13');
    // Its writes are still there at this moment, and dropped at the end.
    expect(debug.storage().map(({ path }) => path)).toContain('trades');
    debug.clearBreakpoints();
    debug.continue();
    expect(debug.storage().map(({ path }) => path)).not.toContain('trades');
  });
});

describe('steps', () => {
  test('go into, over and out of functions and contracts, and back the same way', async () => {
    const debug = await box.debug(await send([0n, 6n]));
    goTo(debug, 'settle');
    const start = debug.moment;
    debug.stepIn();
    expect(debug.position?.contractName).toBe('Desk');
    debug.stepOut();
    expect(place(debug)).toBe(`market.cairo:${project.mark('settle').line}`);
    debug.goTo(start);
    debug.stepOver();
    expect(place(debug)).toBe(`market.cairo:${project.mark('event').line}`);
    debug.stepBack();
    expect([debug.moment, debug.reason]).toEqual([start, 'step']);
  });

  test('back undo steps forward, line by line, through the whole call', async () => {
    const debug = await debugCall('show', SHOW);
    const forward = [debug.moment];
    while (debug.stepOver()) forward.push(debug.moment);
    const back: number[] = [];
    while (debug.stepBack() && debug.reason === 'step') back.unshift(debug.moment);
    expect(forward.length).toBeGreaterThan(15);
    expect(back).toEqual(forward);
  });

  test('over a loop visit its iterations one after the other', async () => {
    const debug = await debugCall('spin', [4n]);
    goTo(debug, 'spin');
    const seen = [values(debug)['i']];
    for (let n = 0; n < 40 && !debug.isAtEnd; n++) {
      debug.stepOver();
      if (debug.position?.line === project.mark('spin').line) seen.push(values(debug)['i']);
    }
    expect(seen).toEqual(['0', '1', '2', '3']);
  });

  test('end behind the last line and begin at the first', async () => {
    const debug = await debugCall('spin', [1n]);
    expect(debug.reason).toBe('start');
    const first = debug.moment;
    debug.continue();
    expect([debug.isAtEnd, debug.position, debug.stack(), debug.locals(), debug.gasLeft]).toEqual([
      true,
      undefined,
      [],
      [],
      undefined,
    ]);
    debug.reverse();
    expect([debug.moment, debug.reason]).toEqual([first, 'start']);
  });
});

describe('contracts without source', () => {
  test('are stepped through by Sierra statement, with the types of their variables', async () => {
    const { transactionHash } = await box.strk.write.transfer('0x99', 5n, { from: box.accounts[0]! });
    const debug = await box.debug(transactionHash);
    expect(debug.position).toMatchObject({ file: undefined, contractName: 'Account' });
    const lines = new Set<number>();
    for (let n = 0; n < 20; n++) lines.add(debug.stepIn()!.line);
    expect(lines.size).toBeGreaterThan(5);
    expect(debug.locals().every(({ name }) => /^\[\d+\]$/.test(name))).toBe(true);
    debug.continue();
    expect(debug.storage().some(({ path }) => path?.startsWith('ERC20_balances'))).toBe(true);
  });

  test('of Cairo 0 are stepped through by instruction', async () => {
    const old = await Sandbox.create({ seed: 7, accounts: 1, accountClass: 'cairo0' });
    const { transactionHash } = await old.strk.write.transfer('0x99', 5n, { from: old.accounts[0]! });
    const debug = await old.debug(transactionHash);
    expect(debug.moments).toBeGreaterThan(500);
    debug.stepIn();
    expect(debug.position?.file).toBeUndefined();
    debug.continue();
    expect(debug.storage().length).toBeGreaterThan(0);
    await old.close();
  });
});

test('a transaction and a contract that do not exist are errors that name them', async () => {
  await expect(box.debug('0x1234')).rejects.toThrow(/not found/i);
  await expect(box.debug({ call: { to: '0x1234', entryPoint: 'f', calldata: [] } })).rejects.toThrow(/not found/i);
});
