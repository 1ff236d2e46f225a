import { afterEach, expect, test, vi } from 'vitest';
import { answeringNode } from '../../../test/answeringNode.ts';
import { isDump, playgroundChain } from './playgroundChain.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

test('a dump is a JSON list, and state files and class files are none', () => {
  const bytes = (text: string) => new TextEncoder().encode(text);
  expect(isDump(bytes('[{"method":"devnet_mint"}]'))).toBe(true);
  expect(isDump(bytes('\r\n\t [')), 'after blanks').toBe(true);
  for (const text of ['', ' \n', '{"sierra_program":[]}', 'SBX[']) expect(isDump(bytes(text)), text).toBe(false);
});

test('a node behind an address is no playground', () => {
  expect(playgroundChain(answeringNode().node)).toBeUndefined();
});
