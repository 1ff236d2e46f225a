// npm run bench:server: the built command over HTTP, as ratios to the figures of the public native server.
// Those were measured on an idle machine of two cores; the calibration scales them to this machine now.
//   -- --transfers N   how many transfers for the latency at the end (default 2000; the bar is meant for 10000)
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { createServer } from 'node:net';
import { selectorOf } from '../src/execution/hash/address.ts';
import { transactionHash } from '../src/execution/hash/transactionHash.ts';
import type { InvokeV3 } from '../src/execution/transaction.ts';
import { type Felt, feltOfAscii, formatFelt, parseFelt, toFelt } from '../src/felt/felt.ts';
import { starkSign } from '../src/felt/stark.ts';
import { compileSierra } from '../src/sierra/index.ts';
import { duration, printRows, type Row, scale } from './harness.ts';

// Native server 0.10.1, HTTP with keep-alive, idle machine with two cores.
const THEIRS = {
  startMs: 1951,
  blockNumberPerS: 2475,
  transferPerS: 90,
  balanceOfPerS: 433,
  declareErc20Ms: 166,
  rssAfter600Mb: 337,
};

const STRK = parseFelt('0x4718f5a0fc34cc1af16a1cdee98ffb20c31f5cd61d6ab07201858f4287c938d')!;
const CHAIN_ID = feltOfAscii('SN_SEPOLIA');
const transfers = Number(process.argv[process.argv.indexOf('--transfers') + 1]) || 2000;

class Client {
  readonly #port: number;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });

  constructor(port: number) {
    this.#port = port;
  }

  post(body: string): Promise<string> {
    return new Promise((resolve, reject) => {
      const sent = request(
        {
          port: this.#port,
          host: '127.0.0.1',
          method: 'POST',
          agent: this.#agent,
          headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
        },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('end', () => resolve(Buffer.concat(chunks).toString()));
        },
      );
      sent.on('error', reject);
      sent.end(body);
    });
  }

  async call<T>(method: string, params?: unknown): Promise<T> {
    const answer = JSON.parse(await this.post(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })));
    if (answer.error) throw new Error(`${method}: ${JSON.stringify(answer.error)}`);
    return answer.result;
  }

  close(): void {
    this.#agent.destroy();
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  return port;
}

/** Starts the command; the time until its first answer. */
async function start(): Promise<{ child: ChildProcess; client: Client; startMs: number }> {
  const port = await freePort();
  const begin = performance.now();
  const child = spawn(process.execPath, ['dist/cli.js', '--port', String(port), '--seed', '0', '--quiet'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const client = new Client(port);
  for (;;) {
    try {
      await client.call('starknet_blockNumber');
      return { child, client, startMs: performance.now() - begin };
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  }
}

async function stop({ child, client }: { child: ChildProcess; client: Client }): Promise<void> {
  client.close();
  child.kill('SIGINT');
  await once(child, 'exit');
}

const rssMb = (child: ChildProcess): number =>
  process.platform === 'linux'
    ? Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))![1]) / 1024
    : Number.NaN;

/** Calls a second once the server is warm, from the median of batches. */
async function perSecond(work: () => Promise<unknown>, count: number): Promise<number> {
  for (let i = 0; i < count / 2; i++) await work();
  const rates: number[] = [];
  for (let batch = 0; batch < 5; batch++) {
    const begin = performance.now();
    for (let i = 0; i < count / 5; i++) await work();
    rates.push((count / 5 / (performance.now() - begin)) * 1000);
  }
  return rates.sort((a, b) => a - b)[2];
}

const hex = (felts: readonly Felt[]) => felts.map(formatFelt);

/** A signed transfer of the first account, as JSON-RPC text: what a client does beforehand is not measured. */
function transferText(account: { address: string; private_key: string }, nonce: number): string {
  const invoke: InvokeV3 = {
    type: 'INVOKE',
    version: 3,
    isQuery: false,
    senderAddress: parseFelt(account.address)!,
    calldata: [1n, STRK, selectorOf('transfer'), 3n, 0x1234n, 1n, 0n].map((felt) => toFelt(felt)),
    nonce: toFelt(nonce),
    signature: [],
    resourceBounds: {
      l1Gas: { maxAmount: 0n, maxPricePerUnit: 2_000_000_000n },
      l1DataGas: { maxAmount: 10_000n, maxPricePerUnit: 2_000_000_000n },
      l2Gas: { maxAmount: 100_000_000n, maxPricePerUnit: 2_000_000_000n },
    },
    tip: 0n,
    paymasterData: [],
    accountDeploymentData: [],
    proofFacts: [],
    nonceDataAvailabilityMode: 'L1',
    feeDataAvailabilityMode: 'L1',
  };
  const { r, s } = starkSign(parseFelt(account.private_key)!, transactionHash(invoke, CHAIN_ID));
  const bound = ({ maxAmount, maxPricePerUnit }: { maxAmount: bigint; maxPricePerUnit: bigint }) => ({
    max_amount: `0x${maxAmount.toString(16)}`,
    max_price_per_unit: `0x${maxPricePerUnit.toString(16)}`,
  });
  return JSON.stringify({
    jsonrpc: '2.0',
    id: nonce,
    method: 'starknet_addInvokeTransaction',
    params: {
      invoke_transaction: {
        type: 'INVOKE',
        version: '0x3',
        sender_address: account.address,
        calldata: hex(invoke.calldata),
        nonce: formatFelt(invoke.nonce),
        signature: hex([r, s]),
        resource_bounds: {
          l1_gas: bound(invoke.resourceBounds.l1Gas),
          l1_data_gas: bound(invoke.resourceBounds.l1DataGas),
          l2_gas: bound(invoke.resourceBounds.l2Gas),
        },
        tip: '0x0',
        paymaster_data: [],
        account_deployment_data: [],
        nonce_data_availability_mode: 'L1',
        fee_data_availability_mode: 'L1',
      },
    },
  });
}

