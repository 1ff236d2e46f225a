import { expect, test } from 'vitest';
import { call } from '../../../test/call.ts';
import { type Call, callsOfAccount, eventsOf, failingPath, printsOf } from './explanation.ts';

test('the path of a failure leads from the outermost to the innermost call that failed', () => {
  const inner = call({ end: 'PANICKED' });
  const outer = call({ end: 'PANICKED', calls: [call({}), inner, call({})] });
  expect(failingPath([call({}), outer])).toEqual([outer, inner]);
  expect(failingPath([call({ calls: [call({ end: 'PANICKED' })] })])).toEqual([]);
});

test('the path of a failure goes to the last call that failed, because a caller may survive those before', () => {
  const caught = call({ end: 'PANICKED', function_name: 'caught' });
  const fatal = call({ end: 'PANICKED', function_name: 'fatal' });
  const outer = call({ end: 'PANICKED', calls: [caught, fatal] });
  expect(failingPath([outer]).map(({ function_name }) => function_name)).toEqual([null, 'fatal']);
});

test('the calls of an account are those that its entry point was given', () => {
  const calls = [{ to: '0x1' }, { to: '0x2' }] as never;
  expect(callsOfAccount(call({ function_name: '__execute__', arguments: { calls } }))).toBe(calls);
  expect(callsOfAccount(call({ function_name: 'multicall', arguments: { calls } }))).toBeUndefined();
  expect(callsOfAccount(call({ function_name: '__execute__', arguments: { calls: 'none' } }))).toBeUndefined();
  expect(callsOfAccount(call({ function_name: '__execute__' }))).toBeUndefined();
  expect(callsOfAccount(call({ arguments: { calls } }))).toBeUndefined();
});

test('events are listed in their order, and those that a failure dropped are marked', () => {
  const event = (name: string) => ({ name }) as Call['events'][number];
  const tree = call({
    events: [event('a'), event('e')],
    calls: [
      call({ events: [event('b')], sequence: ['EVENT'] }),
      call({
        end: 'PANICKED',
        events: [event('c')],
        calls: [call({ events: [event('d')], sequence: ['EVENT'] })],
        sequence: ['EVENT', 'CALL'],
      }),
    ],
    sequence: ['EVENT', 'CALL', 'CALL', 'EVENT'],
  });
  expect(eventsOf([tree]).map(({ event, isDropped }) => [event.name, isDropped])).toEqual([
    ['a', false],
    ['b', false],
    ['c', true],
    ['d', true],
    ['e', false],
  ]);
});

test('printed lines are listed with their calls, those of inner calls after those of their caller', () => {
  const inner = call({ prints: ['three'] });
  const outer = call({ prints: ['one', 'two'], calls: [inner] });
  expect(printsOf([outer])).toEqual([
    { call: outer, text: 'one' },
    { call: outer, text: 'two' },
    { call: inner, text: 'three' },
  ]);
});
