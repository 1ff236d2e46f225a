import { describe, expect, test } from 'vitest';
import { type Frame, shortPath, sourceRows, splitStack } from './sourceView.ts';

const LINES = [
  '        let from = get_caller_address();',
  '',
  "        assert(balance >= amount, 'LOW BALANCE');",
  '    }',
];

const frame = (parts: Partial<Frame>): Frame =>
  ({
    source: { first_line: 11, lines: LINES },
    line: 13,
    column: 9,
    end_line: 13,
    end_column: 49,
    is_core: false,
    ...parts,
  }) as Frame;

describe('source lines', () => {
  test('lose the indentation that they share, and the failing part is set apart', () => {
    expect(sourceRows(frame({}))).toEqual([
      { number: 11, before: '    let from = get_caller_address();', failing: '', after: '' },
      { number: 12, before: '', failing: '', after: '' },
      { number: 13, before: '    ', failing: "assert(balance >= amount, 'LOW BALANCE')", after: ';' },
      { number: 14, before: '}', failing: '', after: '' },
    ]);
  });

  test('fail to their end where the failing part goes on in another line', () => {
    expect(sourceRows(frame({ end_line: 14, end_column: 6 }))[2]).toEqual({
      number: 13,
      before: '    ',
      failing: "assert(balance >= amount, 'LOW BALANCE');",
      after: '',
    });
  });

  test('mark one character where the end is not known, and none beyond the line', () => {
    expect(sourceRows(frame({ end_line: null, end_column: null }))[2]).toMatchObject({ before: '    ', failing: 'a' });
    expect(sourceRows(frame({ column: 900, end_column: 910 }))[2]).toMatchObject({ failing: '', after: '' });
  });

  test('are cut at 300 columns', () => {
    const long = { first_line: 1, lines: ['x'.repeat(5_000)] };
    expect(sourceRows(frame({ source: long, line: 2 } as never))[0]!.before).toHaveLength(300);
  });

  test('are empty where the node could not read them', () => {
    expect(sourceRows(frame({ source: null }))).toEqual([]);
    expect(sourceRows(frame({ line: null }))).toEqual([]);
    expect(sourceRows(frame({ column: null }))).toEqual([]);
    expect(sourceRows(frame({ source: { first_line: 1, lines: [], is_changed: false } }))).toEqual([]);
  });
});

test('a stack is split into frames of the user and of the core library, unless all are core', () => {
  const own = frame({});
  const core = frame({ is_core: true });
  expect(splitStack([core, own, core])).toEqual({ own: [own], core: [core, core] });
  expect(splitStack([core])).toEqual({ own: [core], core: [] });
});

test('a path is short: from the contract on, or its last two parts, without type arguments', () => {
  expect(shortPath('tokens::erc20::ERC20::transfer')).toBe('ERC20::transfer');
  expect(shortPath('tokens::ERC20::InternalImpl::move')).toBe('ERC20::InternalImpl::move');
  expect(shortPath('core::array::append::<core::felt252>')).toBe('array::append');
  expect(shortPath('core::Thing')).toBe('core::Thing');
  expect(shortPath('main')).toBe('main');
});
