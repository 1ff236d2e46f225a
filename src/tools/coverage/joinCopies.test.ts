import { describe, expect, test } from 'vitest';
import { joinCopies } from './joinCopies.ts';

const arm = (check: string, index: number, key: string | undefined, count: number) => ({ check, index, key, count });

describe('arms of a decision', () => {
  test('are added over copies of the code', () => {
    const copy = [arm('0 u8_eq', 0, '5:9', 2), arm('0 u8_eq', 1, '7:9', 0)];
    expect([...joinCopies([copy, copy])]).toEqual([
      ['5:9', 4],
      ['7:9', 0],
    ]);
  });

  test('are the same in copies that branch differently, if they lead to the same place or are the only other arm', () => {
    const copies = [
      [arm('0 u8_eq', 0, undefined, 3), arm('0 u8_eq', 1, '7:9', 0)],
      [arm('0 is_zero', 0, '7:9', 4), arm('0 is_zero', 1, undefined, 0)],
    ];
    expect([...joinCopies(copies).values()].sort()).toEqual([3, 4]);
  });

  test('of a copy that has nothing in common with the others are not counted twice', () => {
    const copies = [
      [arm('0 enum_match', 0, undefined, 0), arm('0 enum_match', 1, undefined, 1)],
      [arm('0 u8_eq', 0, '5:9', 6), arm('0 u8_eq', 1, '7:9', 0)],
    ];
    expect([...joinCopies(copies)]).toEqual([
      ['5:9', 7],
      ['7:9', 0],
    ]);
  });
});
