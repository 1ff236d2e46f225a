import { expect, test } from 'vitest';
import { quoted, runWith } from './runWith.ts';

const onPosix = test.skipIf(process.platform === 'win32');

test('a command has the variables, and its exit code is returned', async () => {
  expect(
    await runWith([process.execPath, '-e', 'process.exit(Number(process.env.CODE))'], { CODE: '7' }, { json: false }),
  ).toBe(7);
});

onPosix('a command gets the signals that end this process', async () => {
  const before = new Set(process.listeners('SIGTERM'));
  const ended = runWith([process.execPath, '-e', 'setInterval(() => {}, 1000)'], {}, { json: false });
  const added = process.listeners('SIGTERM').filter((listener) => !before.has(listener));
  for (const listener of added) listener('SIGTERM');
  expect(await ended).toBe(1);
  expect(process.listeners('SIGTERM').length).toBe(before.size);
});

test('arguments with spaces and quotes stay one argument on Windows', () => {
  expect(['npx', 'C:\\Program Files\\node.exe', '-t', 'a "b"', ''].map(quoted).join(' ')).toBe(
    'npx "C:\\Program Files\\node.exe" -t "a \\"b\\"" ""',
  );
});
