// Many clients at once, over HTTP and WebSocket: what each of them may expect of a server that it has for itself.
import { readFileSync } from 'node:fs';
import { selectorOf } from '../src/execution/hash/address.ts';
import { type Felt, formatFelt, parseFelt } from '../src/felt/felt.ts';
import { type Signer, STRK, transfer } from '../test/support/wallet.ts';
import { HttpClient, type RpcClient, SocketClient } from './soakClients.ts';

export interface SoakOptions {
  readonly url: string;
  readonly wsUrl: string;
  /** The server's process, to watch its memory. */
  readonly pid: number | undefined;
  readonly clients: number;
  readonly seconds: number;
}

export interface SoakReport {
  readonly reads: number;
  readonly writes: number;
  readonly heads: number;
  readonly milliseconds: number;
  /** The server's resident memory in bytes after a quarter of the time and at the end; zero where it cannot be seen. */
  readonly rss: readonly [early: number, late: number];
  readonly writesBetween: number;
  /** What must not be. */
  readonly failures: readonly string[];
}

interface Account extends Signer {
  readonly hex: string;
}

interface Head {
  readonly block_number: number;
  readonly block_hash: string;
  readonly parent_hash: string;
}

const SINK = 0x5111cn;
const BALANCE_OF = formatFelt(selectorOf('balanceOf'));

