import { expect, test } from 'vitest';
import { RequestMemory, TextGivenUp } from './requestMemory.ts';
import { type MemoryHold, MemoryRefused, WorkMemory } from './workMemory.ts';

const MB = 2 ** 20;

test('work takes memory while there is some, by use, and gives it back', () => {
  const memory = new WorkMemory(100);
  const a = memory.take('traffic', 60)!;
  expect(memory.take('answers', 50)).toBeUndefined();
  const b = memory.take('answers', 40)!;
  expect([memory.usedBy('traffic'), memory.usedBy('answers'), memory.usedBytes]).toEqual([60, 40, 100]);
  expect(b.grow(1)).toBe(false);
  a.shrink(10);
  expect(b.grow(10)).toBe(true);
  a.end();
  b.end();
  expect(memory.usedBytes).toBe(0);
});

test('those who wait are served in their order, urgent ones first, and nobody overtakes them', async () => {
  const memory = new WorkMemory(100);
  const first = memory.take('executions', 80)!;
  const order: string[] = [];
  const wait = (name: string, bytes: number, isUrgent = false) =>
    memory.wait('executions', bytes, { isUrgent }).then((hold) => {
      order.push(name);
      return hold;
    });
  const waiting = [wait('a', 50), wait('b', 60), wait('urgent', 70, true)];
  expect(memory.waiting).toBe(3);
  expect(memory.take('executions', 10)).toBeUndefined();
  first.end();
  for (const next of [waiting[2]!, waiting[0]!, waiting[1]!]) (await next).end();
  expect(order).toEqual(['urgent', 'a', 'b']);
});

test('caches give up what they keep before work is refused', () => {
  const memory = new WorkMemory(100);
  const kept = [30, 30];
  memory.addCache({
    get bytes() {
      return kept.reduce((sum, bytes) => sum + bytes, 0);
    },
    reclaim: () => kept.pop() !== undefined,
  });
  expect(memory.take('answers', 60)).toBeDefined();
  expect(kept).toEqual([30]);
  expect(memory.take('answers', 60)).toBeUndefined();
  expect(kept).toEqual([]);
});

test('what a cache keeps for the work that is under way counts once', () => {
  const memory = new WorkMemory(100);
  let reclaimed = 0;
  memory.addCache({ bytes: 70, servesUse: 'executions', reclaim: () => reclaimed++ < 0 });
  expect(memory.take('executions', 80)).toBeDefined();
  expect(memory.take('traffic', 20)).toBeDefined();
  expect(reclaimed).toBe(0);
});

test('one request at a time gets a large share, and keeps it until it is answered', async () => {
  const memory = new WorkMemory(900 * MB);
  const [a, b] = [new RequestMemory(memory), new RequestMemory(memory)];
  expect(a.tryLarge()).toBe(true);
  expect(b.tryLarge()).toBe(false);
  let isServed = false;
  const served = b.waitLarge(false).then(() => {
    isServed = true;
  });
  await Promise.resolve();
  expect(isServed).toBe(false);
  a.end();
  await served;
  expect(b.isLarge).toBe(true);
  expect(b.keep(10 * MB)).toBe(true);
  expect(b.keptBytes).toBe(10 * MB);
  b.end();
  expect(memory.usedBytes).toBe(0);
});

test('requests that together wait for more than they leave are served, one after the other', async () => {
  const memory = new WorkMemory(832 * MB);
  const sent = [memory.take('traffic', 160 * MB)!, memory.take('traffic', 160 * MB)!];
  const requests = sent.map(() => new RequestMemory(memory));
  const served: number[] = [];
  const waits = requests.map((request, i) => request.waitLarge(false).then(() => served.push(i)));
  await waits[0];
  expect(served).toEqual([0]);
  requests[0]!.end();
  await waits[1];
  expect(served).toEqual([0, 1]);
});

test('a request that waits for more than a small budget has gets a part of it', async () => {
  const memory = new WorkMemory(10 * MB);
  const request = new RequestMemory(memory);
  await request.waitLarge(false);
  expect(request.mostBytes).toBeLessThan(10 * MB);
  const holds: (MemoryHold | undefined)[] = [memory.take('traffic', 2 * MB), memory.take('traffic', 2 * MB)];
  expect(holds.map((hold) => hold !== undefined)).toEqual([true, false]);
});

test('it tells when much of it is taken, and when no longer', () => {
  const memory = new WorkMemory(100);
  const told: boolean[] = [];
  memory.whenBusy((isBusy) => told.push(isBusy));
  const [a, b] = [memory.take('traffic', 10)!, memory.take('executions', 50)!];
  b.shrink(10);
  b.end();
  a.end();
  expect(told).toEqual([true, false]);
});

