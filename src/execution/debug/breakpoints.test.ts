import { expect, test } from 'vitest';
import { isSameFile } from './breakpoints.ts';

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