const factor = scale();
const rateRow = (name: string, ours: number, theirs: number, atLeast: number): Row => {
  const scaled = theirs / factor;
  return {
    name,
    ours: `${ours.toFixed(0)}/s`,
    theirs: `${scaled.toFixed(0)}/s`,
    ratio: ours / scaled,
    bar: `>= ${atLeast}x`,
    ok: ours / scaled >= atLeast,
  };
};

const rows: Row[] = [];

const starts: number[] = [];
for (let i = 0; i < 5; i++) {
  const run = await start();
  starts.push(run.startMs);
  await stop(run);
}
const startMs = starts.sort((a, b) => a - b)[2];
const theirStart = THEIRS.startMs * factor;
rows.push({
  name: 'process start to first answer (median of 5)',
  ours: duration(startMs),
  theirs: duration(theirStart),
  ratio: theirStart / startMs,
  bar: '>= 6x',
  ok: theirStart / startMs >= 6,
});

const run = await start();
const { client, child } = run;
rows.push(
  rateRow(
    'starknet_blockNumber',
    await perSecond(() => client.call('starknet_blockNumber'), 5000),
    THEIRS.blockNumberPerS,
    2,
  ),
);
const [account] = await client.call<{ address: string; private_key: string }[]>('devnet_getPredeployedAccounts');
const balanceOf = {
  request: {
    contract_address: formatFelt(STRK),
    entry_point_selector: formatFelt(selectorOf('balanceOf')),
    calldata: [account.address],
  },
  block_id: 'latest',
};
rows.push(
  rateRow(
    'starknet_call balanceOf',
    await perSecond(() => client.call('starknet_call', balanceOf), 5000),
    THEIRS.balanceOfPerS,
    4,
  ),
);

const latencies: number[] = [];
let signed: string[] = [];
for (let nonce = 0; nonce < transfers; nonce++) {
  if (signed.length === 0)
    signed = Array.from({ length: Math.min(500, transfers - nonce) }, (_, i) =>
      transferText(account, nonce + i),
    ).reverse();
  const text = signed.pop()!;
  const begin = performance.now();
  const answer = await client.post(text);
  latencies.push(performance.now() - begin);
  if (!answer.includes('transaction_hash')) throw new Error(answer);
  if (nonce === 599)
    rows.push({
      name: 'resident memory after 600 transfers',
      ours: `${rssMb(child).toFixed(0)} MB`,
      theirs: `${THEIRS.rssAfter600Mb} MB`,
      ratio: THEIRS.rssAfter600Mb / rssMb(child),
      bar: '<= 2/3',
      ok: rssMb(child) <= (THEIRS.rssAfter600Mb * 2) / 3,
    });
}
const median = (list: readonly number[]): number => list.slice().sort((a, b) => a - b)[Math.floor(list.length / 2)];
rows.push(rateRow('signed transfers, one after another', 1000 / median(latencies.slice(300)), THEIRS.transferPerS, 6));
const early = median(latencies.slice(100, 300));
const late = median(latencies.slice(-200));
rows.push({
  name: `latency of the last transfers of ${transfers} to the 100th`,
  ours: duration(late),
  theirs: duration(early),
  ratio: late / early,
  bar: '<= 1.25',
  ok: late / early <= 1.25,
});

const contract = JSON.parse(readFileSync('contracts/classes/exerciser.sierra.json', 'utf8'));
const { compiledClassHash } = compileSierra(contract);
const declareMs: number[] = [];
for (let i = 0; i < 3; i++) {
  const fresh = { ...contract, abi: JSON.stringify([...contract.abi, { type: 'struct', name: `A${i}`, members: [] }]) };
  const begin = performance.now();
  await client
    .call('starknet_estimateFee', {
      request: [
        {
          type: 'DECLARE',
          version: '0x100000000000000000000000000000003',
          sender_address: account.address,
          compiled_class_hash: compiledClassHash,
          contract_class: fresh,
          signature: [],
          nonce: `0x${transfers.toString(16)}`,
          resource_bounds: {
            l1_gas: { max_amount: '0x0', max_price_per_unit: '0x0' },
            l1_data_gas: { max_amount: '0x0', max_price_per_unit: '0x0' },
            l2_gas: { max_amount: '0x0', max_price_per_unit: '0x0' },
          },
          tip: '0x0',
          paymaster_data: [],
          account_deployment_data: [],
          nonce_data_availability_mode: 'L1',
          fee_data_availability_mode: 'L1',
        },
      ],
      simulation_flags: ['SKIP_VALIDATE'],
      block_id: 'latest',
    })
    .catch((error: Error) => {
      throw new Error(`declare: ${error.message.slice(0, 300)}`);
    });
  declareMs.push(performance.now() - begin);
}
const theirDeclare = THEIRS.declareErc20Ms * factor;
const ourDeclare = Math.min(...declareMs);
rows.push({
  name: 'declaring a class of 7,800 felts',
  ours: duration(ourDeclare),
  theirs: duration(theirDeclare),
  ratio: theirDeclare / ourDeclare,
  bar: '>= 1x (theirs: erc20, smaller)',
  ok: ourDeclare <= theirDeclare,
});
await stop(run);
printRows(`server (calibration ${factor.toFixed(2)}; their figures scaled by it)`, rows);
