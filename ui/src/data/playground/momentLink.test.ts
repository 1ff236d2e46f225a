import { expect, test } from 'vitest';
import { linkAt, momentLink } from './momentLink.ts';

test('a link says why it cannot be made', async () => {
  expect(await momentLink(new Uint8Array(10))).toEqual({ text: expect.stringMatching(/^#moment=/) });
  const noise = crypto.getRandomValues(new Uint8Array(65_536));
  const large = new Uint8Array(1_000_000);
  for (let at = 0; at < large.length; at += noise.length) large.set(noise.subarray(0, large.length - at), at);
  for (let i = 0; i < large.length; i++) large[i]! ^= Math.imul(i, 2_654_435_761) >>> 24;
  expect(await momentLink(large)).toEqual({ reason: expect.stringMatching(/at most 1000000 work/) });
});

test.each([
  ['https://a.site/play/', 'https://a.site/play/'],
  [' http://127.0.0.1:8000 ', 'http://127.0.0.1:8000/'],
  ['https://a.site/play/?at=%2Fblocks', 'https://a.site/play/'],
  ['https://a.site/?at=%2Ftx%2F0x1#moment=old', 'https://a.site/'],
])('a playground may be at %s', (address, place) => {
  expect(linkAt(address, '#moment=a')).toBe(`${place}#moment=a`);
});

test.each(['', 'javascript:alert(1)//', 'data:text/html,', 'a.site/play', 'file:///a', '//a.site'])(
  'and not at %j',
  (address) => {
    expect(linkAt(address, '#moment=a')).toBeUndefined();
  },
);
