import { expect, test } from 'vitest';
import type { Attack } from '../attack/attack.ts';
import { AttackUsageError, readAttackArguments } from '../attack/attackArguments.ts';

const attack = (name: string, short: boolean): Attack => ({ name, short, run: async () => '' });
const GROUPS = [
  { name: 'http', attacks: [attack('slow headers', true), attack('many connections', false)] },
  { name: 'files', attacks: [attack('a path out of the folder', true)] },
];
const read = (...args: string[]) => readAttackArguments(args, GROUPS);
const names = (...args: string[]) => {
  const asked = read(...args);
  return asked.kind === 'run' ? asked.attacks.map(({ name }) => name) : asked.kind;
};

test.each(['--help', '-h'])('%s attacks nothing, and lists options and groups', (flag) => {
  const asked = read(flag, '--short');
  expect(asked.kind).toBe('help');
  const { text } = asked as { text: string };
  for (const part of ['--only <TEXT>', '--seed <N>', '--short']) expect(text).toContain(part);
  expect(text).toMatch(/http +2 attacks, 1 of them in the short run\n {2}files +1 attacks, 1 of them/);
});

test('attacks are chosen by the short run or by their names', () => {
  expect(names()).toEqual(['http: slow headers', 'http: many connections', 'files: a path out of the folder']);
  expect(names('--short')).toEqual(['http: slow headers', 'files: a path out of the folder']);
  expect(names('--short', '--only', 'HTTP')).toEqual(['http: slow headers', 'http: many connections']);
  expect(read('--seed', '7', '--short')).toMatchObject({ settings: { seed: 7, cases: 200 } });
});

test.each([
  [['--shrot'], '--shrot'],
  [['http'], 'http'],
  [['--only'], '--only'],
  [['--only', 'tea'], "No attack has 'tea' in its name. The groups are http, files."],
  [['--seed', 'x'], "'x' is not one"],
])('%j is refused before anything is attacked', (args, text) => {
  expect(() => read(...args)).toThrow(AttackUsageError);
  expect(() => read(...args)).toThrow(text);
});
