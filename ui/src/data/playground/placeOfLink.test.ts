import { expect, test } from 'vitest';
import { chainOfLink } from '../../transport/chainLink.ts';
import { placeOfLink } from './placeOfLink.ts';

test('a damaged link, or a chain that cannot be loaded, leads to the screen that says so', async () => {
  const chain = chainOfLink('#state=AAAA');
  const started = chain.then(
    () => undefined,
    (error: Error) => error,
  );
  expect(await placeOfLink(chain, started, '/')).toBe('/playground');
  const file = { kind: 'moment', bytes: new Uint8Array(5) } as const;
  expect(await placeOfLink(Promise.resolve(file), Promise.resolve(new Error('newer')), '/')).toBe('/playground');
});

test('a chain, or none, leaves the page where it is', async () => {
  const started = Promise.resolve(undefined);
  for (const chain of [undefined, { kind: 'state', bytes: new Uint8Array(5) } as const])
    expect(await placeOfLink(Promise.resolve(chain), started, '/')).toBeUndefined();
});

test('a moment leads to the debugger, but not away from where the page is loaded again', async () => {
  const head = { format: 'starbox-moment', version: 1, transaction: '0x1', moment: 7 };
  const chain = Promise.resolve({
    kind: 'moment',
    bytes: new TextEncoder().encode(`${JSON.stringify(head)}\n`),
  } as const);
  expect(await placeOfLink(chain, Promise.resolve(undefined), '/')).toBe('/tx/0x1/debug?at=7');
  expect(await placeOfLink(chain, Promise.resolve(undefined), '/tx/0x1/debug')).toBeUndefined();
});
