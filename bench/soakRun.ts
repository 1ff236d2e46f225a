// Many concurrent clients, over HTTP and WebSocket. Each checks its answers as if it were the only client of the server.
import { readFileSync } from 'node:fs';
import { selectorOf } from '../src/execution/hash/address.ts';
import { type Felt, formatFelt, parseFelt } from '../src/felt/felt.ts';
import { type Signer, STRK, transfer } from '../test/support/wallet.ts';
import { HttpClient, type RpcClient, SocketClient } from './soakClients.ts';
import { addHash, addTallies, EMPTY_TALLY, Follower, isSameTally, type Tally } from './soakFollower.ts';

export interface SoakOptions {
  readonly url: string;
  readonly wsUrl: string;
  /** The server's process id, to measure its memory. */
  readonly pid: number | undefined;
  readonly clients: number;
  readonly seconds: number;
  /** The clients go on for longer until they have sent so many transactions. */
  readonly leastWrites?: number;
}

export interface SoakReport {
  readonly reads: number;
  readonly writes: number;
  /** The number of blocks of the chain. */
  readonly heads: number;
  /** The number of notifications to all subscribers. */
  readonly notices: number;
  readonly milliseconds: number;
  /** The longest time that a client waited for an answer. */
  readonly longestMilliseconds: number;
  /** The server's resident memory in bytes after a quarter of the time and at the end; zero if it cannot be read. */
  readonly rss: readonly [early: number, late: number];
  readonly writesBetween: number;
  /** The errors that were found. */
  readonly failures: readonly string[];
}

interface Account extends Signer {
  readonly hex: string;
}

const SINK = 0x5111cn;
const BALANCE_OF = formatFelt(selectorOf('balanceOf'));

