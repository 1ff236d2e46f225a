import { expect, test } from 'vitest';
import { viewText } from './debug.ts';

test('variables that are not shown are counted', () => {
  const locals = Array.from({ length: 43 }, (_, i) => ({ name: `v${i}`, type: 'core::felt252', value: `${i}` }));
  const nothing = { stack: [], storage: [], events: [], panic: null, source: null, warning: null };
  const shown = viewText({ ...nothing, locals } as unknown as Parameters<typeof viewText>[0], 0);
  expect(shown).toContain('  v39: felt252 = 39\n  … and 3 more');
  expect(shown).not.toContain('v40');
});
