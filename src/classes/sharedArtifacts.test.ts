import { expect, test, vi } from 'vitest';
import { doLater } from '../async/eitherWay.ts';
import { toFelt } from '../felt/felt.ts';
import { keyOf } from '../felt/key.ts';
import { sharedArtifacts } from './sharedArtifacts.ts';

test('lines of shared sources are those of files on disk: two before and after, of 400 columns, and each file is split once', async () => {
  const file = 'src/lib.cairo';
  const files = new Map([[file, ['a', 'b', 'c', 'x'.repeat(1000), 'e', 'f'].join('\n')]]);
  const get = vi.spyOn(files, 'get');
  const classHash = keyOf(toFelt(7n));
  const store = sharedArtifacts([{ classHash, contractName: 'Book', debugInfo: {}, sources: [], files }]);
  const places = [1, 4, 6, 0, 7].map((line) => ({ file, line }));
  expect(await doLater(store.sourceLines(classHash, places))).toEqual([
    { firstLine: 1, lines: ['a', 'b', 'c'], isChanged: false },
    { firstLine: 2, lines: ['b', 'c', 'x'.repeat(400), 'e', 'f'], isChanged: false },
    { firstLine: 4, lines: ['x'.repeat(400), 'e', 'f'], isChanged: false },
    undefined,
    undefined,
  ]);
  expect((await doLater(store.sourceFiles(classHash, [file, 'none'])))[0]!.lines).toHaveLength(6);
  expect(get.mock.calls.filter(([name]) => name === file)).toHaveLength(1);
});
