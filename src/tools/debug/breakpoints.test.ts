import { expect, test } from 'vitest';
import { conditionHolds, isSameFile } from './breakpoints.ts';
import { conditionFault } from './evaluate.ts';

test('a file is found by its whole path or by the end of it', () => {
  expect(isSameFile('/home/me/app/src/token.cairo', '/home/me/app/src/token.cairo')).toBe(true);
  expect(isSameFile('/home/me/app/src/token.cairo', 'src/token.cairo')).toBe(true);
  expect(isSameFile('/home/me/app/src/token.cairo', './token.cairo')).toBe(true);
  expect(isSameFile('/home/me/app/src/my_token.cairo', 'token.cairo')).toBe(false);
});

test('paths of Windows are the same with either slash, and with either letter of the drive', () => {
  expect(isSameFile('C:\\app\\src\\token.cairo', 'c:\\app\\src\\token.cairo')).toBe(true);
  expect(isSameFile('C:/app/src/token.cairo', 'src\\token.cairo')).toBe(true);
  expect(isSameFile('C:/app/src/token.cairo', 'd:/app/src/token.cairo')).toBe(false);
});

test('a condition that no variables could fulfil is found', () => {
  for (const condition of ['amount > 5', 'order.amounts[2] == 0x3', 'isOpen', ' name != "x y" ', '1 < 2'])
    expect(conditionFault(condition)).toBeUndefined();
  for (const condition of ['amount >>> 5', 'amount + 1 > 5', 'f(x)', 'amount >', '> 5'])
    expect(conditionFault(condition)).toContain(`'${condition}' is not a condition.`);
});

test('a condition with an unknown variable stops, and says why', () => {
  const faults: string[] = [];
  const locals = () => [{ name: 'amount', type: 'u64', text: '7', members: [] }];
  const holds = (condition: string) => conditionHolds({ condition }, locals, (fault) => faults.push(fault));
  expect([holds('amount > 5'), holds('amount > 7')]).toEqual([true, false]);
  expect(faults).toEqual([]);
  expect(holds('amt > 5')).toBe(true);
  expect(faults).toEqual(['Condition amt > 5: There is no variable amt here.']);
});
