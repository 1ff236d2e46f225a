// Small things that cost trust: texts in other scripts, ages, and what somebody has just made.
import { describe, expect, test } from 'vitest';
import { feltsOfBytes } from '../../src/abi/byteArray.ts';
import { rpc, startServer } from '../support/server.ts';
import { declare, readClass, STRK, senderOf } from './filledNode.ts';
import { canOpen, openPage, SLOW } from './openPage.ts';
import { usePage } from './usePage.ts';

/** Hebrew, a dash and Russian. */
const TEXT = '\u05e8\u05e2 \u2013 \u0434\u043e\u0440\u043e\u0433\u043e';

describe.runIf(canOpen)('somebody who looks closely', () => {
  const tests = usePage(() => startServer('--ui', '--state-archive-capacity', 'full'));

  test('reads the text of a panic in its own script, and finds what was just made on top of its list', async () => {
    const { url } = tests.node;
    const class_hash = await declare(url, readClass('exerciser'));
    const contract_address = '0x57e9';
    await rpc(url, 'devnet_setClassHash', { contract_address, class_hash });
    const { send } = await senderOf(url);
    const calldata = [...feltsOfBytes(new TextEncoder().encode(TEXT))];
    const hash = await send([{ to: contract_address, entryPoint: 'panic_text', calldata }]);
    const { page, complaints } = await tests.open(`/tx/${hash}`);
    await page.locator('.reason', { hasText: TEXT }).waitFor(SLOW);
    for (const [list, path] of [
      ['Contracts', '/contracts'],
      ['Classes', '/classes'],
    ] as const) {
      await page.goto(`${url}/ui${path}`);
      await page.getByRole('table', { name: list }).getByRole('row').nth(1).getByText('Exerciser').waitFor(SLOW);
    }
    expect(complaints).toEqual([]);
  });

  test('reads earlier writes of a cell, and that those before the newest thousand are not shown', async () => {
    const { url } = tests.node;
    for (let i = 0; i < 30; i++) await rpc(url, 'devnet_mint', { address: '0x7177', amount: 1 });
    const { page } = await tests.open(`/contract/${STRK}?tab=storage`);
    const cell = page.locator('button.cell', { hasText: '0x7177' }).first();
    await cell.click(SLOW);
    const writers = page.getByRole('list', { name: 'Who wrote it' });
    const more = writers.getByRole('button', { name: 'Show earlier writes' });
    await more.click(SLOW);
    await expect.poll(() => writers.getByRole('listitem').count(), SLOW).toBe(30);
    // As if there were always more of them.
    await page.route('**/rpc', async (route) => {
      const answer = await route.fetch();
      const body = await answer.text();
      await route.fulfill({ response: answer, body: body.replace('"has_more":false', '"has_more":true') });
    });
    await page.reload();
    await cell.click(SLOW);
    for (let i = 0; i < 10; i++) await more.click(SLOW);
    await writers.getByText('these are the newest 1,000').waitFor(SLOW);
    expect(await more.count()).toBe(0);
  });

  test('goes from a later page of one list of a contract to the other list', async () => {
    const { page, complaints } = await tests.open(`/contract/${STRK}?tab=transactions`);
    await page.getByRole('link', { name: 'Older' }).click(SLOW);
    await page.getByRole('link', { name: 'Newest' }).waitFor(SLOW);
    await page.getByRole('tab', { name: 'Events' }).click(SLOW);
    await page.getByText('Transfer(from').first().waitFor(SLOW);
    expect(await page.getByRole('alert').count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  test('sees no block of the future on a fork of a chain whose clock was moved', async () => {
    await rpc(tests.node.url, 'devnet_increaseTime', { time: 86_400 });
    await rpc(tests.node.url, 'devnet_createBlock');
    const fork = await startServer('--ui', '--fork-network', tests.node.url);
    try {
      for (const path of ['/', '/blocks']) {
        const { page } = await openPage(tests.browser, fork.url, path);
        await page.locator('time').first().waitFor(SLOW);
        const ages = await page.locator('time').allTextContents();
        expect(ages.filter((age) => !/^now$| ago$/.test(age))).toEqual([]);
      }
    } finally {
      await fork.stop();
    }
  });
});
