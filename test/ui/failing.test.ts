// What the page says and shows when something fails, is missing or is typed wrong.
import { describe, expect, test } from 'vitest';
import { wayData } from '../support/failures.ts';
import { rpc, startServer } from '../support/server.ts';
import { declare, readClass, STRK, senderOf, startFilledNode } from './filledNode.ts';
import { canOpen, openPage } from './openPage.ts';
import { usePage } from './usePage.ts';

const SHOP = '0x53686f70';

describe.runIf(canOpen)('somebody for whom something fails', () => {
  const tests = usePage(startFilledNode);

  test('reads why a transaction was reverted in the form that sent it, with the line of Cairo', async () => {
    const { page } = await tests.open(`/contract/${SHOP}?tab=write`);
    await page.getByText('fail', { exact: true }).click();
    await page.getByText('{"Panic": 1} or Assert or {"Overflow": 1} or Index').waitFor();
    await page.getByLabel('way: Way').fill('Assert');
    await page.getByRole('button', { name: 'Send' }).click();
    const status = page.getByRole('status').first();
    await status.getByText("panicked with 'Vault: closed'").waitFor();
    await status.getByRole('figure', { name: /^Source, line/ }).waitFor();
    await status.getByRole('link', { name: 'Show its calls' }).click();
    await page.getByRole('region', { name: 'Why it was reverted' }).waitFor();
  });

  test('sees that a long list of changes is cut, and pages through a long list of contracts', async () => {
    const { url, classHash: class_hash } = tests.node;
    const deployed_contracts = Array.from({ length: 120 }, (_, i) => ({
      address: `0x${(0x900 + i).toString(16)}`,
      class_hash,
    }));
    await rpc(url, 'devnet_applyStateDiff', { state_diff: { deployed_contracts } });
    await rpc(url, 'devnet_createBlock');
    const number = await rpc<number>(url, 'starknet_blockNumber');
    const { page } = await tests.open(`/block/${number}?tab=state`);
    await page.getByText('120 deployed contracts').waitFor();
    await page.getByText('The first 100 of 120 are shown.').waitFor();
    await page.goto(`${url}/ui/class/${class_hash}?tab=contracts`);
    await page.getByRole('link', { name: 'More →' }).click();
    await page.getByRole('link', { name: '0x977' }).waitFor();
  });

  test('goes from a reverted transaction to the failing line in the debugger', async () => {
    const caught = await tests.node.send([{ to: SHOP, entryPoint: 'fail', calldata: wayData('caught').map(BigInt) }]);
    for (const [hash, text] of [
      [tests.node.failed, 'panic!('],
      // An earlier panic was caught: the line that failed is a later one.
      [caught, 'after a failure that was caught'],
    ] as const) {
      const { page } = await tests.open(`/tx/${hash}`);
      await page.getByRole('link', { name: 'Debug the failure' }).click();
      await page.getByRole('heading', { level: 1, name: 'Debugger' }).waitFor();
      await page.locator('[aria-current="step"]', { hasText: text }).waitFor();
    }
  });

  test('is told how to get lines of Cairo, but not for classes that the node starts with', async () => {
    const class_hash = await declare(tests.node.url, readClass('steps'));
    await rpc(tests.node.url, 'devnet_setClassHash', { contract_address: '0x57e9', class_hash });
    const hash = await tests.node.send([
      { to: '0x57e9', entryPoint: 'panic_with', calldata: [2n, 0x7a7an, 0xab54a98ceb1f0ad2n] },
    ]);
    const { page } = await tests.open(`/tx/${hash}`);
    await page.getByText('--artifacts target/dev').waitFor();
    // A number of panic data is no text.
    await page.getByText("✗ 'zz', 0xab54…0ad2").first().waitFor();
    await page.goto(`${tests.node.url}/ui/tx/${tests.node.reverted}`);
    await page.getByText("panicked with 'ERC20: insufficient balance'").waitFor();
    await page.waitForLoadState('networkidle');
    expect(await page.getByText('--artifacts').count()).toBe(0);
  });

  test('sees that long calldata is not shown whole', async () => {
    const class_hash = await declare(tests.node.url, readClass('steps'));
    await rpc(tests.node.url, 'devnet_setClassHash', { contract_address: '0x57e9', class_hash });
    const data = Array.from({ length: 50 }, (_, i) => BigInt(i + 1));
    const hash = await tests.node.send([{ to: '0x57e9', entryPoint: 'panic_with', calldata: [50n, ...data] }]);
    const { page } = await tests.open(`/tx/${hash}`);
    await page.getByText('0x27 … (51 felts, cut here)').waitFor();
  });

  test('sees in the call tree which events the revert dropped', async () => {
    const { page } = await tests.open(`/tx/${tests.node.failed}`);
    const tree = page.getByRole('list', { name: 'Calls' });
    await tree.getByText('Visited(').waitFor();
    // The transfer and the visit of the failed call; the fee is paid in any case, and shown on request.
    expect(await tree.getByText('dropped', { exact: true }).count()).toBe(2);
    expect(await tree.getByText('event', { exact: true }).count()).toBe(2);
  });

  test('finds a heading, the reason and a way on where the chain does not have something', async () => {
    const { page } = await tests.open('/tx/0xdead');
    for (const [path, heading, title] of [
      ['/tx/0xdead', 'Transaction not found', 'Transaction 0xdead · Starbox'],
      ['/tx/0xdead/debug', 'Transaction not found', 'Debugger 0xdead · Starbox'],
      ['/block/99999', 'Block not found', 'Block 99999 · Starbox'],
      ['/class/0xdead', 'Class not found', 'Class 0xdead · Starbox'],
      ['/contract/0x77', 'Address', 'Contract 0x77 · Starbox'],
      ['/tx/hello', 'This is not a transaction hash', 'Transaction hello · Starbox'],
      ['/block/abc', 'This is not a block', 'Block abc · Starbox'],
    ] as const) {
      await page.goto(`${tests.node.url}/ui${path}`);
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
      expect(await page.title()).toBe(title);
    }
    // It owns tokens and has a transaction, although nothing is deployed there.
    await page.goto(`${tests.node.url}/ui/contract/0x77`);
    await page.getByText('1 fri').waitFor();
    await page.getByText('permissioned_mint').waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Timeline' }).click();
    await page.getByRole('heading', { level: 1, name: 'Timeline' }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Address' }).waitFor();
  });

  test('does not see a transaction any more that was taken back', async () => {
    const id = await rpc<string>(tests.node.url, 'devnet_snapshot');
    const { tx_hash } = await rpc<{ tx_hash: string }>(tests.node.url, 'devnet_mint', { address: '0x76', amount: 1 });
    const { page } = await tests.open(`/tx/${tx_hash}`);
    await page.getByRole('heading', { level: 1, name: 'Transaction', exact: true }).waitFor();
    await page.getByTitle('The connection to the node: Live').waitFor();
    await rpc(tests.node.url, 'devnet_revert', { snapshot_id: id });
    await page.getByRole('heading', { level: 1, name: 'Transaction not found' }).waitFor();
  });

  test('reads at each field what is wrong with it, and gets there with the focus', async () => {
    const { page } = await tests.open(`/contract/${STRK}?tab=write`);
    await page.getByText('transfer', { exact: true }).click();
    const [recipient, amount] = [page.getByLabel('recipient: ContractAddress'), page.getByLabel('amount: u256')];
    await recipient.fill('what');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('alert').getByText('Nobody is called what').waitFor();
    await page.getByRole('alert').getByText('amount: A value is needed.').waitFor();
    expect(await amount.getAttribute('aria-invalid')).toBe('true');
    const id = await recipient.getAttribute('id');
    await expect.poll(() => page.evaluate('document.activeElement.id')).toBe(id);
    await recipient.fill('0x99');
    await page.getByText('Nobody is called what').waitFor({ state: 'detached' });
    await page.getByLabel('From').fill('zzz');
    await page.getByText('A name is read when you leave the field.').waitFor();
    expect(await page.getByRole('button', { name: 'Send' }).isDisabled()).toBe(true);
  });
});

describe.runIf(canOpen)('somebody who looks at a chain', () => {
  const tests = usePage(startFilledNode);

  test('reads ages by the clock of the chain', async () => {
    await rpc(tests.node.url, 'devnet_increaseTime', { time: 864_000 });
    const { page } = await tests.open('/blocks');
    await page.getByText('10 d ago').first().waitFor();
    expect(
      await page
        .locator('time')
        .filter({ hasNotText: /^now$| ago$/ })
        .count(),
    ).toBe(0);
  });

  test('reads lists and ports of the configuration', async () => {
    const { page } = await tests.open('/settings');
    await page.getByText(`${new URL(tests.node.url).port}`, { exact: true }).waitFor();
    await page.getByText(/class hash 0x\w+…\w+ is actual class hash 0x/).waitFor();
  });

  test('finds the data and the block of an event that the ABI does not have', async () => {
    const class_hash = await declare(tests.node.url, readClass('steps'));
    await rpc(tests.node.url, 'devnet_setClassHash', { contract_address: '0x57e9', class_hash });
    await tests.node.send([{ to: '0x57e9', entryPoint: 'emit', calldata: [1n, 0x64n, 2n, 0x1en, 0x28n] }]);
    const { page } = await tests.open('/contract/0x57e9?tab=events');
    await page.getByText('data 0x1e 0x28').waitFor();
    await page.getByRole('list', { name: 'Events' }).getByRole('link').last().click();
    await page.getByRole('heading', { level: 1, name: /^Block \d+$/ }).waitFor();
  });

  test('reads the steps of a call whose class is metered in steps', async () => {
    const class_hash = await declare(tests.node.url, readClass('steps'));
    await rpc(tests.node.url, 'devnet_setClassHash', { contract_address: '0x57e9', class_hash });
    const hash = await tests.node.send([{ to: '0x57e9', entryPoint: 'emit', calldata: [0n, 0n] }]);
    const { page } = await tests.open(`/tx/${hash}`);
    const bar = page.locator('.gas-bar', { hasText: /^[\d,]+ steps$/ }).first();
    expect(await bar.getAttribute('title')).toBe(await bar.textContent());
  });

  test('sees on a fork the fee of an older transaction, and the events of a contract that only the fork has', async () => {
    const fork = await startServer('--ui', '--fork-network', tests.node.url);
    try {
      const { page } = await openPage(tests.browser, fork.url, `/tx/${tests.node.transfer}?tab=overview`);
      await page.getByRole('table', { name: 'Parts of the fee' }).waitFor();
      const class_hash = await declare(fork.url, readClass('steps'));
      await rpc(fork.url, 'devnet_setClassHash', { contract_address: '0x57ea', class_hash });
      const { send } = await senderOf(fork.url);
      await send([{ to: '0x57ea', entryPoint: 'emit', calldata: [1n, 0x64n, 2n, 0x1en, 0x28n] }]);
      await page.goto(`${fork.url}/ui/contract/0x57ea?tab=events`);
      await page.getByText('data 0x1e 0x28').nth(1).waitFor();
    } finally {
      await fork.stop();
    }
  });

  test('sees whole tables on the dashboard in a window of 1024 pixels', async () => {
    const { page } = await tests.open('/', { viewport: { width: 1024, height: 900 } });
    await page.getByText('accepted on L2').first().waitFor();
    await page.getByText('STRK.transfer').first().waitFor();
    const cut =
      '[...document.querySelectorAll(".table-scroll")].filter((box) => box.scrollWidth > box.clientWidth).length';
    expect(await page.evaluate(cut)).toBe(0);
  });

  test('goes back from the genesis block to no other block', async () => {
    const { page } = await tests.open('/block/0');
    await page.getByRole('link', { name: 'Block 1 →' }).waitFor();
    expect(await page.getByRole('link', { name: '← Block' }).count()).toBe(0);
  });
});

describe.runIf(canOpen)('somebody who looks at a node with strict answers', () => {
  const tests = usePage(() => startServer('--ui', '--accounts', '1', '--strict-answers'));

  test('reads the same help as elsewhere: the page asks by names that always answer with it', async () => {
    const class_hash = await declare(tests.node.url, readClass('greedy'));
    await rpc(tests.node.url, 'devnet_setClassHash', { contract_address: '0x57e9', class_hash });
    const { page } = await tests.open('/contract/0x57e9');
    await page.getByText('panic_with_values', { exact: true }).click();
    await page.getByLabel('values: u32').fill('1');
    await page.getByRole('button', { name: 'Call' }).last().click();
    await page.getByText('The call failed: ').first().waitFor();
  });
});
