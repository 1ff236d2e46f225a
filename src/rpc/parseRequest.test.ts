import { expect, test } from 'vitest';
import fc from '../../test/support/properties.ts';
import { parseJson } from '../json/parseJson.ts';
import { requestJson } from '../protocol/limits.ts';
import { parseRequest } from './parseRequest.ts';

const outcome = (read: () => unknown): unknown => {
  try {
    return { value: read() };
  } catch (error) {
    return String(error);
  }
};

test('a short request is read as any other text, whether it is of a known form or not', () => {
  const scalar = fc.constantFrom(
    '"0x1"',
    '"latest"',
    '7',
    '007',
    '0',
    'true',
    'null',
    '1e5',
    '12345678901234567890',
    '"é"',
  );
  const name = fc.constantFrom('"a"', '"b"', '"c"', '"\\u0061"', '"__proto__"');
  const value = fc.oneof(
    scalar,
    scalar.map((inner) => `{"n":${inner}}`),
    fc.constantFrom('[]', '{}', '{"n":1,"n":2}', '[[]]'),
  );
  const members = fc.array(fc.tuple(name, value), { maxLength: 4 }).map((list) => list.map((pair) => pair.join(':')));
  const params = fc.oneof(
    members.map((list) => `{${list.join(',')}}`),
    fc.array(value, { maxLength: 5 }).map((list) => `[${list.join(',')}]`),
  );
  const envelope = fc.constantFrom(
    '"jsonrpc":"2.0","id":1,',
    '"id":7,"jsonrpc":"2.0",',
    '"id":01,"jsonrpc":"2.0",',
    '"id":1,"id":2,',
  );
  const request = fc
    .tuple(envelope, params, fc.constantFrom('', ' ', ',"id":3'))
    .map(([start, inner, end]) => `{${start}"method":"starknet_call","params":${inner}${end}}`);
  fc.assert(
    fc.property(request, (text) => {
      const expected = outcome(() => parseJson(text, requestJson));
      expect(outcome(() => parseRequest(text))).toEqual(expected);
      expect(outcome(() => parseRequest(new TextEncoder().encode(text)))).toEqual(expected);
    }),
    { numRuns: 2000 },
  );
});
