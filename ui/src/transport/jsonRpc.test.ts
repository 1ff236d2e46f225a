import { expect, test } from 'vitest';
import { RpcFailure } from './connection.ts';
import { readJson, requestText, resultOf } from './jsonRpc.ts';

test('answers keep all digits of their numbers', () => {
  expect(readJson('{"a":[1,18446744073709551615],"b":"123456789012345678"}')).toEqual({
    a: [1, 18446744073709551615n],
    b: '123456789012345678',
  });
  expect(readJson('[-9007199254740993]')).toEqual([-9007199254740993n]);
});

test('requests keep all digits of their numbers', () => {
  const params = readJson('{"time":18446744073709551615,"list":[1.50,12345678901234567890]}');
  expect(requestText(1, 'm', params)).toBe(
    '{"jsonrpc":"2.0","id":1,"method":"m","params":{"time":18446744073709551615,"list":[1.50,12345678901234567890]}}',
  );
  expect(requestText(1, 'm')).toBe('{"jsonrpc":"2.0","id":1,"method":"m"}');
});

test('damaged JSON is an error', () => {
  for (const text of ['', '{', '{"a":18446744073709551615']) expect(() => readJson(text), text).toThrow(SyntaxError);
});

test('an answer has a result, or an error that says which method failed', () => {
  expect(resultOf('m', { result: [1] })).toEqual([1]);
  expect(resultOf('m', { result: null })).toBeNull();
  const error = { code: 20, message: 'Contract not found', data: 'details' };
  const failing = () => resultOf('starknet_call', { error });
  expect(failing).toThrow(RpcFailure);
  expect(failing).toThrow(expect.objectContaining({ ...error, method: 'starknet_call' }));
});
