// The screen of messages between L1 and L2, with the mock L1.
import { describe, expect, test } from 'vitest';
import { selectorOfName } from '../../src/abi/selector.ts';
import { rpc, startServer } from '../support/server.ts';
import { faultsInBothThemes, SIZES } from './axe.ts';
import { declare, readClass, senderOf } from './filledNode.ts';
import { canOpen, SLOW } from './openPage.ts';
import { usePage } from './usePage.ts';

const CONTRACT = '0x57e9';
const L1_CONTRACT = '0x8359e4b0152ed5a731162d3c7b0d8d56edb165a0';

describe.runIf(canOpen)('somebody who follows messages', () => {
  const tests = usePage(() => startServer('--ui'));

  test('sees what waits, delivers it, and goes to the transactions and back', async () => {
    const { url } = tests.node;
    const class_hash = await declare(url, readClass('exerciser'));
    await rpc(url, 'devnet_setClassHash', { contract_address: CONTRACT, class_hash });
    const { send } = await senderOf(url);
    const { page, complaints } = await tests.open('/messages');
    await page.getByText('No message yet').waitFor(SLOW);

    const sent = await send([{ to: CONTRACT, entryPoint: 'send', calldata: [BigInt(L1_CONTRACT), 1n, 42n] }]);
    await page.getByText('L2 → L1').waitFor(SLOW);
    // There is no L1 to bring it to, until one is chosen.
    await page.getByRole('button', { name: 'Deliver' }).click(SLOW);
    const noL1 = page.getByRole('alert').filter({ hasText: 'This node has no L1' });
    await noL1.getByText('--l1-url').waitFor(SLOW);
    expect(await noL1.textContent()).not.toMatch(/postman|_/i);
    for (const [, viewport] of SIZES) {
      await page.setViewportSize(viewport);
      expect(await faultsInBothThemes(page), `${viewport.width}`).toEqual([]);
      // Below the heading, over the whole width.
      const [told, title, table] = await Promise.all(
        [noL1, page.getByRole('heading', { level: 1 }), page.locator('.card').last()].map((part) => part.boundingBox()),
      );
      expect(told!.y).toBeGreaterThanOrEqual(title!.y + title!.height);
      expect(told!.width).toBe(table!.width);
    }
    await page.getByRole('button', { name: 'Use a mock L1' }).click(SLOW);
    await page.getByText('Delivered 0 messages to L2, 1 to L1.').waitFor(SLOW);
    // Nothing else brings the screen up to date from here on: the messages from L1 make no block.
    await page.getByRole('table', { name: 'Messages' }).getByText('delivered').waitFor(SLOW);
    const messageTo = (handler: string, payload: string[]) =>
      rpc<{ l1_transaction_hash: string; message_hash: string }>(url, 'devnet_mockL1SendMessageToL2', {
        l1_contract_address: L1_CONTRACT,
        l2_contract_address: CONTRACT,
        entry_point_selector: `0x${selectorOfName(handler).toString(16)}`,
        payload,
      });
    const { l1_transaction_hash, message_hash } = await messageTo('on_message', ['0x7']);
    await messageTo('no_handler', ['0x8']);
    const table = page.getByRole('table', { name: 'Messages' });
    await expect.poll(() => table.getByText('waiting').count(), SLOW).toBe(2);
    await table.getByText('on_message').waitFor(SLOW);
    await page.getByRole('button', { name: 'Deliver' }).click(SLOW);
    await table.getByText('refused').waitFor(SLOW);
    await expect.poll(() => table.getByText('delivered').count(), SLOW).toBe(2);

    // By state, by the L1 transaction, and to the handler and back.
    await page.getByRole('button', { name: 'Filters' }).click(SLOW);
    await page.getByLabel('State').selectOption('refused', SLOW);
    await expect.poll(() => table.getByRole('row').count(), SLOW).toBe(2);
    await page.goto(`${url}/ui/messages`);
    await page
      .getByRole('link', { name: `${l1_transaction_hash.slice(0, 6)}` })
      .first()
      .click(SLOW);
    await expect.poll(() => table.getByRole('row').count(), SLOW).toBe(2);
    await table.locator('a[href*="/tx/"]').click(SLOW);
    await page.getByRole('tab', { name: 'Overview' }).click(SLOW);
    await page.getByRole('link', { name: message_hash }).click(SLOW);
    await expect.poll(() => table.getByRole('row').count(), SLOW).toBe(2);
    await page.goto(`${url}/ui/tx/${sent}?tab=messages`);
    await page.getByRole('link', { name: 'What became of them on L1' }).click(SLOW);
    await table.getByText('L2 → L1').waitFor(SLOW);
    expect(new URL(page.url()).search).toBe(`?hash=${sent}`);

    await page.goto(`${url}/ui/messages`);
    await table.getByText('refused').waitFor(SLOW);
    for (const [, viewport] of SIZES) {
      await page.setViewportSize(viewport);
      expect(await faultsInBothThemes(page), `${viewport.width}`).toEqual([]);
    }
    expect(complaints).toEqual([]);
  });
});
