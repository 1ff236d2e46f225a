import { expect, test } from 'vitest';
import { portRefusal, refusedPorts, urlRefusal } from './refusedPorts.ts';

test('fetch of Node.js refuses every port of the table', async () => {
  expect(refusedPorts.length).toBeGreaterThan(80);
  for (const port of refusedPorts) {
    const error = await fetch(`http://127.0.0.1:${port}`).catch((thrown: Error) => thrown);
    expect((error as { cause?: Error }).cause?.message, String(port)).toBe('bad port');
  }
});

test('usual ports are not refused, and a URL is refused for its port', () => {
  for (const port of [80, 443, 3000, 5050, 5055, 8080, 8545, 9944]) expect(portRefusal(port)).toBeUndefined();
  expect(urlRefusal('http://127.0.0.1:6000/rpc')).toBe('fetch and browsers refuse port 6000');
  for (const url of ['http://127.0.0.1/', 'https://node:443', 'no url']) expect(urlRefusal(url)).toBeUndefined();
});
