import { describe, expect, test } from 'vitest';
import { key } from '../../../test/support/calls/harness.ts';
import { SyscallBench } from '../../../test/support/calls/syscallBench.ts';
import { feltOfAscii } from '../../felt/felt.ts';
import { ZERO_KEY } from '../../felt/key.ts';

const OUT_OF_GAS = feltOfAscii('Out of gas');
const failed = (reason: string, gas: number) => ({ kind: 'failed', gas, reason: [feltOfAscii(reason)] });

describe('storage', () => {
  test('reads and writes are charged without the base cost, which compiled code has paid', () => {
    const bench = new SyscallBench();
    expect(bench.run('StorageWrite', [0, 5, 77], 100_000)).toEqual({ kind: 'ok', gas: 100_000 - 49_970, cells: [] });
    expect(bench.run('StorageRead', [0, 5], 100_000)).toEqual({ kind: 'ok', gas: 100_000 - 14_070, cells: [77n] });
    expect(bench.run('StorageRead', [0, 6])).toMatchObject({ cells: [0n] });
    expect([...bench.frame.usages]).toEqual([
      ['StorageWrite', { count: 1, felts: 0 }],
      ['StorageRead', { count: 2, felts: 0 }],
    ]);
  });

  test('a call with too little gas fails without an effect and charges nothing, but its usage is counted', () => {
    const bench = new SyscallBench();
    expect(bench.run('StorageWrite', [0, 5, 77], 49_969)).toEqual({
      kind: 'failed',
      gas: 49_969,
      reason: [OUT_OF_GAS],
    });
    expect(bench.world.state.storageAt(key(0xc0), key(5))).toBe(ZERO_KEY);
    expect(bench.frame.usages.get('StorageWrite')!.count).toBe(1);
    expect(bench.context.lastGas).toBe(1_110_000_000);
    expect(bench.run('StorageWrite', [0, 5, 77], 49_970)).toEqual({ kind: 'ok', gas: 0, cells: [] });
    expect(bench.context.lastGas).toBe(0);
  });

  test('the gas of a frame metered in steps is not recorded for reverts', () => {
    const bench = new SyscallBench({ tracked: 'CairoSteps' });
    expect(bench.run('StorageRead', [0, 5], 100_000)).toMatchObject({ gas: 85_930 });
    expect(bench.context.lastGas).toBe(1_110_000_000);
  });

  test('another domain and a key of 252 bits are errors', () => {
    const bench = new SyscallBench();
    expect(bench.run('StorageRead', [12, 5])).toEqual({ kind: 'error', text: 'Invalid address domain: 12.' });
    expect(new SyscallBench().run('StorageWrite', [0, 2n ** 251n, 1])).toEqual({
      kind: 'error',
      text: `Out of range [0x0, 0x8${'0'.repeat(62)}).`,
    });
    expect(new SyscallBench().run('StorageWrite', [0, 2n ** 251n - 1n, 1])).toMatchObject({ kind: 'ok' });
  });
});

describe('events and messages', () => {
  test('are numbered within their phase', () => {
    const bench = new SyscallBench();
    expect(bench.run('EmitEvent', [[1, 2], [3]], 5)).toEqual({ kind: 'ok', gas: 5, cells: [] });
    bench.run('EmitEvent', [[], []]);
    expect(bench.run('SendMessageToL1', [0xe0, [9, 8]], 10_000)).toEqual({ kind: 'ok', gas: 6_030, cells: [] });
    expect(bench.frame.events).toEqual([
      { order: 0, keys: [key(1), key(2)], data: [key(3)] },
      { order: 1, keys: [], data: [] },
    ]);
    expect(bench.frame.messages).toEqual([{ order: 0, toAddress: key(0xe0), payload: [key(9), key(8)] }]);
    expect(bench.frame.usages.get('SendMessageToL1')).toEqual({ count: 1, felts: 2 });
  });

  test('have limits, which are checked in the order number, keys, data', () => {
    const many = (count: number) => Array.from({ length: count }, () => 1);
    const bench = new SyscallBench();
    bench.context.eventCount = 1000;
    expect(bench.run('EmitEvent', [many(51), many(301)])).toEqual({
      kind: 'error',
      text: 'Exceeded the maximum number of events, number events: 1001, max number events: 1000.',
    });
    expect(new SyscallBench().run('EmitEvent', [many(51), many(301)])).toEqual({
      kind: 'error',
      text: 'Exceeded the maximum keys length, keys length: 51, max keys length: 50.',
    });
    expect(new SyscallBench().run('EmitEvent', [many(50), many(301)])).toEqual({
      kind: 'error',
      text: 'Exceeded the maximum data length, data length: 301, max data length: 300.',
    });
    expect(new SyscallBench().run('EmitEvent', [many(50), many(300)])).toMatchObject({ kind: 'ok' });
  });

  test('a message must go to an address of at most 160 bits', () => {
    expect(new SyscallBench().run('SendMessageToL1', [2n ** 160n, []])).toEqual({
      kind: 'error',
      text: 'Out of range 1461501637330902918203684832716283019655932542976.',
    });
    expect(new SyscallBench().run('SendMessageToL1', [2n ** 160n - 1n, []])).toMatchObject({ kind: 'ok' });
  });

  test('an empty span may be two zeros, but other felts are an error', () => {
    expect(new SyscallBench().run('EmitEvent', [0, 0, [1]])).toMatchObject({ kind: 'ok' });
    expect(new SyscallBench().run('EmitEvent', [0, 1, [1]])).toEqual({
      kind: 'error',
      text: 'Expected relocatable at address 3:2',
    });
  });
});

