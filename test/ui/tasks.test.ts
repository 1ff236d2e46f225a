// What people come for, each from the dashboard with at most three clicks. Typing into a field, choosing from a list and dropping a file
// are no clicks.
import { fileURLToPath } from 'node:url';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { selectorOfName } from '../../src/abi/selector.ts';
import { rpc } from '../support/server.ts';
import { type FilledNode, STRK, startFilledNode } from './filledNode.ts';
import { canOpen, SLOW } from './openPage.ts';
import { usePage } from './usePage.ts';

const MOST_CLICKS = 3;
const CLASS_FILE = fileURLToPath(new URL('../../contracts/classes/kinds.sierra.json', import.meta.url));

/** A page whose clicks are counted. */
class Hand {
  clicks = 0;
  readonly page: Page;
  readonly node: FilledNode;

  constructor(page: Page, node: FilledNode) {
    this.page = page;
    this.node = node;
  }

  async click(target: Locator): Promise<void> {
    this.clicks++;
    await target.click(SLOW);
  }

  button = (name: string | RegExp, exact = true) => this.click(this.page.getByRole('button', { name, exact }).first());
  link = (name: string | RegExp, exact = true) => this.click(this.page.getByRole('link', { name, exact }).first());
  tab = (name: string) => this.click(this.page.getByRole('tab', { name }));
  /** An entry of the navigation. */
  screen = (name: string) => this.click(this.page.locator('nav#navigation a', { hasText: name }).first());
  fill = (label: string | RegExp, text: string) => this.page.getByLabel(label).first().fill(text, SLOW);
  see = (text: string | RegExp) => this.page.getByText(text).first().waitFor(SLOW);

  /** Searches and goes to the first that is found. */
  async search(text: string): Promise<void> {
    await this.button(/^Search/, false);
    await this.page.getByRole('combobox').fill(text, SLOW);
    await this.page.getByRole('option').first().waitFor(SLOW);
    await this.page.keyboard.press('Enter');
  }

  transaction = (hash: string) => this.click(this.page.locator(`a[href$="/tx/${hash}"]`).first());
}

