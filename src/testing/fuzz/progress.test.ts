import { expect, test } from 'vitest';
import { Progress } from './progress.ts';

/** What is written of three lines at 1, 6 and 7 seconds, and of the last one. */
function written(isWanted: boolean | undefined, isTTY: boolean): string {
  let [text, now] = ['', 0];
  const progress = new Progress(isWanted, { isTTY, write: (part) => void (text += part) }, () => now);
  for (now of [1000, 6000, 7000]) progress.show(() => `at ${now}`);
  progress.end('end');
  return text.replaceAll('\x1b[K', '');
}

test('a terminal has one line that changes', () => {
  expect(written(undefined, true)).toBe('\rat 1000\rat 6000\rat 7000\rend\n');
  expect(written(false, true)).toBe('');
});

test('elsewhere there is a line every five seconds, and none of a short search', () => {
  expect(written(undefined, false)).toBe('at 6000\nend\n');
  expect(written(false, false)).toBe('');
  let text = '';
  const out = { write: (part: string) => void (text += part) };
  new Progress(undefined, out, () => 0).end('end');
  expect(text).toBe('');
  new Progress(true, out, () => 0).end('end');
  expect(text).toBe('end\n');
});
