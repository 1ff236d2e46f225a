import { afterEach, expect, test, vi } from 'vitest';
import { answeringNode } from '../../../test/answeringNode.ts';
import type { Explanation } from './explanation.ts';
import { failedMoment, failedPlace } from './failurePlace.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

const nodeWith = (explanation: object) =>
  answeringNode({
    sandbox_explainTransaction: () => explanation,
    sandbox_debugTransaction: () => ({ moment: 825 }),
  });

const LINE = { file: 'src/lib.cairo', line: 12, is_core: false };

test('a failure is looked for from the end: in the innermost line of the user, or at the panic', async () => {
  const known = nodeWith({ reason: 'x', stack: [{ file: 'core.cairo', line: 3, is_core: true }, LINE] });
  expect(await failedMoment(known.node, '0x1')).toBe(825);
  expect(known.paramsOf('sandbox_debugTransaction')).toMatchObject({
    move: 'reverse',
    breakpoints: [{ file: 'src/lib.cairo', line: 12 }],
  });
  const unknown = nodeWith({ reason: 'x', stack: [] });
  expect(await failedMoment(unknown.node, '0x1')).toBe(825);
  expect(unknown.paramsOf('sandbox_debugTransaction')).toMatchObject({ move: 'reverse', break_on: ['panic'] });
});

test('the place of a failure is the innermost line of the user', () => {
  expect(failedPlace({ reason: 'closed', stack: [LINE] } as unknown as Explanation)).toBe('src/lib.cairo:12');
  expect(failedPlace({ reason: 'closed', stack: [] } as unknown as Explanation)).toBe('panic');
});

test('one that did not fail is shown from its start', async () => {
  const { node, asked } = nodeWith({ reason: null, stack: [] });
  expect(await failedMoment(node, '0x1')).toBe(0);
  expect(asked).toEqual(['sandbox_explainTransaction']);
});
