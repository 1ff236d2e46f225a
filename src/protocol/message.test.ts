import { expect, test } from 'vitest';
import { hint, libraryHints, message, writeWords } from './message.ts';

test('a message is written with the ways out of whoever shows it, also inside another message', () => {
  const inner = message`No state at block ${3}; consider running with ${hint('fullArchive')}`;
  const outer = message`It failed: ${inner}.`;
  const hints = { ...libraryHints, fullArchive: '--state-archive-capacity full' };
  expect(writeWords(outer, hints)).toBe(
    'It failed: No state at block 3; consider running with --state-archive-capacity full.',
  );
  expect(String(outer)).toBe("It failed: No state at block 3; consider running with stateArchiveCapacity: 'full'.");
  expect(writeWords('plain', hints)).toBe('plain');
});
