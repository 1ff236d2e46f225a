import { num, outsideExecution, typedData } from 'starknet';
import { expect, test } from 'vitest';
import { toFelt } from '../felt/felt.ts';
import { type OutsideExecution, outsideExecutionIn, typedDataOf } from './outsideExecution.ts';
import { outsideExecutionHash } from './outsideHash.ts';
import { executeParams } from './requests.ts';

const CHAIN = toFelt(0x534e5f5345504f4c4941n);
const ACCOUNT = toFelt(0x1234n);
const execution = (version: 1 | 2): OutsideExecution => ({
  version,
  caller: toFelt(0xabcn),
  nonce: toFelt(0x77n),
  executeAfter: 1n,
  executeBefore: 2_000_000_000n,
  calls: [
    { to: toFelt(5), selector: toFelt(6), calldata: [toFelt(7), toFelt(8)] },
    { to: toFelt(9), selector: toFelt(10), calldata: [] },
  ],
});

test.each([1, 2] as const)(
  'the hash of version %i is the one that starknet.js signs, of our typed data and of its own',
  (version) => {
    const hash = outsideExecutionHash(execution(version), ACCOUNT, CHAIN);
    const ours = typedDataOf(execution(version), CHAIN);
    expect(BigInt(typedData.getMessageHash(ours as never, num.toHex(ACCOUNT)))).toBe(hash);
    const options = { caller: '0xabc', execute_after: 1, execute_before: 2_000_000_000 };
    const calls = [
      { contractAddress: '0x5', entrypoint: 'transfer', calldata: ['0x7', '0x8'] },
      { contractAddress: '0x9', entrypoint: 'approve', calldata: [] },
    ];
    const theirs = outsideExecution.getTypedData(num.toHex(CHAIN), options, '0x77', calls, String(version) as never);
    const read = executeParams({
      transaction: {
        type: 'invoke',
        invoke: { user_address: '0x1234', typed_data: JSON.parse(JSON.stringify(theirs)), signature: [] },
      },
      parameters: { version: '0x1', fee_mode: { mode: 'sponsored' } },
    });
    const given = outsideExecutionIn(read.transaction.invoke!.typedData);
    expect(outsideExecutionHash(given, ACCOUNT, CHAIN)).toBe(
      BigInt(typedData.getMessageHash(theirs, num.toHex(ACCOUNT))),
    );
    expect(given).toMatchObject({ version, caller: 0xabcn, nonce: 0x77n, executeBefore: 2_000_000_000n });
  },
);
