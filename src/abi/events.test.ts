import { expect, test } from 'vitest';
import { oldAbi } from '../../test/support/typedAbis.ts';
import { type Felt, feltOfAscii } from '../felt/felt.ts';
import { eventText } from './abiText.ts';
import { decodeEvent, encodeEvent, findEvent } from './events.ts';
import { readAbi } from './readAbi.ts';
import { selectorOfName } from './selector.ts';

const felts = (...values: bigint[]) => values as Felt[];

/** An event with an event in it, and an enum of events in it. */
const nested = [
  {
    type: 'event',
    name: 'a::Inner',
    kind: 'struct',
    members: [
      { name: 'id', type: 'core::felt252', kind: 'key' },
      { name: 'size', type: 'core::integer::u8', kind: 'data' },
    ],
  },
  { type: 'event', name: 'a::Choice', kind: 'enum', variants: [{ name: 'One', type: 'a::Inner', kind: 'nested' }] },
  {
    type: 'event',
    name: 'a::Outer',
    kind: 'struct',
    members: [
      { name: 'who', type: 'core::felt252', kind: 'key' },
      { name: 'inner', type: 'a::Inner', kind: 'nested' },
      { name: 'choice', type: 'a::Choice', kind: 'nested' },
      { name: 'last', type: 'core::bool', kind: 'data' },
    ],
  },
  {
    type: 'event',
    name: 'a::Event',
    kind: 'enum',
    variants: [
      { name: 'Outer', type: 'a::Outer', kind: 'nested' },
      { name: 'Plain', type: 'core::integer::u256', kind: 'data' },
      { name: 'Empty', type: '()', kind: 'nested' },
    ],
  },
];

test('an event inside an event has its keys and data in the places of its members', () => {
  const model = readAbi(nested);
  const args = { who: '0x1', inner: { id: '0x2', size: 3n }, choice: { One: { id: '0x4', size: 5n } }, last: true };
  const event = model.events[0]!;
  const emitted = encodeEvent(event, args);
  expect(emitted).toEqual({
    keys: [selectorOfName('Outer'), 1n, 2n, selectorOfName('One'), 4n],
    data: [3n, 5n, 1n],
  });
  expect(decodeEvent(model, emitted)).toEqual({ name: 'Outer', args });
  expect(eventText(event, emitted)).toBe(
    'Outer(who: 0x1, inner: (id: 0x2, size: 3), choice: One(id: 0x4, size: 5), last: true)',
  );
  expect(() => encodeEvent(event, { ...args, choice: { Two: {} } })).toThrow('there is no event Two');
  expect(() => encodeEvent(event, { ...args, inner: 5 })).toThrow('event Outer `inner`: expected an object, got 5');
});

test('a variant that is a value has it as a member', () => {
  const model = readAbi(nested);
  expect(decodeEvent(model, { keys: [selectorOfName('Plain')], data: felts(5n, 0n) })).toEqual({
    name: 'Plain',
    args: { value: 5n },
  });
  expect(decodeEvent(model, { keys: [selectorOfName('Empty')], data: [] })).toEqual({ name: 'Empty', args: {} });
});

test('events of Cairo 0 and of early Cairo 1 have all members in their data', () => {
  const model = readAbi(oldAbi);
  expect(decodeEvent(model, { keys: [selectorOfName('Sent')], data: felts(7n) })).toEqual({
    name: 'Sent',
    args: { who: '0x7' },
  });
  const early = [{ type: 'event', name: 'Moved', inputs: [{ name: 'by', type: 'core::integer::u256' }] }];
  expect(decodeEvent(readAbi(early), { keys: [selectorOfName('Moved')], data: felts(1n, 0n) })).toEqual({
    name: 'Moved',
    args: { by: 1n },
  });
});

test('an event that the ABI does not know is none, and one with other felts is refused', () => {
  const model = readAbi(oldAbi);
  expect(findEvent(model, [])).toBeUndefined();
  expect(decodeEvent(model, { keys: [feltOfAscii('x')], data: [] })).toBeUndefined();
  expect(() => decodeEvent(model, { keys: [selectorOfName('Sent'), 1n as Felt], data: felts(7n) })).toThrow(
    'event Sent: 1 felt too many after the keys of the event',
  );
  expect(() => decodeEvent(model, { keys: [selectorOfName('Sent')], data: [] })).toThrow(
    'event Sent `who`: expected felt252',
  );
});
