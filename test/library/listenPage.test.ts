import { expect, test } from 'vitest';
import { Sandbox } from '../../src/index.ts';
import { isBuilt } from '../support/build.ts';

const built = new URL('../../dist/index.js', import.meta.url);

test.runIf(isBuilt)('listen serves the explorer page if it is asked for', async () => {
  const library: typeof import('../../src/index.ts') = await import(built.href);
  const box = await library.Sandbox.create({ accounts: 1 });
  try {
    const { url, pageUrl } = await box.listen({ ui: true });
    expect(pageUrl).toBe(`${url}/ui/`);
    const page = await fetch(pageUrl!);
    expect(page.status).toBe(200);
    expect(await page.text()).toMatch(/<!doctype html>/i);
    const plain = await box.listen();
    expect(plain.pageUrl).toBeUndefined();
    expect((await fetch(`${plain.url}/ui/`)).status).toBe(404);
  } finally {
    await box.close();
  }
});

test('listen says how to get the page where it is not built', async () => {
  const box = await Sandbox.create({ accounts: 1 });
  await expect(box.listen({ ui: true })).rejects.toThrow('The explorer page is not built. Run `npm run build`');
  await box.close();
});
