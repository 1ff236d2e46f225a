import { expect, test, vi } from 'vitest';
import fc from '../../test/support/properties.ts';
import { parseWithTextLists } from './textLists.ts';

/** What might be taken for the structure of the text, or for what stands for a list. */
const text = fc.oneof(
  fc.constantFrom('', '[', ']', ',', ':', '],[', ':[', '0x1f', '[,', 'u00000', '0', '\u007f', 'ä', '😀', '__proto__'),
  fc.constantFrom('"', '\\', '\u0000', '\u00000', '\n', '\\u00000'),
  fc.string(),
);
const plain = text.filter((each) => JSON.stringify(each).length === each.length + 2);

test('gives what JSON.parse gives', () => {
  for (const element of [plain, text])
    fc.assert(
      fc.property(
        fc.letrec<{ value: unknown }>((tie) => ({
          value: fc.oneof(
            { maxDepth: 4 },
            element,
            fc.array(element, { minLength: 60, maxLength: 200 }),
            fc.constantFrom(null, true, 0, -1.5),
            fc.array(tie('value'), { maxLength: 4 }),
            fc.dictionary(element, tie('value'), { maxKeys: 4 }),
          ),
        })).value,
        fc.constantFrom(undefined, 1),
        (value, indent) => {
          const json = JSON.stringify(value, undefined, indent);
          expect(parseWithTextLists(json)).toEqual(JSON.parse(json));
        },
      ),
      { numRuns: 150 },
    );
});

test('a list can be a member called __proto__, an element, or the whole text', () => {
  const list = JSON.stringify(Array.from({ length: 100 }, (_, i) => `0x${i}`));
  for (const json of [list, `[${list},${list}]`, `{"__proto__":${list}}`, `{"a":{"1":${list},"b":0},"0":[]}`]) {
    const value = parseWithTextLists(json);
    expect(JSON.stringify(value)).toBe(JSON.stringify(JSON.parse(json)));
    expect(Object.getPrototypeOf(value)).toBe(Object.getPrototypeOf(JSON.parse(json)));
  }
});

test('JSON.parse does not read the texts of long lists', () => {
  const parse = vi.spyOn(JSON, 'parse');
  const json = JSON.stringify({ calldata: Array.from({ length: 64 }, (_, i) => `0x${i}`), more: 1 });
  parseWithTextLists(json);
  expect(parse.mock.lastCall![0]).toBe('{"calldata":"\\u00000","more":1}');
  const short = JSON.stringify({ calldata: Array.from({ length: 63 }, (_, i) => `0x${i}`) });
  parseWithTextLists(short);
  expect(parse.mock.lastCall![0]).toBe(short);
  parse.mockRestore();
});
