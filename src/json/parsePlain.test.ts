import { expect, test } from 'vitest';
import fc from '../../test/support/properties.ts';
import { parseJson } from './parseJson.ts';
import { parsePlain } from './parsePlain.ts';

const limits = { depth: 128, values: 1_000_000, digits: 400 };
const bytes = (text: string) => new TextEncoder().encode(text);

/** What the general reader gives; undefined if it refuses the text. */
function general(text: string | Uint8Array): unknown {
  try {
    return parseJson(text, limits);
  } catch {
    return undefined;
  }
}

const TRANSFER = {
  jsonrpc: '2.0',
  id: 12,
  method: 'starknet_addInvokeTransaction',
  params: {
    invoke_transaction: { type: 'INVOKE', signature: ['0x1', '0x2'], tip: '0x0', paymaster_data: [], no: null },
  },
};

test('usual requests are read, also with the blanks of other writers', () => {
  const spaced = JSON.stringify(TRANSFER).replaceAll('":', '": ').replaceAll(',', ', ');
  for (const text of [
    JSON.stringify(TRANSFER),
    spaced,
    JSON.stringify([TRANSFER, TRANSFER]),
    '{}',
    '[]',
    '[{"a":1}]',
  ]) {
    expect(parsePlain(text)).toEqual(JSON.parse(text));
    expect(parsePlain(bytes(text))).toEqual(JSON.parse(text));
  }
});

test.each([
  ['has a member twice', '{"a":1,"a":2}'],
  ['has a member twice, further inside', '{"x":[{"b":{"a":1,"a":1}}]}'],
  ['has a member twice and a blank before a colon, so that the numbers of names agree', '{"a" :1,"b":2,"b":3}'],
  ['has a number that would be rounded', '{"a":12345678901234567890}'],
  ['has a number with a fraction', '{"a":1.0}'],
  ['has a number with an exponent', '[1,2e3]'],
  ['has a negative number, which may be -0', '[-0]'],
  ['has an escape', '{"a":"\\u0061"}'],
  ['has letters beyond ASCII', '{"a":"é"}'],
  ['has a line break', '{"a":\n1}'],
  ['is no object and no list', '"text"'],
  ['is cut off', '{"a":1'],
  ['has a byte order mark', '\ufeff{}'],
  ['is nested deeply', `${'['.repeat(60)}${']'.repeat(60)}`],
  ['is long', `["${'x'.repeat(20_000)}"]`],
])('a text is left to the general reader if it %s', (_, text) => {
  expect(parsePlain(text)).toBeUndefined();
  expect(parsePlain(bytes(text))).toBeUndefined();
});

test('bytes that are no UTF-8 are left to the general reader', () => {
  expect(parsePlain(new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]))).toBeUndefined();
});

test('what is read is what the general reader gives, for any text of these parts', () => {
  const part = fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"',
    '"a"',
    '"b":',
    '":x"',
    ' ',
    '1',
    '-',
    '.5',
    'e',
    '"c" :',
  );
  const pieces = fc.array(part, { maxLength: 12 });
  const members = fc
    .array(
      fc.tuple(
        fc.constantFrom('"a"', '"b"', '"a" ', '":"'),
        fc.constantFrom('1', '":"', '1.5', '{"a":1}', ' 2', '[{"a":1,"a":2}]'),
      ),
    )
    .map((list) => list.map(([name, value]) => `${name}:${value}`).join(','));
  fc.assert(
    fc.property(
      fc.oneof(
        pieces.map((list) => list.join('')),
        members.map((list) => `{${list}}`),
      ),
      (text) => {
        const read = parsePlain(text);
        if (read !== undefined) expect(read).toEqual(general(text));
      },
    ),
    { numRuns: 3000 },
  );
});

test('long texts are left to the general reader, which takes no longer for them', () => {
  const textOf = (chars: number) => JSON.stringify({ a: 'x'.repeat(chars - '{"a":""}'.length) });
  expect(parsePlain(textOf(4096))).toEqual(general(textOf(4096)));
  expect(parsePlain(textOf(4097))).toBeUndefined();
});
