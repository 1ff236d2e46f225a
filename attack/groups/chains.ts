import { invoke, transfer } from '../../test/support/wallet.ts';
import { type AttackGroup, mustHold } from '../attack.ts';
import { ADDRESS, deployGreedy } from '../greedy.ts';
import { pause, type Target } from '../target.ts';

interface Account {
  readonly address: string;
  readonly private_key: string;
}

const signerOf = ({ address, private_key: privateKey }: Account) => ({ address, privateKey });
const call = (method: string, params: unknown = {}) => JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });

/** Sends `count` mints in batches into the open block. */
async function fillBlock(target: Target, count: number): Promise<void> {
  const mint = call('devnet_mint', { address: '0x1', amount: 1 });
  for (let sent = 0; sent < count; sent += 1000) {
    const { status } = await target.post(
      `[${Array(Math.min(1000, count - sent))
        .fill(mint)
        .join(',')}]`,
    );
    mustHold(status === 200, `a batch was answered with ${status}`);
  }
}

export const chains: AttackGroup = {
  name: 'Chains',
  attacks: [
    {
      name: 'a block of 20,000 transactions, aborted and restored while 8 clients read and trace it',
      options: ['--state-archive-capacity', 'full'],
      run: (target) => largeBlock(target, 20_000),
    },
    {
      name: 'a block of 300 transactions, aborted and restored while 8 clients read and trace it',
      short: true,
      options: ['--state-archive-capacity', 'full'],
      run: (target) => largeBlock(target, 300),
    },
    {
      name: 'a heavy transaction in each of 256 boxes at once',
      run: (target) => heavyBoxes(target, 256),
    },
    {
      name: 'a heavy transaction in each of 24 boxes at once',
      short: true,
      run: (target) => heavyBoxes(target, 24),
    },
    {
      name: '10,000 boxes asked for and 10,000 subscriptions, then blocks in all of them',
      run: async (target) => {
        const paths: string[] = [];
        let refused = 0;
        for (let i = 0; i < 10_000; i += 100) {
          const { text } = await target.post(`[${Array(100).fill(call('devnet_createBox')).join(',')}]`);
          for (const { result } of JSON.parse(text) as { result?: { path: string } }[])
            if (result) paths.push(result.path);
            else refused++;
        }
        mustHold(paths.length === 256 && refused === 9744, `${paths.length} made, ${refused} refused`);
        const socket = await target.socket();
        let subscribed = 0;
        socket.on('message', (data) => {
          if (/"result":"/.test(String(data))) subscribed++;
        });
        for (let i = 0; i < 10_000; i++) {
          socket.send(call('starknet_subscribeNewHeads'));
          if (i % 500 === 499) await pause(20);
        }
        await Promise.all(paths.map((path) => target.post(call('devnet_createBlock'), { path })));
        for (let i = 0; i < 3; i++) await target.call('devnet_createBlock');
        await pause(1000);
        socket.terminate();
        mustHold(subscribed <= 8192, `${subscribed} subscriptions of one socket`);
        return `256 boxes, ${subscribed} subscriptions`;
      },
    },
  ],
};

async function largeBlock(target: Target, count: number): Promise<string> {
  await target.call('devnet_setBlockMode', { mode: 'demand' });
  await fillBlock(target, count);
  const { block_hash } = await target.call<{ block_hash: string }>('devnet_createBlock');
  const id = await target.call<string>('devnet_snapshot');
  let isOver = false;
  const reader = async (i: number) => {
    const block_id = i % 2 ? 'latest' : { block_hash };
    const methods = ['starknet_getBlockWithReceipts', 'starknet_getStateUpdate', 'starknet_traceBlockTransactions'];
    for (let n = i; !isOver; n++) await target.ask(methods[n % 3]!, { block_id });
  };
  const readers = Array.from({ length: 8 }, (_, i) => reader(i));
  for (let i = 0; i < 3; i++) {
    await target.call('devnet_abortBlocks', { starting_block_id: { block_hash } });
    await fillBlock(target, 100);
    await target.call('devnet_createBlock');
    await target.call('devnet_restore', { snapshot_id: id });
    mustHold((await target.call('starknet_blockNumber')) === 1, 'the block is not back');
  }
  isOver = true;
  await Promise.all(readers);
  const block = await target.call<{ transactions: string[] }>('starknet_getBlockWithTxHashes', { block_id: 'latest' });
  mustHold(block.transactions.length === count, `the block has ${block.transactions.length} transactions`);
  return `${count} transactions, three times aborted and restored`;
}

/** A write in each of several boxes at once, each of which uses much memory and time. */
async function heavyBoxes(target: Target, count: number): Promise<string> {
  await deployGreedy(target);
  const [account] = await target.call<Account[]>('devnet_getPredeployedAccounts');
  const boxes = await Promise.all(
    Array.from({ length: count }, () => target.call<{ path: string }>('devnet_createBox')),
  );
  const heavy = { to: BigInt(ADDRESS), entryPoint: 'multiply', calldata: [2n ** 32n - 1n] };
  const body = call('starknet_addInvokeTransaction', invoke(signerOf(account!), 0, heavy));
  const light = call('starknet_addInvokeTransaction', transfer(signerOf(account!), 1, 5n));
  const answers = await Promise.all(boxes.map(({ path }) => target.post(body, { path, timeoutMs: 180_000 })));
  // On a slow machine some reach the time limit of a request.
  const late = answers.filter(({ status }) => status === 408).length;
  const failed = answers.filter(({ status, text }) => status !== 408 && !text.includes('transaction_hash'));
  mustHold(failed.length === 0, `${failed.length} failed: ${failed[0]?.text.slice(0, 200)}`);
  mustHold(late < count, 'no transaction was executed');
  const done = answers.findIndex(({ status }) => status === 200);
  const after = await target.post(light, { path: boxes[done]!.path });
  mustHold(after.text.includes('transaction_hash'), `a box no longer works: ${after.text.slice(0, 200)}`);
  return `${count - late} transactions, ${late} reached the time limit`;
}
