import { expect, test, vi } from 'vitest';
import { WorkMemory } from '../budget/workMemory.ts';
import { MemoryBudget } from './memoryBudget.ts';

test('shares take of one budget and give back', () => {
  const budget = new MemoryBudget(100);
  const [a, b] = [budget.share(), budget.share()];
  expect(a.take(60)).toBe(true);
  expect(b.take(50)).toBe(false);
  expect(b.take(40)).toBe(true);
  a.give(10);
  expect(b.take(10)).toBe(true);
  a.end();
  b.end();
  expect(budget.usedBytes).toBe(0);
});

test('when it is full, the reader that has taken nothing for longest is cut off', () => {
  vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] });
  try {
    const cut: string[] = [];
    const budget = new MemoryBudget(100);
    const slow = budget.share(() => cut.push('slow'));
    const quick = budget.share(() => cut.push('quick'));
    expect([slow.take(40), quick.take(40)]).toEqual([true, true]);
    vi.advanceTimersByTime(500);
    expect(budget.share().take(50)).toBe(false);
    expect(cut).toEqual([]);
    vi.advanceTimersByTime(3000);
    quick.give(5);
    expect(budget.share().take(60)).toBe(true);
    expect(cut).toEqual(['slow']);
    expect(budget.usedBytes).toBe(95);
  } finally {
    vi.useRealTimers();
  }
});

test('a reader that takes nothing is cut off after a while, one that goes on is not', () => {
  vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] });
  try {
    const cut: string[] = [];
    const budget = new MemoryBudget(100, 30_000);
    budget.share(() => cut.push('stalled')).take(1);
    const steady = budget.share(() => cut.push('steady'));
    steady.take(50);
    for (let i = 0; i < 10; i++) {
      vi.advanceTimersByTime(5000);
      steady.give(1);
    }
    expect(cut).toEqual(['stalled']);
  } finally {
    vi.useRealTimers();
  }
});

test('a client whose request is being answered is not cut off, however long that takes', () => {
  vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] });
  try {
    const cut: string[] = [];
    const budget = new MemoryBudget(100, 30_000);
    const share = budget.share(() => cut.push('waiting'));
    share.take(60);
    share.handle();
    vi.advanceTimersByTime(100_000);
    expect(budget.share().take(60)).toBe(false);
    expect(cut).toEqual([]);
    share.end();
    share.take(60);
    vi.advanceTimersByTime(100_000);
    expect(cut).toEqual(['waiting']);
  } finally {
    vi.useRealTimers();
  }
});

test('a client whose answer took long is not cut off when it is written, though others wait for memory', async () => {
  vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] });
  try {
    const cut: string[] = [];
    const work = new WorkMemory(100);
    const budget = new MemoryBudget(40, 30_000, work);
    const answered = budget.share(() => cut.push('answered'));
    expect(answered.take(10)).toBe(true);
    answered.handle();
    const execution = work.take('executions', 90)!;
    const waiting = work.wait('executions', 50);
    vi.advanceTimersByTime(2000);
    answered.end();
    expect(cut).toEqual([]);
    execution.end();
    expect((await waiting).bytes).toBe(50);
  } finally {
    vi.useRealTimers();
  }
});

test('an answer waits until those before it are read, and no longer when its connection is closed', async () => {
  const budget = new MemoryBudget(100);
  const [first, second] = [budget.share(() => undefined), budget.share(() => undefined)];
  expect(await first.waitForRoom(80, () => true)).toBe(true);
  expect(first.take(80)).toBe(true);
  let isOpen = true;
  const [room, none] = [second.waitForRoom(80, () => true), second.waitForRoom(80, () => isOpen)];
  isOpen = false;
  expect(await none).toBe(false);
  first.give(60);
  expect(await room).toBe(true);
  expect(second.take(80)).toBe(true);
  first.end();
  second.end();
});

test('a client that holds nothing is not cut off, and nobody looks for it for ever', () => {
  vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] });
  try {
    const cut: string[] = [];
    const work = new WorkMemory(100);
    const budget = new MemoryBudget(100, 30_000, work);
    budget.share(() => cut.push('empty')).take(0);
    const kept = work.take('executions', 90)!;
    vi.advanceTimersByTime(10_000);
    expect(work.take('executions', 20)).toBeUndefined();
    expect(budget.share().take(20)).toBe(false);
    kept.end();
    expect(cut).toEqual([]);
  } finally {
    vi.useRealTimers();
  }
});
