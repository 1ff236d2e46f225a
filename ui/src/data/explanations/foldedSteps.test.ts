import { expect, test } from 'vitest';
import { call } from '../../../test/call.ts';
import type { Call } from './explanation.ts';
import { foldedSteps } from './foldedSteps.ts';

const outer = (calls: readonly Call[], parts: Partial<Call> = {}): Call =>
  call({ calls, sequence: calls.map(() => 'CALL' as const), ...parts });
const to = (contract_address: string, parts: Partial<Call> = {}): Call =>
  call({ contract_address, selector: '0x1', ...parts } as Partial<Call>);
const shape = (parent: Call) =>
  foldedSteps(parent).map((step) => (step.kind === 'calls' ? step.calls.length : step.kind));

test('many calls of one function in a row are one step', () => {
  expect(shape(outer([to('0x2'), ...Array.from({ length: 3_000 }, () => to('0x1')), to('0x2')]))).toEqual([
    'call',
    3_000,
    'call',
  ]);
});

test('a few calls stand alone, and so does one that failed', () => {
  expect(shape(outer(Array.from({ length: 7 }, () => to('0x1'))))).toEqual(Array(7).fill('call'));
  const failed = to('0x1', { end: 'PANICKED' });
  expect(shape(outer([...Array.from({ length: 8 }, () => to('0x1')), failed]))).toEqual([8, 'call']);
});

test('events and prints stay between the calls', () => {
  const event = { name: 'Sold' } as unknown as Call['events'][number];
  const parent = outer([to('0x1'), to('0x1')], {
    sequence: ['CALL', 'EVENT', 'PRINT', 'CALL'],
    events: [event],
    prints: ['text'],
  });
  expect(foldedSteps(parent)).toMatchObject([
    { kind: 'call' },
    { kind: 'event', event },
    { kind: 'print', text: 'text' },
    { kind: 'call' },
  ]);
});
