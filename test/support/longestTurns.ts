// Sends each method its largest requests, on a chain with much in it, and asks the node for the longest turn of each.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { WebSocket } from 'ws';
import { writeMethodName } from '../../src/rpc/dialect.ts';
import type { Method } from '../../src/rpc/method.ts';
import { type KnownThings, largestParams } from './largestRequests.ts';
import { cli, freePort } from './server.ts';

/** A client gives up after this time. What it asked for has had many turns then. */
const PATIENCE_MS = 2000;

const STRK = '0x4718f5a0fc34cc1af16a1cdee98ffb20c31f5cd61d6ab07201858f4287c938d';

export interface MeasuredTurn {
  /** The label of the metric: a method, or `reading` and `other`. */
  readonly work: string;
  readonly milliseconds: number;
  /** What was sent when the turn was measured. */
  readonly after: string;
}

export interface MeasureOptions {
  /** The program that runs the node. */
  readonly node: string;
  /** Cells of the largest contract, transactions of the largest block, empty blocks. */
  readonly cells: number;
  readonly transactions: number;
  readonly blocks: number;
  /** Whether parameters are also left out in all ways, past blocks asked about, and things that do not exist. It takes some minutes. */
  readonly isThorough: boolean;
  /** Is called for each turn that is longer than those of its kind before. */
  readonly found?: (turn: MeasuredTurn) => void;
}

