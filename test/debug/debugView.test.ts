// devnet_debugTransaction: a client says where it is in a transaction and where it goes.
import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Sandbox } from '../../src/index.ts';
import { DebuggingProject } from '../support/debugging.ts';

const project = new DebuggingProject();
let box: Sandbox;
let hash: `0x${string}`;

beforeAll(async () => {
  box = await Sandbox.create({ seed: 7, accounts: 1, artifacts: [project.artifacts] });
  const market = await project.deploy(box);
  const trade = (...calldata: bigint[]) => ({ to: market, entryPoint: 'trade', calldata });
  ({ transactionHash: hash } = await box.execute([trade(0n, 5n), trade(1n, 9n, 2n)]));
});
afterAll(async () => {
  await box.close();
  project.remove();
});

const ask = (more: object = {}) => box.request('devnet_debugTransaction', { transaction_hash: hash, ...more });

test('steps forward and back come to the same moments, with the source around them', async () => {
  const start = await ask();
  const [frame] = start.stack;
  expect(frame).toMatchObject({ contract_name: 'Market', call: 'trade(order: Buy(5))', call_depth: 1 });
  expect(start.source).toMatchObject({ name: frame!.file, is_listing: false, first_line: 1 });
  expect(start.source!.lines[frame!.line - 1]).toMatch(/fn trade|trades\.read/);
  const inside = await ask({ moment: start.moment, move: 'in' });
  expect(inside.moment).toBeGreaterThan(start.moment);
  expect((await ask({ moment: inside.moment, move: 'back_in' })).moment).toBe(start.moment);
  const again = await ask({ moment: inside.moment });
  expect([again.moment, again.stack]).toEqual([inside.moment, inside.stack]);
  // Between two lines a moment stays as it is, unless a line is asked for.
  expect((await ask({ moment: start.moment + 1 })).moment).toBe(start.moment + 1);
  expect((await ask({ moment: start.moment + 1, move: 'line' })).moment).toBeGreaterThan(start.moment + 1);
});

test('a run stops at lines with a condition and at storage writes, with all that is known there', async () => {
  const { file, line } = project.mark('total');
  const breakpoints = [{ file, line, condition: 'amount == 7' }];
  const found = await ask({ move: 'continue', breakpoints });
  expect([found.reason, found.stack[0]!.line]).toEqual(['breakpoint', line]);
  expect(found.locals.map(({ name, value }) => `${name} = ${value}`)).toEqual(
    expect.arrayContaining(['amount = 7', 'total = 12']),
  );
  expect(found.storage).toContainEqual(
    expect.objectContaining({ contract_name: 'Book', path: 'total', before: '0', after: '5' }),
  );
  expect(found.events.map(({ text }) => text)).toEqual(['Traded(number: 1, price: 6)']);
  expect(BigInt(found.gas_left!)).toBeGreaterThan(0n);
  const before = await ask({ moment: found.moment, move: 'reverse', break_on: ['event'] });
  expect(before.reason).toBe('event');
  // Another client's breakpoints do not stop this one.
  expect(await ask({ moment: found.moment, move: 'continue' })).toMatchObject({ is_at_end: true, stack: [] });
});

test('a cell is found in any spelling of its path, alone or with the name of its contract', async () => {
  const end = 2 ** 31 - 1;
  const lastWrite = (cell: string) => ask({ moment: end, move: 'last_write', cell });
  const { reason, moment } = await lastWrite('Desk.settled[0x5]');
  expect(reason).toBe('storage');
  for (const cell of ['settled[0x05]', 'settled[5]', 'Desk.settled[0x05]', 'Desk.settled[5]'])
    expect(await lastWrite(cell)).toMatchObject({ reason, moment });
  expect((await lastWrite('Book.settled[5]')).reason).toBe('start');
});

test('another frame has its own variables and source, and a contract without source a listing', async () => {
  const { file, line } = project.mark('total');
  const { moment, stack } = await ask({ move: 'continue', breakpoints: [{ file, line }] });
  const desk = await ask({ moment, frame: 1 });
  expect([stack[1]!.contract_name, desk.source!.name]).toEqual(['Desk', stack[1]!.file]);
  expect(desk.locals.map(({ name }) => name)).toContain('before');
  const account = await ask({ moment, frame: stack.length - 1 });
  expect(account.source).toMatchObject({ name: 'Account.sierra', is_listing: true });
  const { first_line, lines } = account.source!;
  expect(lines[stack.at(-1)!.line - first_line]).toMatch(/call_contract_syscall/);
});

test('the timeline has the calls and where things happen', async () => {
  const { timeline, moments } = await ask({ timeline: true });
  const names = timeline!.calls.map(({ contract_name, function_name }) => `${contract_name}.${function_name}`);
  expect(names).toEqual(expect.arrayContaining(['Account.__execute__', 'Market.trade', 'Desk.settle', 'Book.record']));
  for (const { start, end } of timeline!.calls) expect(start < end && end <= moments).toBe(true);
  expect(timeline!.writes.length).toBeGreaterThanOrEqual(6);
  expect([timeline!.events.length > 2, timeline!.panics]).toEqual([true, []]);
});

