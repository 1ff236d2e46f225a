import { describe, expect, test } from 'vitest';
import { key, TRANSACTION } from '../../../test/support/calls/harness.ts';
import { SyscallBench } from '../../../test/support/calls/syscallBench.ts';
import { type Felt, feltOfAscii, toFelt } from '../../felt/felt.ts';
import { starknetKeccak } from '../../felt/hash.ts';
import { feltOf, keyOf, ZERO_KEY } from '../../felt/key.ts';
import { contractAddress } from '../hash/address.ts';
import { invokeV0Hash } from '../hash/transactionHash.ts';

const EXECUTE = starknetKeccak('__execute__');
const INVALID_ARGUMENT = [feltOfAscii('Invalid argument')];

describe('calls', () => {
  test('of a contract run its class with the remaining gas', () => {
    const bench = new SyscallBench();
    bench.world.deploy(0xd0, 0xd1);
    expect(bench.run('CallContract', [0xd0, 9, [1, 2]], 100_000)).toEqual({
      kind: 'call',
      gas: 18_640,
      inner: {
        kind: 'call',
        callKind: 'called',
        shownClass: key(0xd1),
        call: {
          contractAddress: key(0xd0),
          classHash: undefined,
          entryPointType: 'EXTERNAL',
          selector: key(9),
          calldata: [key(1), key(2)],
          caller: key(0xc0),
          callType: 'CALL',
          initialGas: 18_640,
        },
      },
    });
  });

  test('of a library have the storage and caller of the frame', () => {
    expect(new SyscallBench().run('LibraryCall', [0xd1, 9, []], 100_000)).toMatchObject({
      gas: 21_340,
      inner: {
        callKind: 'library',
        shownClass: key(0xd1),
        call: { contractAddress: key(0xc0), classHash: key(0xd1), caller: key(0xca11e4), callType: 'DELEGATE' },
      },
    });
  });

  test('of __execute__ fail, and a validation may call only its own contract', () => {
    expect(new SyscallBench().run('CallContract', [0xd0, EXECUTE, []], 100_000)).toEqual({
      kind: 'failed',
      gas: 18_640,
      reason: INVALID_ARGUMENT,
    });
    const text = 'Unauthorized syscall call_contract in execution mode Validate.';
    expect(new SyscallBench({ mode: 'Validate' }).run('CallContract', [0xd0, EXECUTE, []])).toEqual({
      kind: 'error',
      text,
    });
    expect(new SyscallBench({ mode: 'Validate' }).run('CallContract', [0xc0, 9, []])).toMatchObject({ kind: 'call' });
  });
});

describe('deployments', () => {
  test('have an address computed from deployer, salt, class and calldata', () => {
    for (const fromZero of [0, 1]) {
      const bench = new SyscallBench();
      const address = contractAddress(toFelt(fromZero ? 0 : 0xc0), toFelt(5), toFelt(0xd1), [toFelt(7), toFelt(8)]);
      expect(bench.run('Deploy', [0xd1, 5, [7, 8], fromZero], 200_000)).toEqual({
        kind: 'call',
        gas: 200_000 - 137_120 - 2 * 4_850,
        inner: {
          kind: 'deployment',
          classHash: key(0xd1),
          contractAddress: keyOf(address),
          caller: key(0xc0),
          calldata: [key(7), key(8)],
          initialGas: 53_180,
        },
      });
      expect(bench.frame.usages.get('Deploy')).toEqual({ count: 1, felts: 2 });
    }
  });

  test('that run out of gas do not count their calldata', () => {
    const bench = new SyscallBench();
    expect(bench.run('Deploy', [0xd1, 5, [7], 0], 100)).toMatchObject({ kind: 'failed', gas: 100 });
    expect(bench.frame.usages.get('Deploy')).toEqual({ count: 1, felts: 0 });
  });

  test('are refused in validations, and so is a flag that is neither 0 nor 1', () => {
    expect(new SyscallBench({ mode: 'Validate' }).run('Deploy', [0xd1, 5, [], 0])).toEqual({
      kind: 'error',
      text: 'Unauthorized syscall deploy in execution mode Validate.',
    });
    expect(new SyscallBench().run('Deploy', [0xd1, 5, [], 2])).toEqual({
      kind: 'error',
      text: 'Invalid syscall input: 0x2; The deploy_from_zero field in the deploy system call must be 0 or 1.',
    });
  });
});

describe('meta transactions', () => {
  test('show the callee a transaction of version 0', () => {
    for (const onlyQuery of [false, true]) {
      const bench = new SyscallBench({ transaction: { ...TRANSACTION, onlyQuery } });
      const outcome = bench.run('MetaTxV0', [0xd0, EXECUTE, [1, 2], [3]], 200_000);
      expect(outcome).toMatchObject({
        kind: 'call',
        gas: 200_000 - 158_550 - 2 * 4_850,
        inner: { callKind: 'called', call: { contractAddress: key(0xd0), caller: ZERO_KEY } },
      });
      const version = (onlyQuery ? 2n ** 128n : 0n) as Felt;
      const hash = invokeV0Hash(
        version,
        toFelt(0xd0),
        EXECUTE,
        [toFelt(1), toFelt(2)],
        toFelt(0),
        feltOf(bench.context.block.chainId),
      );
      expect(bench.context.transaction).toEqual({
        version: keyOf(version),
        onlyQuery,
        account: key(0xd0),
        maxFee: ZERO_KEY,
        signature: [key(3)],
        hash: keyOf(hash),
        nonce: ZERO_KEY,
      });
    }
  });

  test('can only run __execute__, and never in a validation', () => {
    const bench = new SyscallBench();
    expect(bench.run('MetaTxV0', [0xd0, 1, [], []])).toMatchObject({ kind: 'failed', reason: INVALID_ARGUMENT });
    expect(bench.context.transaction).toBe(TRANSACTION);
    expect(new SyscallBench({ mode: 'Validate' }).run('MetaTxV0', [0xd0, EXECUTE, [], []])).toEqual({
      kind: 'error',
      text: 'Unauthorized syscall meta_tx_v0 in execution mode Validate.',
    });
  });
});