test('a long text takes memory as it grows, and gives all of it up where it has to wait', async () => {
  const memory = new WorkMemory(100 * MB);
  const [a, b] = [new RequestMemory(memory), new RequestMemory(memory)];
  expect(a.textChars).toBeGreaterThan(0);
  expect(await a.keepText(30 * MB)).toBe(true);
  expect(await b.keepText(10 * MB)).toBe(true);
  expect(memory.usedBy('answers')).toBe(80 * MB);
  const grown = b.keepText(25 * MB);
  expect(memory.usedBytes).toBe(60 * MB);
  a.end();
  // What was written so far has to be written again.
  expect(await grown).toBe(false);
  expect(b.textChars).toBe(25 * MB);
  b.end();
  expect(memory.usedBytes).toBe(0);
});

test('a short text does not wait behind large work', async () => {
  const memory = new WorkMemory(800 * MB);
  const [large, waiting, short, long] = Array.from({ length: 4 }, () => new RequestMemory(memory));
  expect(large!.tryLarge()).toBe(true);
  const served = waiting!.waitLarge(false);
  expect(await short!.keepText(4 * MB)).toBe(true);
  let isLongServed = false;
  const longServed = long!.keepText(10 * MB).then((isKept) => {
    isLongServed = true;
    return isKept;
  });
  await Promise.resolve();
  expect(isLongServed).toBe(false);
  large!.end();
  await served;
  // It had written nothing that counts, so it need not start again.
  expect(await longServed).toBe(true);
});

test('nobody waits for a share with a long text: it is given up, and counted in the share afterwards', async () => {
  const memory = new WorkMemory(800 * MB);
  const [a, b] = [new RequestMemory(memory), new RequestMemory(memory)];
  expect(a.tryLarge()).toBe(true);
  expect(await b.keepText(10 * MB)).toBe(true);
  await expect(b.waitLarge(false)).rejects.toThrow(TextGivenUp);
  expect(memory.usedBy('answers')).toBe(0);
  const served = b.waitLarge(false);
  a.end();
  await served;
  const { usedBytes } = memory;
  expect(await b.keepText(20 * MB)).toBe(true);
  expect(memory.usedBytes).toBe(usedBytes);
  expect(b.keptBytes).toBe(40 * MB);
});

test('memory that is handed over is there for whoever takes it at once, before those who wait', async () => {
  const memory = new WorkMemory(100);
  const held = memory.take('answers', 80)!;
  const traffic = memory.hold('traffic');
  const waiting = memory.wait('executions', 60);
  held.handOver();
  expect(traffic.grow(80)).toBe(true);
  traffic.end();
  expect((await waiting).bytes).toBe(60);
});

test('a cache that gives up nothing, whatever it says, is not asked for ever', () => {
  const memory = new WorkMemory(100);
  let asked = 0;
  memory.addCache({ bytes: 0, reclaim: () => ++asked > 0 });
  let kept = 30;
  memory.addCache({
    get bytes() {
      return kept;
    },
    reclaim: () => (kept -= 10) >= 0,
  });
  expect(memory.take('executions', 100)).toBeDefined();
  expect(kept).toBe(0);
  expect(memory.take('executions', 1)).toBeUndefined();
  expect(asked).toBeLessThan(10);
});

test('whoever is served while a cache gives memory up is served once, and the next one is not forgotten', async () => {
  const memory = new WorkMemory(100);
  const read = memory.take('traffic', 60)!;
  const work = memory.take('executions', 30)!;
  // As a reader that is disconnected when it is slow, and then gives back what it took.
  let isSlow = false;
  memory.addCache({
    bytes: 0,
    reclaim: () => {
      if (!isSlow || read.bytes === 0) return false;
      read.end();
      return true;
    },
  });
  const [first, second] = [memory.wait('executions', 20), memory.wait('executions', 60)];
  isSlow = true;
  work.shrink(1);
  expect((await first).bytes).toBe(20);
  expect([memory.usedBytes, memory.waiting]).toEqual([49, 1]);
  work.end();
  expect((await second).bytes).toBe(60);
  expect([memory.usedBytes, memory.waiting]).toEqual([80, 0]);
});

test('whoever is served while a cache gives memory up for one behind the first disturbs nobody', async () => {
  const memory = new WorkMemory(100);
  const [work, slow] = [memory.take('executions', 10)!, memory.take('traffic', 60)!];
  const keeping = [memory.take('answers', 10)!, memory.take('answers', 10)!];
  // As a reader that is disconnected, and then gives back what it took.
  let isAsked = false;
  memory.addCache({
    bytes: 0,
    servesUse: 'compilations',
    reclaim: () => {
      if (!isAsked || slow.bytes === 0) return false;
      slow.end();
      return true;
    },
  });
  const first = memory.wait('compilations', 95);
  const waits = keeping.map((kept) => memory.wait('executions', 60, { kept }));
  isAsked = true;
  work.end();
  expect([memory.usedBytes, memory.waiting]).toEqual([80, 2]);
  for (const [i, wait] of waits.entries()) {
    (await wait).end();
    keeping[i]!.end();
  }
  expect((await first).bytes).toBe(95);
  expect([memory.usedBytes, memory.waiting]).toEqual([95, 0]);
});

