import { describe, expect, test } from 'vitest';
import fc from '../../test/support/properties.ts';
import { buildJsonInPieces } from './buildJson.ts';
import { JsonCheck } from './checkJson.ts';
import { DuplicateKeyError, type Json, JsonError, WrittenNumber } from './json.ts';
import { parseJson, parseJsonInSlices } from './parseJson.ts';
import { writeJson } from './writeJson.ts';

const limits = { depth: 128, values: 1_000_000, digits: 400 };
const read = (source: string | Uint8Array) => parseJson(source, limits);
const bytes = (text: string) => new TextEncoder().encode(text);

/** The value that `JSON.parse` gives; undefined when it refuses the text. */
function plain(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** A value as `JSON.parse` would have rounded it. */
function rounded(value: Json): unknown {
  if (typeof value === 'bigint') return Number(value);
  if (value instanceof WrittenNumber) return Number(value.text);
  if (Array.isArray(value)) return value.map(rounded);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, rounded(member)]));
}

/** Both readers refuse the text, or both give the same value. Only a duplicate member name is refused by ours alone. */
function expectAgreement(text: string): void {
  const expected = plain(text);
  if (!expected) {
    expect(() => read(text), text).toThrow(JsonError);
    return;
  }
  try {
    expect(rounded(read(text))).toEqual(expected.value);
  } catch (error) {
    if (!(error instanceof DuplicateKeyError)) throw error;
    expect(writeJson(expected.value).length).toBeLessThan(text.length);
  }
}

