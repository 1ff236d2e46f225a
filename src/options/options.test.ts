import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { libraryName } from './libraryName.ts';
import { optionNames, optionOf } from './options.ts';

const rows = optionNames.map((name) => [name, optionOf(name)] as const);
const members = rows.flatMap(([name, { chain }]) => (chain === undefined ? [] : [[name, chain] as const]));

test('an option that sets a member of the configuration has the name of the member, except for prices', () => {
  for (const [name, member] of members)
    if (!member.startsWith('gasPrices.')) expect(libraryName(name), name).toBe(member);
});

test('every member that an option sets has a comment, which is the documentation of the option in the library', () => {
  const source = readFileSync(new URL('../chain/config.ts', import.meta.url), 'utf8');
  for (const [name, member] of members)
    if (!member.startsWith('gasPrices.')) expect(source, name).toMatch(new RegExp(`\\*/\\n  readonly ${member}: `));
});

test('a default that is taken from the configuration is a text that the option reads', () => {
  for (const [name, row] of rows)
    if ('read' in row && row.fallback !== undefined) expect(() => row.read(row.fallback!), name).not.toThrow();
});