/** Runs the clients for a while, then compares what they saw with what the chain holds. */
export async function runSoak(options: SoakOptions): Promise<SoakReport> {
  const failures: string[] = [];
  const main = new HttpClient(options.url);
  const accounts = await accountsOf(main);
  if (accounts.length < options.clients)
    throw new Error(`${options.clients} clients need as many accounts, and the server has ${accounts.length}.`);
  const start = performance.now();
  const end = start + options.seconds * 1000;
  const clients = await Promise.all(
    accounts.slice(0, options.clients).map((account, index) => startClient(options, account, index, end, failures)),
  );
  await pause(options.seconds * 250);
  const early = rssOf(options.pid);
  const writesEarly = clients.reduce((sum, { sent }) => sum + sent.length, 0);
  await Promise.all(clients.map(({ done }) => done));
  const milliseconds = performance.now() - start;
  const late = rssOf(options.pid);

  await Promise.all(clients.map(({ socket }) => socket?.drain()));
  const heads = await compareWithChain(main, clients, failures);
  for (const { client, socket } of clients) {
    client.close();
    socket?.close();
  }
  main.close();
  const writes = clients.reduce((sum, { sent }) => sum + sent.length, 0);
  return {
    reads: clients.reduce((sum, { reads }) => sum + reads, 0),
    writes,
    heads,
    milliseconds,
    rss: [early, late],
    writesBetween: writes - writesEarly,
    failures,
  };
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

async function accountsOf(client: RpcClient): Promise<Account[]> {
  const list = await client.call<{ address: string; private_key: string }[]>('devnet_getPredeployedAccounts');
  return list.map(({ address, private_key }) => ({
    hex: address,
    address: parseFelt(address)!,
    privateKey: parseFelt(private_key)! as Felt,
  }));
}

interface RunningClient {
  readonly client: RpcClient;
  /** Present when the client also follows the chain. */
  readonly socket: SocketClient | undefined;
  /** The first head that its subscription must have seen. */
  readonly firstHead: number;
  readonly sent: string[];
  reads: number;
  done: Promise<void>;
}

/** Every second client follows the chain on a socket, every fourth also sends its requests there. */
async function startClient(
  { url, wsUrl }: SoakOptions,
  account: Account,
  index: number,
  end: number,
  failures: string[],
): Promise<RunningClient> {
  const socket = index % 2 ? await SocketClient.open(wsUrl) : undefined;
  const client = socket && index % 4 === 1 ? socket : new HttpClient(url);
  let firstHead = 0;
  if (socket) {
    await socket.call('starknet_subscribeNewHeads');
    await socket.call('starknet_subscribeNewTransactions', { finality_status: ['ACCEPTED_ON_L2'] });
    // Whatever was made in between is told or not: the ones after this answer must be told.
    firstHead = (await socket.call<number>('starknet_blockNumber')) + 1;
  }
  const running: RunningClient = { client, socket, firstHead, sent: [], reads: 0, done: Promise.resolve() };
  running.done = work(running, account, index, end, failures);
  return running;
}

async function work(
  running: RunningClient,
  account: Account,
  index: number,
  end: number,
  failures: string[],
): Promise<void> {
  const { client, sent } = running;
  for (let turn = index; performance.now() < end; turn++) {
    try {
      if (turn % 4 === 0) {
        const answer = await client.call<{ transaction_hash: string }>(
          'starknet_addInvokeTransaction',
          transfer(account, sent.length, SINK, 1n),
        );
        sent.push(answer.transaction_hash);
      } else {
        await read(client, account, turn, sent);
        running.reads++;
      }
    } catch (error) {
      failures.push(`client ${index}: ${(error as Error).message}`);
      if (failures.length > 20) return;
    }
  }
}

/** One read whose answer is known, as far as one client can know it. */
async function read(client: RpcClient, { hex }: Account, turn: number, sent: readonly string[]): Promise<void> {
  const block_id = 'latest';
  switch (turn % 5) {
    case 0: {
      const nonce = await client.call<string>('starknet_getNonce', { block_id, contract_address: hex });
      if (BigInt(nonce) !== BigInt(sent.length)) throw new Error(`nonce ${nonce} after ${sent.length} transactions`);
      return;
    }
    case 1: {
      const transaction_hash = sent.at(-1);
      if (!transaction_hash) return;
      const receipt = await client.call<{ execution_status: string }>('starknet_getTransactionReceipt', {
        transaction_hash,
      });
      if (receipt.execution_status !== 'SUCCEEDED') throw new Error(`${transaction_hash}: ${JSON.stringify(receipt)}`);
      return;
    }
    case 2:
      await client.call('starknet_call', {
        request: { contract_address: STRK, entry_point_selector: BALANCE_OF, calldata: [hex] },
        block_id,
      });
      return;
    case 3:
      await client.call('starknet_getBlockWithReceipts', { block_id });
      return;
    default:
      await client.call('starknet_getEvents', { filter: { from_block: block_id, to_block: block_id, chunk_size: 10 } });
  }
}

/** Compares what was sent and what was told with the chain itself; how many heads there are. */
async function compareWithChain(
  main: RpcClient,
  clients: readonly RunningClient[],
  failures: string[],
): Promise<number> {
  const latest = await main.call<number>('starknet_blockNumber');
  const heads: (Head & { readonly transactions: readonly string[] })[] = [];
  for (let block_number = 0; block_number <= latest; block_number++)
    heads.push(await main.call('starknet_getBlockWithTxHashes', { block_id: { block_number } }));
  for (const [number, head] of heads.entries())
    if (number > 0 && head.parent_hash !== heads[number - 1]!.block_hash)
      failures.push(`block ${number} does not follow block ${number - 1}`);

  const placed = heads.flatMap(({ transactions }) => transactions);
  const sent = new Set(clients.flatMap((client) => client.sent));
  const known = new Set(placed);
  if (known.size !== placed.length) failures.push('a transaction is in two blocks');
  for (const hash of sent) if (!known.has(hash)) failures.push(`${hash} was accepted and is in no block`);
  if (placed.length !== sent.size) failures.push(`${placed.length} transactions for ${sent.size} that were sent`);

  for (const [index, { socket, firstHead }] of clients.entries()) {
    if (!socket) continue;
    const seen = socket.notices<Head>('starknet_subscriptionNewHeads').filter((head) => head.block_number >= firstHead);
    const expected = heads.slice(firstHead).map(({ block_hash }) => block_hash);
    if (seen.map(({ block_hash }) => block_hash).join() !== expected.join())
      failures.push(
        `subscriber ${index} saw ${seen.length} heads from block ${firstHead}, not ${expected.length} in order`,
      );
    const told = socket.notices<{ transaction_hash: string }>('starknet_subscriptionNewTransaction');
    const transactions = new Set(told.map(({ transaction_hash }) => transaction_hash));
    if (transactions.size !== told.length) failures.push(`subscriber ${index} was told of a transaction twice`);
    for (const hash of heads.slice(firstHead).flatMap((head) => head.transactions))
      if (!transactions.has(hash)) failures.push(`subscriber ${index} was not told of ${hash}`);
  }
  return heads.length;
}

/** Resident memory of a process, where the system tells it. */
function rssOf(pid: number | undefined): number {
  try {
    return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) * 1024;
  } catch {
    return 0;
  }
}
