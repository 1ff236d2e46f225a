import { expect, test } from 'vitest';
import { beginAtCaller, placeOf } from './callerStack.ts';

const OWN = import.meta.url.replace(/[^/]*$/, 'sender.ts');
const stackOf = (...places: string[]) => ['Error: old', ...places.map((place) => `    at ${place}:1:2`)].join('\n');

function begun(stack: unknown): string | undefined {
  const error = new TypeError('new\n  at a line of Cairo');
  error.stack = 'as it was';
  beginAtCaller(error, { stack });
  return error.stack;
}

test('a stack begins with the first frame of the user, below the message of now', () => {
  const stack = stackOf(
    `send (${OWN}`,
    'process.tick (node:internal/x',
    `async ${OWN}`,
    'async /home/me/my test.ts',
    OWN,
  );
  expect(begun(stack.replace(/\((.*)$/gm, '($1)'))).toBe(
    `TypeError: new\n  at a line of Cairo\n    at async /home/me/my test.ts:1:2\n    at ${OWN}:1:2`,
  );
});

test('a function without a name is one of the user, if its file is known', () => {
  const stack = `Error: old\n    at send (${OWN}:1:2)\n    at new Promise (<anonymous>)\n    at <anonymous>\n    at TestContext.<anonymous> (file:///home/me/my.test.mjs:7:26)`;
  expect(begun(stack)).toMatch(/Cairo\n {4}at TestContext\.<anonymous> \(file:\/\/\/home\/me\/my\.test\.mjs:7:26\)$/);
  expect(placeOf({ stack })).toBe('/home/me/my.test.mjs:7:26');
});

test('a stack without a frame of the user keeps all frames', () => {
  const frames = stackOf(OWN, 'run (/home/me/node_modules/runner/index.js');
  expect(begun(frames)).toBe(frames.replace('Error: old', 'TypeError: new\n  at a line of Cairo'));
});

test('a stack that is not written as V8 writes it stays', () => {
  for (const stack of ['send@http://localhost/a.js:1:2\n', undefined, []]) expect(begun(stack)).toBe('as it was');
});
