import { expect, test, vi } from 'vitest';
import { entryOf } from '../../../test/support/cairo/assembler.ts';
import { spin } from '../../../test/support/cairo/programs.ts';
import { nextTurn } from '../../async/turns.ts';
import type { CasmHint } from '../../cairo/casm.ts';
import type { LoadedProgram } from '../../cairo/program.ts';
import { MachinePool } from '../../cairo/wasm/machinePool.ts';
import { MachineExecutor } from './machineExecutor.ts';

/** A program that counts how often its hints are read. */
function countedProgram(hints: ReadonlyMap<number, readonly CasmHint[]>) {
  const reads = { count: 0 };
  const program: LoadedProgram = {
    ...spin(),
    get hints() {
      reads.count++;
      return hints;
    },
  };
  return { program, reads };
}

test('a program is read and decoded some turns later, and its first run does not decode it again', async () => {
  const pool = new MachinePool();
  const { program, reads } = countedProgram(new Map());
  const read = vi.fn(() => program);
  new MachineExecutor(pool).prepareLater(read);
  // The declaration is answered meanwhile.
  await nextTurn();
  expect(read).not.toHaveBeenCalled();
  while (pool.counts.idle === 0) await nextTurn();
  expect(reads.count).toBe(1);
  pool.acquireNow().begin(entryOf(program));
  expect(reads.count).toBe(1);
});

test('a program that cannot be decoded is reported by its first run only', async () => {
  const pool = new MachinePool();
  const { program } = countedProgram(new Map([[0, ['NoSuchHint']]]));
  new MachineExecutor(pool).prepareLater(() => program);
  while (pool.counts.idle === 0) await nextTurn();
  const machine = pool.acquireNow();
  expect(() => machine.begin(entryOf(program))).toThrow('NoSuchHint');
});
