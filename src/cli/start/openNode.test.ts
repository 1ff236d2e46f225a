import { expect, test } from 'vitest';
import { defaultConfig } from '../../chain/config.ts';
import { exportedOrigin } from '../../rpc/record/exportedAnswers.ts';
import { workOf } from './openNode.ts';

test('the line about a slow start names the node that is asked, and nobody if the fork came with a file', async () => {
  const plain = { ...defaultConfig, seed: 1 };
  const of = (url: string) => ({ ...plain, fork: { url, blockNumber: 1, cachingEnabled: undefined } });
  expect(workOf({ config: plain, origin: undefined })).toBe('Preparing the chain');
  expect(workOf({ config: of('http://a.node/'), origin: undefined })).toBe('Asking http://a.node/');
  const origin = await exportedOrigin([], './a.moment');
  expect(workOf({ config: of('./a.moment'), origin })).toBe('Preparing the chain');
});
