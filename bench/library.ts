// What a suite of tests does with the library all day: create, clone, send, release; and boxes of one server.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { WasmMachine } from '../src/cairo/wasm/wasmMachine.ts';
import { defaultConfig, type NodeConfig } from '../src/chain/config.ts';
import { createBundledNode } from '../src/chain/createBundledNode.ts';
import { executionContext } from '../src/chain/run/executionContext.ts';
import { executeTransaction } from '../src/execution/executeTransaction.ts';
import { transactionHash } from '../src/execution/hash/transactionHash.ts';
import type { Submission } from '../src/execution/transaction.ts';
import { Sandbox } from '../src/index.ts';
import type { Json } from '../src/json/json.ts';
import { invokeTransaction } from '../src/rpc/decode/transaction.ts';
import { runLocal } from '../test/support/runLocal.ts';
import { startServer } from '../test/support/server.ts';
import { transfer } from '../test/support/wallet.ts';
import { CHAIN_ID, SEND } from '../test/support/world.ts';
import { duration, limitRow, median, processorMsSince, type Row, scale } from './harness.ts';
import { HttpClient } from './soakClients.ts';

const BLOCKS = 10_000;
const CLONES = 1000;
const BOXES = 100;
const TRANSFERS_PER_BOX = 5;

export async function libraryBench(): Promise<readonly Row[]> {
  const by = scale();
  return [
    ...(await creation(by)),
    ...(await cloning(by)),
    ...(await sending()),
    await releasing(),
    await boxesOverHttp(),
  ];
}

/** A new sandbox, in a process that has made some before and in one that has just started. */
async function creation(by: number): Promise<Row[]> {
  const warm: number[] = [];
  for (let i = 0; i < 40; i++) {
    const start = performance.now();
    const box = await Sandbox.create({ seed: i });
    warm.push(performance.now() - start);
    await box.close();
  }
  const script = `const start = performance.now();
    const { Sandbox } = await import(${JSON.stringify(resolve('dist/index.js'))});
    const imported = performance.now();
    await Sandbox.create();
    console.log(JSON.stringify([imported - start, performance.now() - imported]));`;
  const fresh: [number, number][] = Array.from({ length: 7 }, () =>
    JSON.parse(execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })),
  );
  return [
    limitRow('create, in a warm process', median(warm.slice(10)), 15, by),
    limitRow('create, in a fresh process', median(fresh.map(([, created]) => created)), 150, by),
    {
      name: 'import the library',
      ours: duration(median(fresh.map(([imported]) => imported))),
      theirs: '',
      bar: '',
      ok: true,
    },
  ];
}

async function cloning(by: number): Promise<Row[]> {
  const box = await Sandbox.create({ seed: 1 });
  await box.request('devnet_mine', { blocks: BLOCKS });
  const times: number[] = [];
  for (let i = 0; i < CLONES; i++) {
    const start = performance.now();
    const copy = box.clone();
    times.push(performance.now() - start);
    await copy.close();
  }
  await box.close();
  return [limitRow(`clone at ${BLOCKS} blocks`, median(times), 0.1, by)];
}

/**
 * Signed transfers through `box.fetch`; through the chain alone; and through the executor alone. The chain alone is what any client of
 * the chain needs: the transaction is read from its parameters, executed, put into a block and published. `box.fetch` adds the text of
 * the request, the method, and the text of the answer, which the caller parses. The executor alone makes no blocks and computes no
 * hashes, so it is not what the library could be. The three take turns, in changing order, and the medians are over the ratios of
 * neighbouring turns in the second half, so that a busy machine and V8's optimisations slow all of them down alike. A turn is long, because
 * the operating system may count processor time in steps of 4 ms.
 */
