import { expect, test } from 'vitest';
import { panicItemsText } from './panicItems.ts';

test('a byte array with control characters is one line, in which they are escaped', () => {
  expect(panicItemsText([{ kind: 'text', text: 'a\tb\nc\rd' }])).toBe('"a\\tb\\nc\\u000dd"');
});
