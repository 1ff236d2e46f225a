import { expect, test } from 'vitest';
import { key } from '../../../test/support/calls/harness.ts';
import { Preimages } from '../storage/preimages.ts';
import { DebugRecorder } from './debugRecorder.ts';

test('facts beyond the limit are counted and named, and those of one kind displace no others', () => {
  const recorder = new DebugRecorder(new Preimages(), 2);
  recorder.enter({ contractAddress: key(1), calldata: [] } as never);
  for (let i = 0; i < 5; i++) recorder.print([key(i)], i);
  expect(recorder.missingFacts).toContain('There are 5 prints. The debugger knows the first 2 of each kind');
  for (let i = 0; i < 3; i++) recorder.write(key(i), key(i));
  recorder.event([key(1)], []);
  const kinds = recorder.roots[0]!.facts.map(({ kind }) => kind);
  expect(kinds).toEqual(['print', 'print', 'write', 'write', 'event']);
  expect(recorder.missingFacts).toContain('There are 3 storage writes and 5 prints.');
});

test('without too many facts there is nothing to say', () => {
  const recorder = new DebugRecorder(new Preimages(), 2);
  recorder.enter({ contractAddress: key(1), calldata: [] } as never);
  for (let i = 0; i < 2; i++) recorder.write(key(i), key(i));
  expect(recorder.missingFacts).toBeUndefined();
});
