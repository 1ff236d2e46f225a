import { expect, test } from 'vitest';
import { keyOf, memberOf, quoted } from './codeNames.ts';

const HOSTILE = [
  "x(); process.exit('1'); counter.y",
  "']; evil(); //",
  '\\',
  "\\'",
  'a\nb',
  'a\u2028b',
  '`',
  '"',
  '',
  '1a',
  '__proto__',
];

test('a name is no code', () => {
  expect(memberOf('counter.read', 'count')).toBe('counter.read.count');
  expect(memberOf('counter.read', "x(); process.exit('1'); counter.y")).toBe(
    "counter.read['x(); process.exit(\\'1\\'); counter.y']",
  );
  expect(keyOf('count')).toBe('count');
  for (const name of HOSTILE) {
    const evaluate = (code: string) => new Function('object', `return ${code}`)({ [name]: 5 });
    expect(quoted(name)).not.toMatch(/[\n\u2028]/);
    expect(evaluate(quoted(name))).toBe(name);
    expect(evaluate(memberOf('object', name))).toBe(5);
    expect(Object.keys(evaluate(`{ ${keyOf(name)}: 5 }`))).toEqual([name]);
  }
});