describe('classes', () => {
  test('a contract can replace its class by another declared class', () => {
    const bench = new SyscallBench();
    bench.world.declare(0x77, bench.frame.runnable);
    expect(bench.run('ReplaceClass', [0x77], 100)).toEqual({ kind: 'ok', gas: 100, cells: [] });
    expect(bench.world.state.classHashAt(key(0xc0))).toBe(key(0x77));
    expect(bench.run('GetClassHashAt', [0xc0])).toMatchObject({ cells: [0x77n] });
    expect(bench.run('GetClassHashAt', [0xdead])).toMatchObject({ cells: [0n] });
  });

  test('a contract cannot replace its class by an undeclared or a Cairo 0 class', () => {
    const bench = new SyscallBench();
    expect(bench.run('ReplaceClass', [0x777])).toEqual({
      kind: 'error',
      text: `Class with hash 0x${'777'.padStart(64, '0')} is not declared.`,
    });
    const old = new SyscallBench();
    old.world.declare(0x10, { ...old.frame.runnable, kind: 'cairo0' });
    expect(old.run('ReplaceClass', [0x10])).toEqual({
      kind: 'error',
      text: 'Cannot replace V1 class hash with V0 class hash: 16.',
    });
  });

  test('a validation may not ask for the class of a contract', () => {
    expect(new SyscallBench({ mode: 'Validate' }).run('GetClassHashAt', [0xc0])).toEqual({
      kind: 'error',
      text: 'Unauthorized syscall get_class_hash_at in execution mode Validate.',
    });
  });
});

describe('block hashes', () => {
  test('are available for blocks that are at least ten blocks back', () => {
    const bench = new SyscallBench();
    bench.world.cells.set(key(1) + key(2_040), key(0xb10c));
    expect(bench.run('GetBlockHash', [2_040], 1_000)).toEqual({ kind: 'ok', gas: 190, cells: [0xb10cn] });
    expect(bench.run('GetBlockHash', [2_041], 1_000)).toEqual(failed('Block number out of range', 190));
  });

  test('of recent blocks are an error in a validation, and so is a number of more than 64 bits', () => {
    expect(new SyscallBench({ mode: 'Validate' }).run('GetBlockHash', [2_041])).toEqual({
      kind: 'error',
      text: 'Unauthorized syscall get_block_hash on recent blocks in execution mode Validate.',
    });
    expect(new SyscallBench().run('GetBlockHash', [2n ** 64n])).toEqual({
      kind: 'error',
      text: 'Invalid syscall input: 0x10000000000000000; Block number must fit within 64 bits.',
    });
  });
});

describe('a request', () => {
  test('with an unknown selector, a Cairo 0 selector or a gas counter of more than 64 bits is an error', () => {
    expect(new SyscallBench().run('Nothing')).toEqual({
      kind: 'error',
      text: 'Invalid syscall selector: 0x4e6f7468696e67.',
    });
    expect(new SyscallBench().run('GetCallerAddress')).toEqual({
      kind: 'error',
      text: 'Unknown Hint: Unsupported syscall selector GetCallerAddress.',
    });
    expect(new SyscallBench().run('GetExecutionInfo', [], 2n ** 64n)).toEqual({
      kind: 'error',
      text: 'Invalid syscall input: 0x10000000000000000; Unexpected gas.',
    });
  });

  test('that is incomplete is an error', () => {
    expect(new SyscallBench().run('StorageRead', [0])).toEqual({
      kind: 'error',
      text: 'Unknown memory cell at address 3:3',
    });
  });
});