/** A JSON text in which any character of a string may be escaped, with blanks between all tokens. */
const written: fc.Arbitrary<string> = fc.letrec<{ value: string }>((tie) => {
  const blanks = fc.stringMatching(/^[ \n\r\t]{0,2}$/);
  const character = fc.oneof(
    fc.string({ minLength: 1, maxLength: 1, unit: 'binary' }).map((char) => JSON.stringify(char).slice(1, -1)),
    fc.nat(0xffff).map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`),
    fc.constantFrom('\\/', '\\b', '\\"', 'é', '😀'),
  );
  const text = fc.array(character, { maxLength: 6 }).map((parts) => `"${parts.join('')}"`);
  const number = fc.stringMatching(/^-?(0|[1-9]\d{0,25})(\.\d{1,20})?([eE][-+]?\d{1,3})?$/);
  const padded = (inner: fc.Arbitrary<string>) =>
    fc.tuple(blanks, inner, blanks).map(([before, middle, after]) => before + middle + after);
  const member = fc
    .tuple(padded(text), padded(tie('value') as fc.Arbitrary<string>))
    .map(([name, value]) => `${name}:${value}`);
  return {
    value: fc.oneof(
      { depthSize: 'small' },
      padded(fc.oneof(text, number, fc.constantFrom('true', 'false', 'null'))),
      padded(fc.array(tie('value') as fc.Arbitrary<string>, { maxLength: 5 }).map((items) => `[${items.join(',')}]`)),
      padded(fc.array(member, { maxLength: 5 }).map((members) => `{${members.join(',')}}`)),
      fc.constant('[]'),
      fc.constant('{ }'),
    ),
  };
}).value;

describe('reading JSON', () => {
  test('gives what JSON.parse gives, for texts of every form', () => {
    fc.assert(fc.property(written, expectAgreement), { numRuns: 2000 });
  });

  test('gives what JSON.parse gives for texts that are truncated or changed in one place', () => {
    const changed = fc
      .tuple(written, fc.nat(), fc.nat(3), fc.constantFrom(...'{}[]",:0123456789.eE-+ tfnrual\\\n\u0000\u007f'))
      .map(([text, position, removed, added]) => {
        const at = position % (text.length + 1);
        return text.slice(0, at) + (removed === 3 ? '' : added) + text.slice(at + removed);
      });
    fc.assert(fc.property(changed, expectAgreement), { numRuns: 3000 });
  });

  test('refuses what JSON.parse refuses, for arbitrary texts', () => {
    const anything = fc.string({ maxLength: 30, unit: fc.constantFrom(...'{}[]",:0123456789.eE-+ tfnrual\\\n') });
    fc.assert(fc.property(anything, expectAgreement), { numRuns: 3000 });
  });

  test('gives the same in slices', async () => {
    const item = '{"amount":12345678901234567890,"name":"é\\n","list":[1,2,{}]}';
    const items = `[${Array.from({ length: 15_000 }, () => item).join(',')}]`;
    const program = JSON.stringify({ abi: '["', program: Array.from({ length: 90_000 }, (_, i) => `0x${i % 70_000}`) });
    for (const text of [items, program]) {
      let pauses = 0;
      const rest = async () => void pauses++;
      const inSlices = await parseJsonInSlices(bytes(text), limits, rest);
      expect(writeJson(inSlices)).toBe(writeJson(read(text)));
      expect(pauses).toBeGreaterThan(10);
    }
  });

  test('gives the same in pieces, wherever they are cut', () => {
    const named = fc.dictionary(fc.constantFrom('__proto__', '7', '-1', 'a', '"', ''), fc.jsonValue());
    const values = fc
      .oneof(fc.jsonValue({ maxDepth: 6 }), fc.array(named), named)
      .map((value) => JSON.stringify(value));
    fc.assert(
      fc.property(fc.oneof(values, written), fc.integer({ min: 1, max: 20 }), (text, pieceBytes) => {
        let expected: Json;
        try {
          expected = read(text);
        } catch {
          return;
        }
        const check = new JsonCheck(bytes(text), limits, pieceBytes);
        check.run();
        const building = buildJsonInPieces(bytes(text), check);
        let step = building.next();
        while (!step.done) step = building.next();
        expect(step.value).toEqual(expected);
        expect(writeJson(step.value)).toBe(writeJson(expected));
      }),
      { numRuns: 3000 },
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

  test('reads a member named __proto__ as a member', () => {
    const value = read('{"__proto__":{"a":1},"n":1e5}') as Record<string, unknown>;
    expect(Object.keys(value)).toEqual(['__proto__', 'n']);
    expect(({} as Record<string, unknown>)['a']).toBeUndefined();
  });
});

describe('an error', () => {
  test.each([
    ['', 'EOF while parsing a value at line 1 column 0'],
    ['{', 'EOF while parsing an object at line 1 column 1'],
    ['{"a":1', 'EOF while parsing an object at line 1 column 6'],
    ['{"a":1,', 'EOF while parsing a value at line 1 column 7'],
    ['{"a"', 'EOF while parsing an object at line 1 column 4'],
    ['[', 'EOF while parsing a list at line 1 column 1'],
    ['[1', 'EOF while parsing a list at line 1 column 2'],
    ['[1,\n2,', 'EOF while parsing a value at line 2 column 2'],
    ['[1,]', 'trailing comma at line 1 column 4'],
    ['{"a":1,}', 'trailing comma at line 1 column 8'],
    ['[1 2]', 'expected `,` or `]` at line 1 column 4'],
    ['{"a":1 "b"}', 'expected `,` or `}` at line 1 column 8'],
    ['{"a" 1}', 'expected `:` at line 1 column 6'],
    ['{ this is not valid JSON }', 'key must be a string at line 1 column 3'],
    ['garbage_string', 'expected value at line 1 column 1'],
    ['{"a":1} x', 'trailing characters at line 1 column 9'],
    ['tru', 'EOF while parsing a value at line 1 column 3'],
    ['trux', 'expected ident at line 1 column 4'],
    ['01', 'invalid number at line 1 column 2'],
    ['1.x', 'invalid number at line 1 column 3'],
    ['-', 'EOF while parsing a value at line 1 column 1'],
    ['"a', 'EOF while parsing a string at line 1 column 2'],
    ['"\\x"', 'invalid escape at line 1 column 3'],
    ['"\\u12g4"', 'invalid escape at line 1 column 6'],
    ['"\n"', 'control character (\\u0000-\\u001F) found while parsing a string at line 1 column 2'],
    ['["é",x', 'expected value at line 1 column 7'],
    ['\ufeff1', 'expected value at line 1 column 1'],
  ])('names the position of the error in %j', (text, message) => {
    expect(() => read(text)).toThrow(new JsonError(message));
    expect(() => read(bytes(text))).toThrow(new JsonError(message));
  });
});

describe('the limits', () => {
  test('bound the nesting', () => {
    expect(() => read('['.repeat(128) + ']'.repeat(128))).not.toThrow();
    expect(() => read('['.repeat(129) + ']'.repeat(129))).toThrow('recursion limit exceeded at line 1 column 129');
    expect(() => read(`${'{"a":'.repeat(128)}1${'}'.repeat(128)}`)).not.toThrow();
    expect(() => read('{"a":'.repeat(129))).toThrow('recursion limit exceeded at line 1 column 641');
  });

  test('bound values, names and escapes together', () => {
    const few = { ...limits, values: 6 };
    expect(parseJson('[1,[],{"a":"\\n"}]'.replace('\\n', ''), few)).toEqual([1, [], { a: '' }]);
    expect(() => parseJson('[1,[],{"a":"\\n"}]', few)).toThrow('the text holds more than 6 values at line 1 column 13');
    expect(() => parseJson('[1,[],{"a":2},3]', few)).toThrow('the text holds more than 6 values at line 1 column 15');
  });

  test('bound the digits of a number', () => {
    expect(read('9'.repeat(400))).toBe(BigInt('9'.repeat(400)));
    expect(() => read(`[${'9'.repeat(401)}]`)).toThrow(
      'number out of range (it is longer than 400 digits) at line 1 column 402',
    );
    expect(() => read(`1e${'9'.repeat(400)}`)).toThrow('number out of range');
  });
});

describe('bytes that are not UTF-8', () => {
  test.each([
    ['a lone continuation', [0x80]],
    ['a sequence that is cut off', [0xe2, 0x82]],
    ['a character in more bytes than it needs', [0xc0, 0xaf]],
    ['half of a surrogate pair', [0xed, 0xa0, 0x80]],
    ['a code point beyond the last', [0xf4, 0x90, 0x80, 0x80]],
    ['a byte that never occurs', [0xff]],
  ])('are refused in a text: %s', (_, wrong) => {
    const message = `invalid unicode code point at line 1 column ${6 + wrong.length}`;
    expect(() => read(Uint8Array.from([...bytes('["abc'), ...wrong, ...bytes('"]')]))).toThrow(message);
    const name = Uint8Array.from([...bytes('{"abc'), ...wrong, ...bytes('":1}')]);
    expect(() => read(name)).toThrow(message);
  });

  test('are distinguished from valid UTF-8 as TextDecoder does', () => {
    const fatal = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
    const some = fc.uint8Array({ maxLength: 6 }).map((inner) => inner.map((byte) => byte | 0x80));
    fc.assert(
      fc.property(some, (inner) => {
        const quoted = Uint8Array.from([0x22, ...inner, 0x22]);
        let text: string | undefined;
        try {
          text = fatal.decode(quoted);
        } catch {
          // The bytes are not UTF-8.
        }
        if (text === undefined) expect(() => read(quoted)).toThrow('invalid unicode code point');
        else expect(read(quoted)).toBe(text.slice(1, -1));
      }),
      { numRuns: 5000 },
    );
  });
});

describe('a duplicate member name', () => {
  test.each([
    ['{"a":1,"a":2}', 'duplicate field `a` at line 1 column 10', 0],
    ['{"id":1,"\\u0069d":2}', 'duplicate field `\\u0069d` at line 1 column 17', 0],
    ['[{"b":{"\\u0061":1,\n"a":2}}]', 'duplicate field `a` at line 2 column 3', 2],
    ['{"\\"":1,"\\u0022":2}', 'duplicate field `\\u0022` at line 1 column 16', 0],
    ['{"é":1,"\\u00e9":2}', 'duplicate field `\\u00e9` at line 1 column 16', 0],
    ['{"":1,"":2}', 'duplicate field `` at line 1 column 8', 0],
  ])('is refused: %s', (text, message, depth) => {
    expect(() => read(text)).toThrow(new DuplicateKeyError(message, depth));
  });

  test.each([
    '{"a":{"a":1},"b":{"a":1}}',
    '[{"a":1},{"a":1}]',
    '{"a":1,"A":2,"aa":3,"":4}',
    '{"\\ud800":1,"\\ud801":2}',
  ])('is not reported where there is none: %s', (text) => {
    expect(() => read(text)).not.toThrow();
  });

  test('is found among few and many members, escaped or not', () => {
    const escaped = (name: string) =>
      [...name].map((char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');
    const names = fc.array(fc.tuple(fc.stringMatching(/^[ab]{0,6}$/), fc.boolean()), { maxLength: 40 });
    fc.assert(
      fc.property(names, (list) => {
        const text = `{${list.map(([name, isEscaped]) => `"${isEscaped ? escaped(name) : name}":0`).join(',')}}`;
        const isTwice = new Set(list.map(([name]) => name)).size < list.length;
        if (isTwice) expect(() => read(text)).toThrow(DuplicateKeyError);
        else expect(Object.keys(read(text) as object).sort()).toEqual(list.map(([name]) => name).sort());
      }),
      { numRuns: 1000 },
    );
  });

  test('is reported only if no syntax error follows', () => {
    expect(() => read('{"a":1,"a":2')).toThrow('EOF while parsing an object');
  });
});
