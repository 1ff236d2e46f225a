import { expect, test } from 'vitest';
import { builtinClassFacts } from '../../classes/builtinClassFacts.generated.ts';
import { parseFelt } from '../../felt/felt.ts';
import type { ExplainedCall, Explanation } from '../../tools/explain/explanation.ts';
import { adviceOn, BUILD_ADVICE } from './adviceOn.ts';

const call = (classHash: string, ...inner: ExplainedCall[]) =>
  ({ classHash: parseFelt(classHash), end: { kind: 'error' }, inner }) as unknown as ExplainedCall;
const returned = (one: ExplainedCall): ExplainedCall => ({ ...one, end: { kind: 'returned', retdata: [] } });
const explanation = (calls: readonly ExplainedCall[], more: object = {}) =>
  ({ stack: [], calls, advice: undefined, ...more }) as unknown as Explanation;

const account = builtinClassFacts.account.classHash;
const ours = builtinClassFacts.erc20.classHash;

test('a failure in a class of the user without build output gets advice', () => {
  expect(adviceOn(explanation([call(account, call('0x77'))]))).toBe(BUILD_ADVICE);
});

test('a failure in a class that we ship, one with source lines, and a call that returned get none', () => {
  expect(adviceOn(explanation([call(account, call(ours))]))).toBeUndefined();
  expect(adviceOn(explanation([call('0x77')], { stack: [{}] }))).toBeUndefined();
  expect(adviceOn(explanation([call(account, returned(call('0x77')))]))).toBeUndefined();
});

test('advice of the explanation itself goes first', () => {
  expect(adviceOn(explanation([call('0x77')], { advice: 'Build again.' }))).toBe('Build again.');
});
