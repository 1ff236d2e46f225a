import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { JsonError, WrittenNumber } from './json.ts';
import { parseJson } from './parseJson.ts';
import { writeJson } from './writeJson.ts';

const read = (text: string) => parseJson(text, 128);

describe('reading JSON', () => {
  test('gives what JSON.parse gives for ordinary texts', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 5 }), (text) => {
        const exact = writeJson(read(text));
        expect(JSON.parse(exact)).toEqual(JSON.parse(text));
      }),
      { numRuns: 300 },
    );
  });

  test('keeps every digit of an integer', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 300n), max: 2n ** 300n }), (value) => {
        const text = `{"a":[${value}]}`;
        expect(writeJson(read(text))).toBe(text);
      }),
      { numRuns: 200 },
    );
  });

  test('keeps fractions and exponents as they were written', () => {
    expect(read('[1e30,1.50,-2E-3]')).toEqual([
      new WrittenNumber('1e30'),
      new WrittenNumber('1.50'),
      new WrittenNumber('-2E-3'),
    ]);
    expect(writeJson(read('[1e30,1.50]'))).toBe('[1e30,1.50]');
  });

  test('refuses what JSON.parse refuses', () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 30, unit: fc.constantFrom(...'{}[]",:0123456789.eE-+ tfnrual\\\n') }),
        (text) => {
          let valid = true;
          try {
            JSON.parse(text);
          } catch {
            valid = false;
          }
          if (valid) expect(() => read(text)).not.toThrow();
          else expect(() => read(text)).toThrow(JsonError);
        },
      ),
      { numRuns: 3000 },
    );
  });

  test.each([
    ['', 'EOF while parsing a value at line 1 column 0'],
    ['{', 'EOF while parsing an object at line 1 column 1'],
    ['{ this is not valid JSON }', 'key must be a string at line 1 column 3'],
    ['garbage_string', 'expected value at line 1 column 1'],
    ['{"a":1} x', 'trailing characters at line 1 column 9'],
    ['[1,\n2,', 'EOF while parsing a list at line 2 column 2'],
  ])('says where %j breaks off', (text, message) => {
    expect(() => read(text)).toThrow(message);
  });

  test('bounds the nesting, of a text that would be parsed plainly and of one that would not', () => {
    expect(() => read('['.repeat(200) + ']'.repeat(200))).toThrow('nested more than 128 levels');
    expect(() => read(`${'['.repeat(200)}1e5${']'.repeat(200)}`)).toThrow('nested more than 128 levels');
    expect(() => read('['.repeat(1_000_000))).toThrow(JsonError);
    expect(() => read('['.repeat(128) + ']'.repeat(128))).not.toThrow();
  });

  test('reads a key named __proto__ as a key', () => {
    const value = read('{"__proto__":{"a":1},"n":1e5}') as Record<string, unknown>;
    expect(Object.keys(value)).toEqual(['__proto__', 'n']);
    expect(({} as Record<string, unknown>)['a']).toBeUndefined();
  });
});
