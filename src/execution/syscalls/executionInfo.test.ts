import { describe, expect, test } from 'vitest';
import { felt, key, TRANSACTION } from '../../../test/support/calls/harness.ts';
import { SyscallBench } from '../../../test/support/calls/syscallBench.ts';
import type { Cell } from '../../cairo/machine.ts';
import { ZERO_KEY } from '../../felt/key.ts';
import type { TransactionInfo } from '../transactionInfo.ts';

/** Reads the whole execution info: block, transaction (spans as lists) and the remaining cells. */
function read(bench: SyscallBench) {
  const outcome = bench.run('GetExecutionInfo');
  if (outcome.kind !== 'ok') throw new Error(outcome.kind);
  const [block, transaction, ...own] = bench.cells(outcome.cells[0]!, 5);
  const cells = bench.cells(transaction!, 19);
  const span = (at: number) => (cells[at] === 0n ? 'none' : bench.span(cells[at]!, cells[at + 1]!));
  return {
    block: bench.felts(block!, 3),
    head: cells.slice(0, 3),
    signature: span(3),
    middle: cells.slice(5, 8),
    bounds: span(8),
    tip: cells[10],
    paymaster: span(11),
    modes: cells.slice(13, 15),
    deployment: span(15),
    facts: span(17),
    own,
    pointer: outcome.cells[0] as Cell,
  };
}

const v3 = TRANSACTION.v3!;
const BOUNDS = ['L1_GAS', 100, 200, 'L2_GAS', 101, 201, 'L1_DATA', 102, 202].map(felt);

describe('execution info', () => {
  test('shows the block, the transaction and the call', () => {
    const transaction: TransactionInfo = {
      ...TRANSACTION,
      v3: {
        ...v3,
        nonceDaMode: 1,
        paymasterData: [key(1)],
        accountDeploymentData: [key(2), key(3)],
        proofFacts: [key(4)],
      },
    };
    const { pointer: _, ...info } = read(new SyscallBench({ transaction }));
    expect(info).toEqual({
      block: [2_050n, 1_700_003_700n, 0x1000n],
      head: [3n, 0xaccn, 0n],
      signature: [11n, 12n],
      middle: [0x4a54n, felt('SN_SEPOLIA'), 7n],
      bounds: BOUNDS,
      tip: 5n,
      paymaster: [1n],
      modes: [1n, 0n],
      deployment: [2n, 3n],
      facts: [4n],
      own: [0xca11e4n, 0xc0n, 1n],
    });
  });

  test('rounds the block for a validation and hides the sequencer', () => {
    expect(read(new SyscallBench({ mode: 'Validate' })).block).toEqual([2_000n, 1_700_002_800n, 0n]);
  });

  test('has zeros in the later fields for transactions of version 0', () => {
    const { v3: _, ...old } = TRANSACTION;
    const info = read(new SyscallBench({ transaction: { ...old, version: ZERO_KEY } }));
    expect(info).toMatchObject({ head: [0n, 0xaccn, 0n], bounds: 'none', tip: 0n, paymaster: 'none', facts: 'none' });
  });

  test('shows version 1 to accounts written for it, while the tip is small', () => {
    const classHash = 0x1a736d6ed154502257f02b1ccdf4d9d1089f80811cd6acad48e6b6a9d1f2003n;
    const version = (tip: bigint, onlyQuery: boolean) =>
      read(new SyscallBench({ classHash, transaction: { ...TRANSACTION, onlyQuery, v3: { ...v3, tip } } })).head[0];
    expect(version(0x746a5288000n, false)).toBe(1n);
    expect(version(0n, true)).toBe(2n ** 128n + 1n);
    expect(version(0x746a5288001n, false)).toBe(3n);
  });

  test('shows only two bounds to accounts that cannot read the third', () => {
    const classHash = 0x2c8c7e6fbcfb3e8e15a46648e8914c6aa1fc506fc1e7fb3d1e19630716174bcn;
    expect(read(new SyscallBench({ classHash })).bounds).toEqual(BOUNDS.slice(0, 6));
  });

  test('is written once per frame, with its segments in the order of the network', () => {
    const bench = new SyscallBench();
    const { pointer } = read(bench);
    expect(read(bench).pointer).toBe(pointer);
    const [block, transaction] = bench.cells(pointer, 2);
    const cells = bench.cells(transaction!, 19);
    const order = [block!, cells[3]!, cells[8]!, cells[11]!, cells[15]!, cells[17]!, transaction!, pointer];
    expect(order.map((cell) => bench.segment(cell))).toEqual([6, 7, 8, 9, 10, 11, 12, 13]);
  });
});