async function sending(): Promise<Row[]> {
  const [turns, size] = [60, 60];
  const config = { seed: 1, accounts: 1, initialBalance: 10n ** 30n, journal: false };
  const box = await Sandbox.create(config);
  const [node, bare] = [await newNode(config), await newNode(config)];
  let { state } = bare.value.history;
  const machine = new WasmMachine();
  const block = executionContext(bare.chain.open, bare.chainId);
  const phases = [
    async (all: readonly Transfer[]) => {
      for (const { body } of all) {
        const { result } = (await (await box.fetch('http://box', { body })).json()) as { readonly result?: unknown };
        if (!result) throw new Error('a transfer failed');
      }
    },
    async (all: readonly Transfer[]) => {
      for (const { params } of all) {
        const broadcast = invokeTransaction(params);
        await node.write((draft) => draft.openBlock.submit(broadcast));
      }
    },
    async (all: readonly Transfer[]) => {
      for (const { submission } of all) {
        const outcome = runLocal(executeTransaction({ state, block, machine }, submission, SEND));
        if (outcome.kind === 'rejected') throw new Error('a transfer was rejected');
        state = state.apply(outcome.executed.stateDiff, outcome.executed.declared);
      }
    },
  ];
  const times: number[][] = phases.map(() => []);
  for (let turn = 0; turn < turns; turn++) {
    const all = Array.from({ length: size }, (_, i) => signedTransfer(box, turn * size + i));
    for (let place = 0; place < phases.length; place++) {
      const phase = (turn + place) % phases.length;
      const start = process.cpuUsage();
      await phases[phase]!(all);
      times[phase]!.push(processorMsSince(start) / size);
    }
  }
  await box.close();
  node.close();
  bare.close();
  const [through, chain, executor] = times.map((list) => list.slice(turns / 2)) as [number[], number[], number[]];
  const row = (name: string, theirs: number[], most?: number): Row => {
    const ratio = median(through.map((ms, turn) => ms / theirs[turn]!));
    return {
      name,
      ours: duration(median(through)),
      theirs: duration(median(theirs)),
      bar: `${most === undefined ? '' : `<= ${most} times as long `}(${ratio.toFixed(2)})`,
      ok: most === undefined || ratio <= most,
    };
  };
  return [
    row('transfer: box.fetch, and the chain alone', chain, 1.15),
    row('transfer: box.fetch, and the executor alone', executor),
  ];
}

interface Transfer {
  readonly body: string;
  /** The parameter of the request, parsed. */
  readonly params: Json;
  readonly submission: Submission;
}

function signedTransfer(box: Sandbox, nonce: number): Transfer {
  const params = transfer(box.accounts[0]!, nonce, BigInt(0x10000 + nonce), 5n);
  const body = JSON.stringify({ jsonrpc: '2.0', id: nonce, method: 'starknet_addInvokeTransaction', params });
  const parsed: Json = JSON.parse(body).params.invoke_transaction;
  const { proof: _, ...transaction } = invokeTransaction(parsed);
  return { body, params: parsed, submission: { transaction, hash: transactionHash(transaction, CHAIN_ID) } };
}

const newNode = (config: Partial<NodeConfig> & Pick<NodeConfig, 'seed'>) =>
  createBundledNode({ ...defaultConfig, ...config });

/** Clones that are used and closed: what stays in memory. */
async function releasing(): Promise<Row> {
  const box = await Sandbox.create({ seed: 1, accounts: 1 });
  const [account] = box.accounts;
  const use = async (count: number) => {
    const params = transfer(account!, 0, 0x77n, 1n);
    for (let i = 0; i < count; i++) {
      const copy = box.clone();
      const { transaction_hash } = await copy.request('starknet_addInvokeTransaction', params);
      await copy.request('starknet_traceTransaction', { transaction_hash });
      if (i % 100 === 0) await copy.blocks.setMode(3600);
      await copy.close();
    }
  };
  await use(300);
  const before = usedMb();
  await use(CLONES);
  const grown = usedMb() - before;
  await box.close();
  return {
    name: `memory after ${CLONES} clones made, used and closed`,
    ours: `${grown.toFixed(2)} MB more`,
    theirs: '',
    bar: '<= 1 MB',
    ok: grown <= 1,
  };
}

/** The memory of one server with many boxes, each with transfers of its own. */
async function boxesOverHttp(): Promise<Row> {
  const server = await startServer('--accounts', '1', '--quiet');
  try {
    const main = new HttpClient(server.url);
    const [account] = await main.call<{ address: string; private_key: string }[]>('devnet_getPredeployedAccounts');
    const signer = { address: account!.address, privateKey: account!.private_key };
    const signed = Array.from({ length: TRANSFERS_PER_BOX }, (_, i) => transfer(signer, i, BigInt(0x100 + i), 1n));
    for (let i = 0; i < BOXES; i++) {
      const { path } = await main.call<{ path: string }>('devnet_createBox');
      const client = new HttpClient(server.url + path);
      for (const params of signed) await client.call('starknet_addInvokeTransaction', params);
      client.close();
    }
    main.close();
    const mb = residentMb(server.process.pid!);
    return {
      name: `resident memory of a server with ${BOXES} boxes`,
      ours: `${mb.toFixed(0)} MB`,
      theirs: '',
      bar: '<= 400 MB',
      ok: mb <= 400,
    };
  } finally {
    await server.stop();
  }
}

const residentMb = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024;

/** The heap after a full collection, in MB. */
function usedMb(): number {
  globalThis.gc!();
  globalThis.gc!();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 2 ** 20;
}