test('unknown hashes, moves and fields are errors that name them; the other dialect has it too', async () => {
  await expect(box.request('devnet_debugTransaction', { transaction_hash: '0x1234' })).rejects.toThrow(/not found/i);
  await expect(ask({ move: 'sideways' })).rejects.toThrow('sideways');
  await expect(ask({ breakpoints: [{ file: 'x'.repeat(1001), line: 1 }] })).rejects.toThrow(
    'file has 1001 characters, and may have at most 1000',
  );
  const other = await box.request('sandbox_debugTransaction', { transaction_hash: hash, moment: 2 ** 31 - 1 });
  expect([other.is_at_end, other.moment]).toEqual([true, other.moments]);
});

test('watched expressions have values, or the reason why they have none', async () => {
  const { file, line } = project.mark('total');
  const found = await ask({
    move: 'continue',
    breakpoints: [{ file, line, condition: 'amount == 7' }],
    watch: ['amount', 'total > 11', 'nothing'],
  });
  expect(found.watches.map(({ name, value, fault }) => [name, value, fault])).toEqual([
    ['amount', '7', null],
    ['total > 11', 'true', null],
    ['nothing', '', 'There is no variable nothing here.'],
  ]);
  await expect(ask({ watch: Array(101).fill('x') })).rejects.toThrow('at most 100');
});

test('breakpoints log without stopping, and say why a condition could not be evaluated', async () => {
  const { file, line } = project.mark('total');
  const logged = await ask({ move: 'continue', breakpoints: [{ file, line, log: 'amount is {amount}' }] });
  expect(logged.is_at_end).toBe(true);
  expect(logged.messages).toContain('amount is 5');
  // A loop can write long messages without end.
  const long = Array.from({ length: 200 }, () => ({ file, line, log: 'x'.repeat(900) }));
  const { messages } = await ask({ move: 'continue', breakpoints: long });
  expect([messages.length, Math.max(...messages.map((each) => each.length))]).toEqual([100, 500]);
  const unfit = await ask({ move: 'continue', breakpoints: [{ file, line, condition: 'nothing > 3' }] });
  expect([unfit.reason, unfit.messages.join()]).toEqual(['breakpoint', expect.stringContaining('nothing')]);
});

test('goes back to the line that gave a variable its value, and to the last write of storage', async () => {
  const { file, line } = project.mark('total');
  const here = await ask({ move: 'continue', breakpoints: [{ file, line, condition: 'amount == 7' }] });
  const back = (more: object) => ask({ moment: here.moment, move: 'last_write', ...more });
  const total = await back({ variable: 'total' });
  expect([total.stack[0]!.file, total.moment < here.moment]).toEqual([file, true]);
  expect(total.source!.lines[total.stack[0]!.line - 1]).toMatch(/let total|\+ amount/);
  // A parameter got its value in the line of the call.
  const amount = await back({ variable: 'amount' });
  expect([amount.stack[0]!.contract_name, here.stack[1]!.line]).toEqual(['Desk', amount.stack[0]!.line]);
  const cell = await back({ cell: 'Book.total' });
  expect([cell.reason, cell.stack[0]!.contract_name, cell.moment < total.moment]).toEqual(['storage', 'Book', true]);
  expect(cell.storage.filter(({ path }) => path === 'total')).toEqual([]);
  // Nothing wrote it before.
  expect(await ask({ moment: cell.moment, move: 'last_write', cell: 'Book.total' })).toMatchObject({
    reason: 'start',
    moment: cell.moment,
  });
  await expect(ask({ move: 'last_write' })).rejects.toThrow('order.amount');
});

test('the files of all classes are listed, and each can be read at any moment', async () => {
  const { timeline } = await ask({ timeline: true });
  const names = timeline!.files.map(({ name, contracts }) => `${name.split('/').at(-1)} ${contracts.join()}`);
  expect(names).toEqual(expect.arrayContaining(['book.cairo Book', 'desk.cairo Desk', 'market.cairo Market']));
  const { file, line } = project.mark('total');
  const lines = timeline!.files.find((each) => each.name === file)!.code_lines;
  expect(lines).toContain(line);
  // A breakpoint in a line without code stops at the next one of them.
  const stop = lines.find((each) => each >= 1)!;
  expect(stop).toBeGreaterThan(1);
  expect((await ask({ move: 'continue', breakpoints: [{ file, line: 1 }] })).stack[0]!.line).toBe(stop);
  const { name } = timeline!.files.find(({ contracts }) => contracts.includes('Book'))!;
  expect((await ask({ file: name })).source).toMatchObject({ name, first_line: 1, is_listing: false });
  // Only files that classes of the transaction were built from.
  expect((await ask({ file: '/etc/passwd' })).source).toBeNull();
});

test('a long file is shown in parts, around any line of it', async () => {
  const { timeline } = await ask({ timeline: true });
  const { name } = timeline!.files.find(({ contracts }) => contracts.includes('Desk'))!;
  const text = readFileSync(name, 'utf8');
  const count = text.split('\n').length + 1_500;
  writeFileSync(name, `${text}${Array.from({ length: 1_500 }, (_, i) => `\n// ${i}`).join('')}`);
  const shown = async (line?: number) => {
    const { source } = await ask({ file: name, ...(line !== undefined && { line }) });
    expect([source!.lines.length, source!.line_count]).toEqual([600, count]);
    return source!.first_line;
  };
  expect(await shown()).toBe(1);
  expect(await shown(901)).toBe(601);
  // Behind the end: the last lines.
  expect(await shown(5_000)).toBe(count - 599);
  writeFileSync(name, text);
});
