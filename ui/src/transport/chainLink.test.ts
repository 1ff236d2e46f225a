import { expect, test } from 'vitest';
import { chainOfLink, linkOfChain } from './chainLink.ts';

/** Bytes that no compression makes shorter, the same in every run. */
function noise(length: number): Uint8Array {
  let state = 1;
  return Uint8Array.from({ length }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state >>> 24;
  });
}

test('a chain comes out of its link as it went in', async () => {
  for (const kind of ['state', 'journal'] as const)
    for (const bytes of [new Uint8Array(), noise(1_000), new Uint8Array(10_000)])
      expect(await chainOfLink(await linkOfChain({ kind, bytes }))).toEqual({ kind, bytes });
});

test('a link has only characters that chats leave alone', async () => {
  expect(await linkOfChain({ kind: 'journal', bytes: noise(5_000) })).toMatch(/^#journal=[\w-]+$/);
});

test('a chain that would make the link too long is saved as a file instead', async () => {
  await expect(linkOfChain({ kind: 'state', bytes: noise(800_000) })).rejects.toThrow(
    /at most 1000000 work\. Save the file instead\./,
  );
});

test('other fragments hold no chain', async () => {
  for (const fragment of ['', '#', '#top', '#other=abc', 'state=abc'])
    expect(await chainOfLink(fragment)).toBeUndefined();
});

test('a link that is damaged or cut says so', async () => {
  const link = await linkOfChain({ kind: 'state', bytes: noise(1_000) });
  for (const damaged of ['#state=', '#state=%%%', '#state=AAAA', link.slice(0, 500), link.replace(/.$/, '!')])
    await expect(chainOfLink(damaged), damaged).rejects.toThrow('the link is damaged or was cut');
});
