import { describe, expect, test } from 'vitest';
import { felt, key, TRANSACTION, type Value } from '../../../../test/support/calls/harness.ts';
import { SyscallBench } from '../../../../test/support/calls/syscallBench.ts';
import { toFelt } from '../../../felt/felt.ts';
import { starknetKeccak } from '../../../felt/hash.ts';
import { keyOf } from '../../../felt/key.ts';
import { contractAddress } from '../../hash/address.ts';

const bench = (fields: { mode?: 'Validate' | 'Execute'; classHash?: Value } = {}) =>
  new SyscallBench({ kind: 'cairo0', tracked: 'CairoSteps', ...fields });
const cells = (made: SyscallBench, name: string, parts: Parameters<SyscallBench['run']>[1] = []) => {
  const outcome = made.run(name, parts);
  if (outcome.kind !== 'ok') throw new Error(JSON.stringify(outcome));
  return outcome.cells;
};

describe('Cairo 0 system calls', () => {
  test('read and write storage without gas', () => {
    const made = bench();
    expect(cells(made, 'StorageWrite', [5, 77])).toEqual([]);
    expect(cells(made, 'StorageRead', [5])).toEqual([77n]);
    expect(made.frame.usages.get('StorageRead')).toEqual({ count: 1, felts: 0 });
  });

  test('emit events and send messages', () => {
    const made = bench();
    cells(made, 'EmitEvent', [[1], [2, 3]]);
    cells(made, 'SendMessageToL1', [0xe0, [4]]);
    expect(made.frame.events).toEqual([{ order: 0, keys: [key(1)], data: [key(2), key(3)] }]);
    expect(made.frame.messages).toEqual([{ order: 0, toAddress: key(0xe0), payload: [key(4)] }]);
    expect(made.frame.usages.get('SendMessageToL1')).toEqual({ count: 1, felts: 1 });
    // The address of an empty array is not read.
    expect(bench().run('EmitEvent', [0, 0, [1]])).toMatchObject({ kind: 'ok' });
  });

  test('return block, caller, contract and sequencer', () => {
    const made = bench();
    expect(cells(made, 'GetBlockNumber')).toEqual([2_050n]);
    expect(cells(made, 'GetBlockTimestamp')).toEqual([1_700_003_700n]);
    expect(cells(made, 'GetCallerAddress')).toEqual([0xca11e4n]);
    expect(cells(made, 'GetContractAddress')).toEqual([0xc0n]);
    expect(cells(made, 'GetSequencerAddress')).toEqual([0x1000n]);
    const validation = bench({ mode: 'Validate' });
    expect(cells(validation, 'GetBlockNumber')).toEqual([2_000n]);
    expect(cells(validation, 'GetBlockTimestamp')).toEqual([1_700_002_800n]);
    expect(validation.run('GetSequencerAddress')).toEqual({
      kind: 'error',
      text: 'Unauthorized syscall get_sequencer_address in execution mode Validate.',
    });
  });

  test('return the transaction info, which is written once', () => {
    const made = bench();
    const [info] = cells(made, 'GetTxInfo');
    const fields = made.cells(info!, 8);
    expect(fields.toSpliced(4, 1)).toEqual([3n, 0xaccn, 0n, 2n, 0x4a54n, felt('SN_SEPOLIA'), 7n]);
    expect(made.felts(fields[4]!, 2)).toEqual([11n, 12n]);
    expect(cells(made, 'GetTxInfo')).toEqual([info]);
    expect(cells(made, 'GetTxSignature')).toEqual([2n, fields[4]]);
  });

  test('show version 1 to old accounts', () => {
    const made = bench({ classHash: 0x33434ad846cdd5f23eb73ff09fe6fddd568284a0fb7d1be20ee482f044dabe2n });
    const [info] = cells(made, 'GetTxInfo');
    expect(made.felts(info!, 1)).toEqual([1n]);
    expect(TRANSACTION.v3!.tip).toBeLessThan(10n);
  });

  test('call contracts, libraries and the classes of other contracts', () => {
    const made = bench();
    made.world.deploy(0xd0, 0xd1);
    expect(made.run('CallContract', [0xd0, 9, [1]])).toMatchObject({
      inner: {
        callKind: 'called',
        shownClass: key(0xd1),
        call: { contractAddress: key(0xd0), caller: key(0xc0), calldata: [key(1)] },
      },
    });
    const own = { contractAddress: key(0xc0), classHash: key(0xd1), caller: key(0xca11e4), callType: 'DELEGATE' };
    for (const [name, target, entryPointType] of [
      ['LibraryCall', 0xd1, 'EXTERNAL'],
      ['LibraryCallL1Handler', 0xd1, 'L1_HANDLER'],
      ['DelegateCall', 0xd0, 'EXTERNAL'],
      ['DelegateL1Handler', 0xd0, 'L1_HANDLER'],
    ] as const) {
      const other = bench();
      other.world.deploy(0xd0, 0xd1);
      expect(other.run(name, [target, 9, []])).toMatchObject({
        inner: { callKind: 'library', shownClass: key(0xd1), call: { ...own, entryPointType } },
      });
    }
    expect(bench().run('CallContract', [0xd0, starknetKeccak('__execute__'), []])).toEqual({
      kind: 'error',
      text: 'Calling `__execute__` directly is not allowed.',
    });
    expect(bench({ mode: 'Validate' }).run('CallContract', [0xd0, 9, []])).toEqual({
      kind: 'error',
      text: 'Unauthorized syscall call_contract in execution mode Validate.',
    });
  });

  test('deploy contracts', () => {
    const made = bench();
    const address = contractAddress(toFelt(0xc0), toFelt(5), toFelt(0xd1), [toFelt(7)]);
    expect(made.run('Deploy', [0xd1, 5, [7], 0])).toMatchObject({
      inner: { kind: 'deployment', contractAddress: keyOf(address), calldata: [key(7)] },
    });
    expect(made.frame.usages.get('Deploy')).toEqual({ count: 1, felts: 1 });
    expect(bench({ mode: 'Validate' }).run('Deploy', [0xd1, 5, [], 0])).toMatchObject({ kind: 'error' });
  });

  test('replace the class by any declared one', () => {
    const made = bench();
    made.world.declare(0x77, made.frame.runnable);
    cells(made, 'ReplaceClass', [0x77]);
    expect(made.world.state.classHashAt(key(0xc0))).toBe(key(0x77));
    expect(bench().run('ReplaceClass', [0x777])).toMatchObject({ kind: 'error' });
  });

  test('do not include those of Sierra classes', () => {
    expect(bench().run('GetExecutionInfo')).toEqual({
      kind: 'error',
      text: 'Unknown Hint: Unsupported syscall selector GetExecutionInfo.',
    });
  });
});
