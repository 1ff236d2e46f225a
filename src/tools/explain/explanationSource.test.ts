import { expect, test } from 'vitest';
import { choose, doNow } from '../../async/eitherWay.ts';
import type { ArtifactStore } from '../../classes/artifactStore.ts';
import { toFelt } from '../../felt/felt.ts';
import { keyOf } from '../../felt/key.ts';
import type { Explanation } from './explanation.ts';
import { withSource } from './explanationSource.ts';

const lines = ['mod Vault {', '    fn refuse() {', '        panic!("closed");', '    }', '}'];
const span = { file: '/a/src/vault.cairo', line: 3, column: 9, endLine: 3, endColumn: 24 };
const frame = { span, functionName: undefined, macroModule: 'a::vault', isCore: false, isGenerated: false };
const stack = [{ ...frame, classHash: keyOf(toFelt(5)) }];

const at = <T>(value: T) =>
  choose(
    () => value,
    () => value,
  );

const namedWith = async (isChanged: boolean) => {
  const artifacts: Partial<ArtifactStore> = {
    sourceLines: () => at([{ firstLine: 1, lines, isChanged }]),
    sourceFiles: () => at([{ path: span.file, lines, isChanged }]),
  };
  const { stack: named } = doNow(
    withSource({ stack } as Partial<Explanation> as Explanation, artifacts as ArtifactStore),
  );
  return named[0]!.functionName;
};

test('the function of a macro is read from the source if the debug information has no name for it', async () => {
  expect(await namedWith(false)).toBe('a::vault::Vault::refuse');
});

test('a source that was changed after the build gives no name', async () => {
  expect(await namedWith(true)).toBeUndefined();
});
