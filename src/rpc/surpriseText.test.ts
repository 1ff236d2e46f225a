import { expect, test } from 'vitest';
import { surpriseText } from './surpriseText.ts';

test('a file of the package that is gone is told with the way out, and without paths of this machine', () => {
  const missing = Object.assign(new Error("Cannot find module '/home/me/dist/a.js'"), { code: 'ERR_MODULE_NOT_FOUND' });
  expect(surpriseText(missing, 'sandbox_search')).toBe(
    'sandbox_search needs a file of Starbox that is no longer there. Was the package updated or built again while this node ran? Start the node again.',
  );
});

test.each([
  [new Error('odd'), 'odd'],
  ['odd', 'odd'],
  [null, 'null'],
])('anything else is told as it is: %s', (thrown, reason) => {
  expect(surpriseText(thrown, 'a'.repeat(100))).toBe(`Internal error in ${'a'.repeat(80)}: ${reason}`);
});
