import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { MemoryRefused, workMemory } from '../../src/budget/workMemory.ts';
import { machinePool } from '../../src/cairo/wasm/machinePool.ts';
import { Sandbox } from '../../src/index.ts';
import { limits } from '../../src/protocol/limits.ts';

const greedy = async () => {
  const box = await Sandbox.create({ seed: 1 });
  const contract = await box.deploy(JSON.parse(readFileSync('contracts/classes/greedy.sierra.json', 'utf8')), []);
  return { box, contract };
};

test('calls that pass the same values again and again end at a limit, which the error names', async () => {
  const { box, contract } = await greedy();
  await expect(box.call({ to: contract.address, entryPoint: 'pass', calldata: [10_000n, 50_000n] })).rejects.toThrow(
    `more than ${limits.passedFelts} values`,
  );
  // What real contracts pass is far below.
  expect(await box.call({ to: contract.address, entryPoint: 'pass', calldata: [10n, 5000n] })).toEqual(['0xa']);
  expect(workMemory.usedBytes).toBe(0);
});

test('large executions at once use one large machine, one after the other, and all get the same answer', async () => {
  const { box, contract } = await greedy();
  const call = () => box.call({ to: contract.address, entryPoint: 'multiply', calldata: [100_000n] });
  const alone = await call();
  expect(machinePool.largeBytes).toBeGreaterThan(0);
  const answers = await Promise.all(Array.from({ length: 6 }, call));
  expect(answers).toEqual(Array(6).fill(alone));
  expect(machinePool.counts.lent).toBe(0);
  expect(workMemory.usedBytes).toBe(0);
  expect(workMemory.waiting).toBe(0);
});

test('a large write is executed although large reads wait before it', async () => {
  const { box, contract } = await greedy();
  const reads = Promise.all(
    Array.from({ length: 4 }, () => box.call({ to: contract.address, entryPoint: 'multiply', calldata: [100_000n] })),
  );
  await box.execute({ to: contract.address, entryPoint: 'multiply', calldata: [100_000n] });
  await reads;
  expect(workMemory.usedBytes).toBe(0);
});

test('work that needs more than one request may use ends with an error that names the limit', async () => {
  const { box, contract } = await greedy();
  const before = workMemory.limitBytes;
  workMemory.limitBytes = 48 * 2 ** 20;
  try {
    await expect(box.call({ to: contract.address, entryPoint: 'multiply', calldata: [100_000n] })).rejects.toThrow(
      'bytes of memory, the most that one request may use',
    );
  } finally {
    workMemory.limitBytes = before;
  }
  expect(workMemory.usedBytes).toBe(0);
});

test('work that may not wait for memory ends with an error that says so', async () => {
  const { box, contract } = await greedy();
  const others = workMemory.take('traffic', workMemory.limitBytes / 2)!;
  const wait = vi.spyOn(workMemory, 'wait').mockRejectedValue(new MemoryRefused());
  try {
    await expect(box.call({ to: contract.address, entryPoint: 'multiply', calldata: [100_000n] })).rejects.toThrow(
      'use all memory that there is for them',
    );
  } finally {
    wait.mockRestore();
    others.end();
  }
});
