import { expect, test } from 'vitest';
import { cairoParts } from './cairoColours.ts';

const kinds = (line: string) =>
  cairoParts(line)
    .filter(({ kind }) => kind !== 'plain')
    .map(({ kind, text }) => `${kind} ${text}`);

test('the parts of a line have their kinds', () => {
  expect(kinds("    let mut total: u256 = self.total.read() + 0x1f; // 'sum'")).toEqual([
    'keyword let',
    'keyword mut',
    'name total',
    'type u256',
    'keyword self',
    'name total',
    'call read',
    'number 0x1f',
    "comment // 'sum'",
  ]);
  expect(kinds('#[external(v0)] fn f(ref self: ContractState) { assert!(a > 1_000, "a // \\" b"); }')).toEqual([
    'attribute #[external(v0)]',
    'keyword fn',
    'call f',
    'keyword ref',
    'keyword self',
    'type ContractState',
    'keyword assert',
    'name a',
    'number 1_000',
    'text "a // \\" b"',
  ]);
  expect(kinds('Option::<u8>::Some(MAX)')).toEqual(['type Option', 'type u8', 'type Some', 'name MAX']);
});

test('no character is lost, whatever the line is', () => {
  for (const line of ['', '   ', '"never closed', "'\\", '#[', 'é = 𝔘 + 1', '/*', 'a'.repeat(400), '"\\'.repeat(200)])
    expect(
      cairoParts(line)
        .map(({ text }) => text)
        .join(''),
    ).toBe(line);
});
