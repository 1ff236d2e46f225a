// The screen of a block: what it says stays true on a long block and while the chain goes on.
import { describe, expect, test } from 'vitest';
import type { CallLike } from '../../src/library/sending/calls.ts';
import { rpc, startServer } from '../support/server.ts';
import { STRK, senderOf } from './filledNode.ts';
import { canOpen, SLOW } from './openPage.ts';
import { usePage } from './usePage.ts';

/** More than the page reads events of. */
const TRANSFERS = 231;

describe.runIf(canOpen)('the screen of a block', () => {
  const tests = usePage(() => startServer('--ui'));

  test('counts all transfers, and asks for nothing again that cannot change', async () => {
    const { url } = tests.node;
    const { send } = await senderOf(url);
    const pay: CallLike = { to: STRK, entryPoint: 'transfer', calldata: [0x99n, 1n, 0n] };
    await send(Array.from({ length: TRANSFERS }, () => pay));
    const { page, complaints } = await tests.open('/');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.postData() ?? ''));
    page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => asked.push(String(payload))));
    await page.goto(`${url}/ui/block/1?tab=balances`);
    const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: '0x99', exact: true }) });
    await expect.poll(() => row.textContent(SLOW), SLOW).toContain(`+0.${String(TRANSFERS).padStart(18, '0')}STRK`);
    const count = (method: string) => asked.filter((text) => text.includes(method)).length;
    for (const method of ['compareStates', 'findEvents']) expect(count(method), method).toBeGreaterThan(0);
    const before = ['compareStates', 'findEvents'].map(count);
    const overviews = count('getOverview');
    await rpc(url, 'devnet_createBlock');
    await expect.poll(() => count('getOverview'), SLOW).toBeGreaterThan(overviews);
    expect(['compareStates', 'findEvents'].map(count)).toEqual(before);
    expect(complaints).toEqual([]);
  });

  test('names the storage that a block changed, with amounts in tokens', async () => {
    const { page, complaints } = await tests.open('/block/1?tab=state');
    const row = page.getByRole('row').filter({ hasText: 'ERC20_balances[0x99]' });
    await expect.poll(() => row.textContent(SLOW), SLOW).toContain(`0.${String(TRANSFERS).padStart(18, '0')} STRK`);
    expect(complaints).toEqual([]);
  });

  test('shows the present status of a block in its JSON', async () => {
    const { url } = tests.node;
    const { page } = await tests.open('/block/1?tab=raw');
    await page.getByText('"status": "ACCEPTED_ON_L2"').waitFor(SLOW);
    await rpc(url, 'devnet_acceptOnL1', { starting_block_id: { block_number: 1 } });
    await rpc(url, 'devnet_createBlock');
    await page.getByText('"status": "ACCEPTED_ON_L1"').waitFor(SLOW);
  });
});