const TASKS: readonly (readonly [string, (hand: Hand) => Promise<unknown>])[] = [
  [
    'why and at which line a transaction was reverted',
    async (hand) => {
      await hand.transaction(hand.node.failed);
      await hand.page.locator('.reason', { hasText: 'the vault is closed' }).waitFor(SLOW);
      await hand.see(new RegExp(`${hand.node.failedLine.split('/').at(-1)}`));
    },
  ],
  [
    'the reverted ones among many',
    async (hand) => {
      await hand.screen('Transactions');
      await hand.page.getByLabel('Result').selectOption('REVERTED', SLOW);
      await hand.transaction(hand.node.reverted);
      await hand.see('insufficient balance');
    },
  ],
  [
    'who changed a storage cell',
    async (hand) => {
      await hand.search('STRK');
      await hand.tab('Storage');
      await hand.click(hand.page.locator('button.cell', { hasText: 'ERC20_balances[' }).first());
      await hand.page.getByRole('list', { name: 'Who wrote it' }).waitFor(SLOW);
    },
  ],
  [
    'call a view function',
    async (hand) => {
      await hand.search('STRK');
      await hand.click(hand.page.locator('details.function summary', { hasText: 'balance_of' }).first());
      await hand.fill(/^account/, hand.node.accounts[0]!.address);
      await hand.button('Call');
      await hand.page.locator('.answer').first().waitFor(SLOW);
    },
  ],
  [
    'send a transaction with typed arguments',
    async (hand) => {
      await hand.screen('Simulate');
      await fillTransfer(hand, '5');
      await hand.button('Send');
      await hand.see('succeeded');
    },
  ],
  [
    'declare a class and deploy it',
    async (hand) => {
      await hand.screen('Classes');
      await hand.page.locator('input[type=file]').setInputFiles(CLASS_FILE);
      await hand.link('Deploy it');
      await hand.button('Deploy');
      await hand.see('Deployed at');
    },
  ],
  [
    'mint',
    async (hand) => {
      await hand.screen('Accounts');
      await hand.fill('Amount in tokens', '7');
      await hand.button('Mint');
      await hand.see('7 STRK were minted');
    },
  ],
  [
    'travel in time',
    async (hand) => {
      await hand.button('+ 1 day');
      await hand.see('1 d ahead');
    },
  ],
  [
    'take a snapshot and return to it',
    async (hand) => {
      await hand.screen('Timeline');
      await hand.button('Take a snapshot');
      await hand.button(/^Restore snapshot/);
      await hand.see(/^Restored/);
    },
  ],
  [
    'all transfers to one address',
    async (hand) => {
      await hand.screen('Events');
      await hand.fill('Event', 'Transfer');
      await hand.fill('Members', 'to=0x77');
      await hand.button('Filter');
      await hand.see('Transfer(from');
    },
  ],
  [
    'compare the gas of two transactions',
    async (hand) => {
      await hand.transaction(hand.node.failed);
      await hand.tab('Gas');
      await hand.link(/^Compare/, false);
      const before = hand.page.getByRole('form', { name: 'Before' }).getByLabel('Transaction hash');
      await before.fill(hand.node.transfer, SLOW);
      await before.press('Enter');
      await hand.see(/functions? unchanged/);
    },
  ],
  [
    'follow a message from L1 to its handler',
    async (hand) => {
      await sendMessage(hand.node);
      await hand.screen('L1 messages');
      await hand.button('Deliver');
      await hand.click(hand.page.getByRole('table', { name: 'Messages' }).locator('a[href*="/tx/"]').first());
      await hand.page.getByRole('heading', { name: 'Transaction' }).waitFor(SLOW);
    },
  ],
  [
    'simulate a call that fails',
    async (hand) => {
      await hand.screen('Simulate');
      await fillTransfer(hand, '1e30');
      await hand.button('Simulate');
      await hand.see('insufficient balance');
      await hand.link('Debug');
      await hand.page.getByRole('heading', { name: 'Debugger' }).waitFor(SLOW);
    },
  ],
  [
    'step backwards from a failure',
    async (hand) => {
      await hand.transaction(hand.node.failed);
      await hand.link('Debug the failure');
      const at = await hand.page.getByText(/^step [\d,]+ of/).textContent(SLOW);
      await hand.click(hand.page.getByRole('button', { name: /back/i }).first());
      await expect.poll(() => hand.page.getByText(/^step [\d,]+ of/).textContent(), SLOW).not.toBe(at);
    },
  ],
  [
    'the flame graph of a transaction by function',
    async (hand) => {
      await hand.transaction(hand.node.failed);
      await hand.tab('Gas');
      await hand.page.locator('figure').first().waitFor(SLOW);
    },
  ],
  [
    'coverage',
    async (hand) => {
      await hand.screen('Coverage');
      await hand.see('vault.cairo');
    },
  ],
  [
    'share a transaction with somebody who has no node',
    async (hand) => {
      await hand.transaction(hand.node.failed);
      await hand.button('Export');
      const download = hand.page.waitForEvent('download', SLOW);
      await hand.button('Save the file');
      await download;
    },
  ],
  [
    'search by anything',
    async (hand) => {
      await hand.search(hand.node.transfer.slice(0, 12));
      await hand.page.getByRole('heading', { name: 'Transaction' }).waitFor(SLOW);
    },
  ],
  [
    'connect a dapp',
    async (hand) => {
      await hand.screen('Connect');
      await hand.see('nodeUrl');
    },
  ],
  [
    'stop when a cell changes',
    async (hand) => {
      await hand.screen('Watch');
      await hand.fill('Contract', 'STRK');
      await hand.fill('Variable', 'ERC20_total_supply');
      await hand.button('Stop when it changes');
      await hand.see('When ERC20_total_supply of');
    },
  ],
];

async function fillTransfer(hand: Hand, amount: string): Promise<void> {
  const fields = hand.page.getByRole('group', { name: 'Call 1' });
  await fields.getByLabel('Contract', { exact: true }).fill(STRK, SLOW);
  await fields.getByLabel('Function').selectOption('transfer', SLOW);
  await fields.getByLabel(/^recipient/).fill('0x99', SLOW);
  await fields.getByLabel(/^amount/).fill(amount, SLOW);
}

/** A message that waits on the mock L1. */
async function sendMessage({ url }: FilledNode): Promise<void> {
  await rpc(url, 'devnet_postmanLoad', { network_url: 'mock' });
  await rpc(url, 'devnet_mockL1SendMessageToL2', {
    l1_contract_address: '0x8359e4b0152ed5a731162d3c7b0d8d56edb165a0',
    l2_contract_address: STRK,
    entry_point_selector: `0x${selectorOfName('on_message').toString(16)}`,
    payload: ['0x1'],
  });
}

describe.runIf(canOpen)('somebody at the dashboard', () => {
  const tests = usePage(startFilledNode);

  test.each(TASKS)('needs at most three clicks: %s', async (_, run) => {
    const { page } = await tests.open('/', {
      viewport: { width: 1440, height: 900 },
      permissions: ['clipboard-write'],
    });
    const hand = new Hand(page, tests.node);
    await run(hand);
    expect(hand.clicks).toBeLessThanOrEqual(MOST_CLICKS);
  });
});
