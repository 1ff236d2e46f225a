// The dapp from end to end, in a real browser, without a network. The sandbox of each test answers at the address that the dapp uses, and the
// test is the user of the wallet.
import sessionAccount from 'starbox/contracts/SessionAccount.json' with { type: 'json' };
import { dappTest, expect } from 'starbox/playwright';
import { hash } from 'starknet';
import { createWalletClient, custom, parseAbi } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { foundry } from 'viem/chains';
import { ARCADE, BRIDGE } from '../src/deployment.js';

const test = dappTest({
  seed: 7,
  rpcUrl: 'http://127.0.0.1:5050',
  stateArchiveCapacity: 'full', // so that blocks can be taken back
  paymaster: true,
  l1: { url: 'evm' },
  setup: (box) => box.deploy('arcade.contract_class.json', { bridge: BRIDGE }, { salt: 0n, unique: false }),
});

/** What pages asked of other machines, which they do not get. */
const foreign = [];
const isForeign = ({ protocol, hostname }) => protocol !== 'data:' && !['localhost', '127.0.0.1'].includes(hostname);

test.beforeEach(async ({ context, page, values: arcade }) => {
  await context.route(isForeign, (route) => {
    foreign.push(route.request().url());
    return route.abort();
  });
  expect(arcade.address, 'the address in src/deployment.js').toBe(ARCADE);
  await page.goto('/');
});

test.afterEach(() => expect(foreign.splice(0), 'requests to the internet').toEqual([]));

const press = (page, name) => page.getByRole('button', { name, exact: true }).click();
const shows = (page, id, text) => expect(page.getByTestId(id)).toHaveText(text);
const tells = (page, text) => expect(page.getByRole('status')).toHaveText(text);
const connect = async (page) => {
  await press(page, 'Connect');
  await tells(page, 'Connected.');
};

test('connects, and shows the account', async ({ page, wallet, box }) => {
  await connect(page);
  await shows(page, 'player', box.accounts[0].address);
  await shows(page, 'score', '0');
  await expect(wallet).toHaveBeenAskedTo('wallet_requestAccounts');
});

test('plays, and shows the score', async ({ page, wallet, values: arcade, box }) => {
  await connect(page);
  await press(page, 'Play');
  await tells(page, 'Played.');
  await shows(page, 'score', '1');
  await expect(wallet).toHaveBeenAskedTo('play');
  expect(await arcade.read.score(box.accounts[0])).toBe(1n);
});

test('signs in with a signature that the account accepts', async ({ page, wallet }) => {
  await connect(page);
  await press(page, 'Sign in');
  await tells(page, 'Signed in.');
  await expect(wallet).toHaveBeenAskedTo('Login', { site: 'localhost' });
});

test('says so if the user declines, and sends nothing', async ({ page, wallet, values: arcade, box }) => {
  wallet.reject({ times: 1 });
  await press(page, 'Connect');
  await expect(page.getByRole('alert')).toHaveText('You declined.');
  await connect(page);
  wallet.reject();
  for (const button of ['Play', 'Play for free', 'Sign in']) {
    await press(page, button);
    await expect(page.getByRole('alert')).toHaveText('You declined.');
  }
  expect(await arcade.read.score(box.accounts[0])).toBe(0n);
});

test('follows the account of the wallet', async ({ page, wallet, box }) => {
  await connect(page);
  await wallet.useAccount(1);
  await shows(page, 'player', box.accounts[1].address);
  wallet.lock();
  await expect(page.getByRole('button', { name: 'Connect' })).toBeVisible();
});

test('lets a paymaster pay', async ({ page, wallet, box }) => {
  const before = await box.balanceOf(box.accounts[0]);
  await connect(page);
  await press(page, 'Play for free');
  await tells(page, 'Played.');
  await shows(page, 'score', '1');
  // The user signed a message, sent nothing and paid nothing.
  await expect(wallet).toHaveBeenAskedTo('OutsideExecution');
  await expect(wallet).not.toHaveBeenAskedTo('wallet_addInvokeTransaction');
  expect(await box.balanceOf(box.accounts[0])).toBe(before);
});

test('says so if the paymaster refuses', async ({ page, box }) => {
  await box.paymaster.set({ sponsored: false });
  await connect(page);
  await press(page, 'Play for free');
  await expect(page.getByRole('alert')).toContainText('sponsored');
  await shows(page, 'score', '0');
});

test('plays in a session without asking, until it ends', async ({ page, wallet, box }) => {
  const account = await box.createAccount({ class: sessionAccount });
  await wallet.useAccount(account);
  await connect(page);
  await press(page, 'Do not ask again');
  await tells(page, 'Session opened.');
  await expect(wallet).toHaveBeenAskedTo('add_or_update_session_key', { max_calls: 20 });
  for (const score of ['1', '2']) {
    await press(page, 'Play');
    await tells(page, 'Played.');
    await shows(page, 'score', score);
  }
  await expect(wallet).not.toHaveBeenAskedTo('play');
  await box.time.increase(3601);
  await press(page, 'Play');
  await expect(page.getByRole('alert')).toBeVisible();
  await shows(page, 'score', '2');
});

test('takes back what a reorganisation takes back', async ({ page, box }) => {
  await connect(page);
  const before = await box.blocks.number();
  await press(page, 'Play');
  await shows(page, 'score', '1');
  await box.blocks.abort(before + 1);
  await shows(page, 'score', '0');
});

test('shows coins that were bought on L1', async ({ page, box }) => {
  const [player] = box.accounts;
  await connect(page);
  await shows(page, 'coins', '0');
  const deposit = async ({ privateKey }) => {
    const account = privateKeyToAccount(privateKey);
    const l1 = createWalletClient({ account, chain: foundry, transport: custom(box.l1.provider) });
    await l1.writeContract({
      address: box.l1.contractAddress,
      abi: parseAbi(['function sendMessageToL2(uint256 to, uint256 selector, uint256[] payload) payable']),
      functionName: 'sendMessageToL2',
      args: [BigInt(ARCADE), BigInt(hash.getSelectorFromName('deposit')), [BigInt(player.address), 5n]],
      value: 1000n, // what the delivery costs on L2
    });
  };
  const [seller, stranger] = box.l1.accounts;
  expect(seller.address).toBe(BRIDGE);
  await deposit(stranger);
  await deposit(seller);
  await box.l1.flush();
  await shows(page, 'coins', '5');
});
