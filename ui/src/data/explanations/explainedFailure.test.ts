import { expect, test } from 'vitest';
import { RpcFailure } from '../../transport/connection.ts';
import { explainedFailure } from './explainedFailure.ts';

const failure = (data: unknown) => new RpcFailure('starknet_call', { code: 40, message: 'Contract error', data });

test('the explanation of a call is its reason and the calls', () => {
  const explanation = "The call failed: A.b panicked with 'closed'.\n\nA.b() panicked\n  C.d()\n";
  expect(explainedFailure(failure({ revert_error: {}, explanation }))).toEqual({
    reason: "The call failed: A.b panicked with 'closed'.",
    calls: 'A.b() panicked\n  C.d()',
  });
});

test('other errors have none', () => {
  for (const data of [undefined, null, 'text', {}, { explanation: 7 }, { explanation: '' }])
    expect(explainedFailure(failure(data))).toBeUndefined();
  expect(explainedFailure(new Error('The node does not answer.'))).toBeUndefined();
});