/** Runs the clients for a while, then compares what they saw with the chain. */
export async function runSoak(options: SoakOptions): Promise<SoakReport> {
  const failures: string[] = [];
  const main = new HttpClient(options.url);
  const accounts = await accountsOf(main);
  if (accounts.length < options.clients)
    throw new Error(`${options.clients} clients need as many accounts, and the server has ${accounts.length}.`);
  const clients = await Promise.all(
    accounts.slice(0, options.clients).map((account, index) => connect(options, account, index, failures)),
  );
  const before = await main.call<number>('starknet_blockNumber');
  const start = performance.now();
  const end = start + options.seconds * 1000;
  const written = () => clients.reduce((sum, { sent }) => sum + sent.count, 0);
  const isOver = () => performance.now() >= end && written() >= (options.leastWrites ?? 0);
  const done = clients.map((client) => work(client, isOver, failures));
  await pause(options.seconds * 250);
  const early = rssOf(options.pid);
  const writesEarly = written();
  await Promise.all(done);
  const milliseconds = performance.now() - start;
  const late = rssOf(options.pid);

  await Promise.all(clients.map(({ socket }) => socket?.drain()));
  const heads = await compareWithChain(main, clients, before, failures);
  for (const { client, socket } of clients) {
    client.close();
    socket?.close();
  }
  main.close();
  const writes = written();
  return {
    reads: clients.reduce((sum, { reads }) => sum + reads, 0),
    writes,
    heads,
    notices: clients.reduce((sum, { follower }) => sum + (follower?.received.count ?? 0), 0),
    milliseconds,
    longestMilliseconds: Math.max(...clients.map(({ longest }) => longest)),
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

interface SoakClient {
  readonly name: string;
  readonly account: Account;
  readonly index: number;
  readonly client: RpcClient;
  /** Present if the client also subscribes to the chain. */
  readonly socket: SocketClient | undefined;
  readonly follower: Follower | undefined;
  /** The accepted transactions. */
  sent: Tally;
  lastSent: string | undefined;
  reads: number;
  /** The longest time that it waited for an answer. */
  longest: number;
}

/** Every second client subscribes to the chain on a WebSocket, and every fourth also sends its requests there. */
async function connect(
  { url, wsUrl }: SoakOptions,
  account: Account,
  index: number,
  failures: string[],
): Promise<SoakClient> {
  const name = `client ${index}`;
  const follower = index % 2 ? new Follower(name, failures) : undefined;
  const socket = follower && (await SocketClient.open(wsUrl, follower.onNotice));
  if (socket) {
    await socket.call('starknet_subscribeNewHeads');
    await socket.call('starknet_subscribeNewTransactions', { finality_status: ['ACCEPTED_ON_L2'] });
  }
  const client = socket && index % 4 === 1 ? socket : new HttpClient(url);
  return {
    name,
    account,
    index,
    client,
    socket,
    follower,
    sent: EMPTY_TALLY,
    lastSent: undefined,
    reads: 0,
    longest: 0,
  };
}

async function work(who: SoakClient, isOver: () => boolean, failures: string[]): Promise<void> {
  for (let turn = who.index; !isOver(); turn++) {
    const start = performance.now();
    try {
      if (turn % 4 === 0) {
        const { transaction_hash: hash } = await who.client.call<{ transaction_hash: string }>(
          'starknet_addInvokeTransaction',
          transfer(who.account, who.sent.count, SINK + BigInt(turn % 1000), 1n),
        );
        who.sent = addHash(who.sent, hash);
        who.lastSent = hash;
      } else {
        await read(who, turn);
        who.reads++;
      }
    } catch (error) {
      failures.push(`${who.name}: ${(error as Error).message}`);
      if (failures.length > 20) return;
    }
    who.longest = Math.max(who.longest, performance.now() - start);
  }
}

/** One read, whose answer is checked as far as one client can know it. */
async function read({ client, account: { hex, ...signer }, sent, lastSent }: SoakClient, turn: number): Promise<void> {
  const block_id = 'latest';
  switch (turn % 9) {
    case 0: {
      const nonce = await client.call<string>('starknet_getNonce', { block_id, contract_address: hex });
      if (BigInt(nonce) !== BigInt(sent.count)) throw new Error(`nonce ${nonce} after ${sent.count} transactions`);
      return;
    }
    case 1:
    case 2: {
      if (!lastSent) return;
      const transaction_hash = lastSent;
      if (turn % 9 === 2) {
        await client.call('starknet_traceTransaction', { transaction_hash });
        return;
      }
      const receipt = await client.call<{ execution_status: string }>('starknet_getTransactionReceipt', {
        transaction_hash,
      });
      if (receipt.execution_status !== 'SUCCEEDED') throw new Error(`${transaction_hash}: ${JSON.stringify(receipt)}`);
      return;
    }
    case 3:
      await client.call('starknet_call', {
        request: { contract_address: STRK, entry_point_selector: BALANCE_OF, calldata: [hex] },
        block_id,
      });
      return;
    case 4:
      await client.call('starknet_getBlockWithReceipts', { block_id });
      return;
    case 5:
      await client.call('starknet_getStateUpdate', { block_id });
      return;
    case 6:
      await client.call('starknet_estimateFee', {
        request: [transfer(signer, sent.count, SINK, 1n).invoke_transaction],
        simulation_flags: [],
        block_id,
      });
      return;
    default:
      await client.call('starknet_getEvents', { filter: { from_block: block_id, to_block: block_id, chunk_size: 10 } });
  }
}

interface BlockHashes {
  readonly block_hash: string;
  readonly parent_hash: string;
  readonly transactions: readonly string[];
}

const BLOCKS_AT_ONCE = 500;

/** Compares the sent transactions and the notifications with the chain, from a block on. Returns the number of blocks. */
async function compareWithChain(
  main: HttpClient,
  clients: readonly SoakClient[],
  before: number,
  failures: string[],
): Promise<number> {
  const latest = await main.call<number>('starknet_blockNumber');
  let heads = EMPTY_TALLY;
  let transactions = EMPTY_TALLY;
  let parent: string | undefined;
  for (let from = before; from <= latest; from += BLOCKS_AT_ONCE) {
    const count = Math.min(BLOCKS_AT_ONCE, latest - from + 1);
    const ids = Array.from({ length: count }, (_, i) => ({ block_id: { block_number: from + i } }));
    for (const [i, block] of (await main.callAll<BlockHashes>('starknet_getBlockWithTxHashes', ids)).entries()) {
      if (parent !== undefined && block.parent_hash !== parent)
        failures.push(`block ${from + i} does not follow block ${from + i - 1}`);
      parent = block.block_hash;
      if (from + i === before) continue;
      heads = addHash(heads, block.block_hash);
      for (const hash of block.transactions) transactions = addHash(transactions, hash);
    }
  }
  const sent = clients.map((client) => client.sent).reduce(addTallies, EMPTY_TALLY);
  if (!isSameTally(sent, transactions))
    failures.push(`the chain holds ${transactions.count} transactions, and ${sent.count} were sent`);
  for (const { name, follower } of clients) {
    if (!follower) continue;
    if (!isSameTally(follower.received.heads, heads))
      failures.push(`${name} was notified of ${follower.received.heads.count} heads, but there are ${heads.count}`);
    if (!isSameTally(follower.received.transactions, transactions))
      failures.push(
        `${name} was notified of ${follower.received.transactions.count} transactions, but there are ${transactions.count}`,
      );
  }
  return latest + 1;
}

/** The resident memory of a process, if the system reports it. */
function rssOf(pid: number | undefined): number {
  try {
    return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) * 1024;
  } catch {
    return 0;
  }
}
