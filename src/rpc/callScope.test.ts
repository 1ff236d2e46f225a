import { expect, test } from 'vitest';
import { workMemory } from '../budget/workMemory.ts';
import { CallScope } from './callScope.ts';

test('a call whose client left waits for memory no longer, neither for work nor for its text', async () => {
  const others = workMemory.take('executions', workMemory.limitBytes)!;
  const left = new CallScope(AbortSignal.abort(new Error('the client left')));
  await expect(left.memory.waitLarge(false)).rejects.toThrow('the client left');
  await expect(left.memory.keepText(2 ** 24)).rejects.toThrow('the client left');
  expect(workMemory.waiting).toBe(0);
  others.end();
});