test('what a request keeps becomes a part of its share, and counts with its text', async () => {
  const memory = new WorkMemory(832 * MB);
  const request = new RequestMemory(memory);
  expect(request.keep(300 * MB)).toBe(true);
  expect(request.tryLarge()).toBe(true);
  expect([request.keptBytes, memory.usedBytes]).toEqual([300 * MB, request.mostBytes]);
  expect(request.keep(100 * MB)).toBe(true);
  expect([request.keptBytes, memory.usedBytes]).toEqual([400 * MB, request.mostBytes]);
  expect(request.keep(300 * MB)).toBe(false);
  expect(await request.keepText(150 * MB)).toBe(true);
  expect(memory.usedBytes).toBe(700 * MB);
  await expect(request.keepText(250 * MB)).rejects.toThrow(MemoryRefused);
  request.dropKept();
  expect(await request.keepText(250 * MB)).toBe(true);
  request.end();
  expect(memory.usedBytes).toBe(0);
});

test('who keeps too much beside others that wait does not wait', async () => {
  const memory = new WorkMemory(832 * MB);
  const others = memory.take('executions', 100 * MB)!;
  const [a, b] = [new RequestMemory(memory), new RequestMemory(memory)];
  expect([a.keep(300 * MB), b.keep(300 * MB)]).toEqual([true, true]);
  const served = a.waitLarge(false);
  await expect(b.waitLarge(false)).rejects.toThrow(MemoryRefused);
  await expect(b.keepText(200 * MB)).rejects.toThrow(MemoryRefused);
  b.end();
  others.end();
  await served;
  expect(memory.usedBytes).toBe(a.mostBytes);
});

test('requests that keep something while they wait are served when nobody else uses the memory', async () => {
  const memory = new WorkMemory(832 * MB);
  const others = memory.take('executions', 300 * MB)!;
  memory.take('traffic', 300 * MB);
  const requests = [new RequestMemory(memory), new RequestMemory(memory)];
  for (const request of requests) expect(request.keep(50 * MB)).toBe(true);
  const waits = requests.map((request) => request.waitLarge(false));
  others.end();
  await waits[0];
  expect([requests[0]!.isLarge, requests[1]!.isLarge]).toEqual([true, false]);
  requests[0]!.end();
  await waits[1];
});

test('who keeps much while waiting is served before one for whom that leaves no room', async () => {
  const memory = new WorkMemory(832 * MB);
  const others = memory.take('executions', 300 * MB)!;
  const [first, keeping, urgent] = [new RequestMemory(memory), new RequestMemory(memory), new RequestMemory(memory)];
  expect(keeping.keep(500 * MB)).toBe(true);
  const waits = [first.waitLarge(false), keeping.waitLarge(false), urgent.waitLarge(true)];
  others.end();
  await new Promise((resolve) => setTimeout(resolve));
  expect([first.isLarge, urgent.isLarge, memory.usedBytes]).toEqual([false, false, keeping.mostBytes]);
  keeping.end();
  await waits[2];
  expect([first.isLarge, memory.usedBytes]).toEqual([false, urgent.mostBytes]);
  urgent.end();
  await waits[0];
});

test('who is first is served after those who already waited, however many come after them', async () => {
  const memory = new WorkMemory(832 * MB);
  const others = memory.take('executions', 300 * MB)!;
  const write = new RequestMemory(memory);
  let isServed = false;
  const wait = write.waitLarge(true).then(() => {
    isServed = true;
    write.end();
  });
  let answered = 0;
  const turn = () => new Promise((resolve) => setTimeout(resolve));
  // Clients that keep something, wait for their answer's text, and begin again.
  const clients = Array.from({ length: 12 }, async () => {
    while (!isServed && answered < 200) {
      const request = new RequestMemory(memory);
      if (request.keep(24 * MB)) await request.keepText(10 * MB).then(() => answered++, turn);
      await turn();
      request.end();
      await turn();
    }
  });
  await turn();
  others.end();
  await Promise.all(clients);
  expect(answered).toBeLessThan(200);
  await wait;
});

test('who leaves waits no longer, and those behind are served', async () => {
  const memory = new WorkMemory(100);
  const held = memory.take('executions', 50)!;
  let hasLeft = false;
  const throwIfAborted = () => {
    if (hasLeft) throw new Error('gone');
  };
  const leaving = memory.wait('executions', 80, { signal: { throwIfAborted } });
  const behind = memory.wait('executions', 40);
  expect(memory.waiting).toBe(2);
  hasLeft = true;
  await expect(leaving).rejects.toThrow('gone');
  expect((await behind).bytes).toBe(40);
  held.end();
});
