import { expect, test } from 'vitest';
import { mayPass } from './originClient.ts';
import { connectionError, statusError, timeoutError, unreadable } from './originError.ts';

const URL = 'http://origin.test/';
const status = (number: number) => statusError(URL, number, '');

test('an origin that may answer later is told apart from one that does not, and from one that a retry reaches', () => {
  const errors = [timeoutError(URL, 1), connectionError(URL, { code: 'ECONNRESET' }), status(429), status(503)];
  for (const error of errors) expect([error.isTransient, error.isTemporary]).toEqual([true, true]);
  const refused = connectionError(URL, { code: 'ECONNREFUSED' });
  expect([refused.isTransient, refused.isTemporary]).toEqual([false, true]);
  for (const error of [status(401), status(404), unreadable(URL, 'nothing')])
    expect([error.isTransient, error.isTemporary]).toEqual([false, false]);
});

test('errors of the specification and about requests are answers, others may pass', () => {
  expect([429, -32005, -32603, -1, 0].map(mayPass)).toEqual(Array(5).fill(true));
  expect([1, 20, 99, -32600, -32601, -32602].map(mayPass)).toEqual(Array(6).fill(false));
});