/** The longest turns by what was measured. The node has its own process, so that only its work counts. */
export async function longestTurns(
  methods: Iterable<Method>,
  options: MeasureOptions,
): Promise<ReadonlyMap<string, MeasuredTurn>> {
  const [port, metricsPort] = [await freePort(), await freePort()];
  const args = [
    cli,
    '--port',
    `${port}`,
    '--seed',
    '0',
    '--quiet',
    '--warm-up',
    'off',
    '--state-archive-capacity',
    'full',
  ];
  const child = spawn(options.node, [...args, '--metrics-host', '127.0.0.1', '--metrics-port', `${metricsPort}`], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const turns = new Map<string, MeasuredTurn>();
  try {
    await answering(port);
    const read = async (after: string) => {
      const text = await fetch(`http://127.0.0.1:${metricsPort}/metrics`).then((answer) => answer.text());
      for (const [, work, seconds] of text.matchAll(/^starbox_longest_turn_seconds\{method="(.*)"\} (.*)$/gm)) {
        const turn = { work: work!, milliseconds: Number(seconds) * 1000, after };
        if (turn.milliseconds <= (turns.get(turn.work)?.milliseconds ?? 0)) continue;
        turns.set(turn.work, turn);
        options.found?.(turn);
      }
    };
    let known = await fillChain(port, options);
    await read('the start');
    for (const method of methods) {
      if (
        !(await sendLargest(
          port,
          method,
          options.isThorough ? [...known, {}] : known.slice(0, 1),
          options.isThorough,
          read,
        ))
      )
        known = await fillChain(port, options);
    }
  } finally {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  return turns;
}

/** Returns whether the chain is as it was. A method that replaces it takes its snapshots with it. */
async function sendLargest(
  port: number,
  method: Method,
  known: readonly KnownThings[],
  isThorough: boolean,
  read: (after: string) => Promise<void>,
): Promise<boolean> {
  const name = writeMethodName(method.group, method.name, 'starknet');
  const undo = method.kind === 'write' ? await call<string>(port, 'devnet_snapshot') : undefined;
  for (const params of largestParams(method, known, isThorough)) {
    const text = `{"jsonrpc":"2.0","id":1,"method":"${name}","params":${params}}`;
    if (method.kind === 'subscription') await overSocket(port, text);
    else await post(port, text, PATIENCE_MS).catch(() => undefined);
    await read(`${name} ${params.slice(0, 200)} (${text.length} characters)`);
    if (undo === undefined) continue;
    const isRestored = await call(port, 'devnet_restore', { snapshot_id: undo }).then(
      () => true,
      () => false,
    );
    if (!isRestored) return false;
  }
  return true;
}

/** A chain with a large block, a contract with many cells, and many blocks; and the names of its parts. */
async function fillChain(
  port: number,
  { cells, transactions, blocks }: MeasureOptions,
): Promise<readonly KnownThings[]> {
  const accounts = await call<readonly { address: string; private_key: string }[]>(
    port,
    'devnet_getPredeployedAccounts',
  );
  const { address } = accounts[0]!;
  await call(port, 'devnet_autoImpersonate');
  await call(port, 'devnet_snapshot');
  for (let done = 0; done < cells; done += 100_000) {
    const entries = Array.from({ length: Math.min(100_000, cells - done) }, (_, i) => ({
      key: `0x${(BigInt(done + i + 1) * 0x9e3779b97f4a7c15n).toString(16)}`,
      value: '0x1',
    }));
    await call(port, 'devnet_applyStateDiff', {
      state_diff: { storage_diffs: [{ address: STRK, storage_entries: entries }] },
    });
  }
  await call(port, 'devnet_mine', { blocks });
  await call(port, 'devnet_setBlockMode', { mode: 'demand' });
  for (let done = 0; done < transactions; done += 1000) {
    const batch = Array.from({ length: Math.min(1000, transactions - done) }, (_, id) => ({
      jsonrpc: '2.0',
      id,
      method: 'devnet_mint',
      params: { address, amount: 1 },
    }));
    await post(port, JSON.stringify(batch));
  }
  await call(port, 'devnet_createBlock');
  await call(port, 'devnet_setBlockMode', { mode: 'transaction' });
  const { transactions: hashes } = await call<{ transactions: readonly string[] }>(
    port,
    'starknet_getBlockWithTxHashes',
    {
      block_id: 'latest',
    },
  );
  const { block_number } = await call<{ block_number: number }>(port, 'starknet_blockHashAndNumber');
  const class_hash = await call<string>(port, 'starknet_getClassHashAt', {
    block_id: 'latest',
    contract_address: STRK,
  });
  const known = {
    block_id: 'latest',
    from_block: { block_number: 0 },
    to_block: 'latest',
    starting_block_id: { block_number: 1 },
    before: { block_id: { block_number: 0 } },
    contract_address: STRK,
    token: STRK,
    address,
    sender_address: address,
    transaction_hash: hashes[0],
    class_hash,
    entry_point_selector: '0x2e4263afad30923c891518314c3c95dbe830a16874e8abc5777a9a20b54c76e', // balanceOf
    nonce: '0x0',
    chunk_size: 1000,
    continuation_token: undefined,
    simulation_flags: ['SKIP_VALIDATE', 'SKIP_FEE_CHARGE'],
    network_url: 'http://127.0.0.1:1',
    url: 'http://127.0.0.1:1',
  };
  return [known, { ...known, block_id: { block_number: Math.max(block_number - 40, 0) } }];
}

async function answering(port: number): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    if (await call(port, 'starknet_chainId').catch(() => undefined)) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('the node did not answer within 30 s');
}

function post(port: number, body: string, patienceMs?: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json' };
    const sent = request({ port, host: '127.0.0.1', method: 'POST', path: '/', headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => resolve(Buffer.concat(chunks).toString()));
      answer.on('error', reject);
    });
    sent.on('error', reject);
    if (patienceMs) setTimeout(() => sent.destroy(new Error('gave up')), patienceMs).unref();
    sent.end(body);
  });
}

async function call<T>(port: number, method: string, params: unknown = {}): Promise<T> {
  const answer = JSON.parse(await post(port, JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })));
  if (answer.error) throw new Error(`${method}: ${JSON.stringify(answer.error).slice(0, 400)}`);
  return answer.result;
}

async function overSocket(port: number, text: string): Promise<void> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`);
  await once(socket, 'open');
  socket.send(text);
  await Promise.race([once(socket, 'message'), once(socket, 'close')]);
  socket.close();
}
