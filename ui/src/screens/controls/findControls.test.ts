import { expect, test } from 'vitest';
import { methods } from '../../data/methods/methods.generated.ts';
import { findControls } from './findControls.ts';

const controls = methods.filter(({ group }) => group === 'sandbox');
const found = (text: string) => findControls(controls, text).map(({ name }) => name);

test.each([
  ['automatic', 'setBlockMode'],
  ['interval', 'setBlockMode'],
  ['fee', 'setGasPrice'],
  ['fees', 'setGasPrice'],
  ['snapshots', 'snapshot'],
  ['travel', 'increaseTime'],
  ['faucet', 'mint'],
  ['prank', 'impersonateAccount'],
  ['undo', 'revert'],
  ['reorg', 'reorganise'],
  ['bridge', 'postmanFlush'],
])('%s finds %s', (text, name) => {
  expect(found(text)).toContain(name);
});

test('all words must be there, and an empty text finds everything', () => {
  expect(found('set price')).toContain('setGasPrice');
  expect(found('set price')).not.toContain('setTime');
  expect(found('no-such-word')).toEqual([]);
  expect(found(' ')).toHaveLength(controls.length);
});

test('gas is no plural', () => {
  for (const { name, summary } of findControls(controls, 'gas')) expect(`${name} ${summary}`).toMatch(/gas/i);
});

test('every synonym means something', () => {
  for (const word of [
    'automatic',
    'balance',
    'cost',
    'checkpoint',
    'rewind',
    'reset',
    'warp',
    'clock',
    'stub',
    'queue',
    'upgrade',
    'edit',
    'fund',
    'pretend',
    'future',
    'instant',
    'automine',
  ])
    expect(found(word).length, word).toBeGreaterThan(0);
});
