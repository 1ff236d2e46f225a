import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { KnownValues } from '../../attack/soak/knownValues.ts';
import { hostileParams, type ParamSources, validParams } from '../../attack/soak/randomParams.ts';
import { defaultConfig } from '../../src/chain/config.ts';
import { createBundledNode } from '../../src/chain/createBundledNode.ts';
import type { Node } from '../../src/chain/node.ts';
import { selectorOf } from '../../src/execution/hash/address.ts';
import { formatFelt } from '../../src/felt/felt.ts';
import { writeJson } from '../../src/json/writeJson.ts';
import { writeMethodName } from '../../src/rpc/dialect.ts';
import type { Method } from '../../src/rpc/method.ts';
import { methods } from '../../src/rpc/methods/index.ts';
import { Hub } from '../../src/sandbox/hub.ts';
import type { Session } from '../../src/sandbox/session.ts';
import { BoxRegistry } from '../../src/server/boxes/boxRegistry.ts';
import { Log } from '../../src/server/log/log.ts';
import { allTools } from '../../src/tools/allTools.ts';
import fc from '../support/properties.ts';
import { Random } from '../support/random.ts';
import { STRK, transfer } from '../support/wallet.ts';

let node: Node;
let boxes: BoxRegistry;
let session: Session;
let request = '';
let sent: string[] = [];
const surprises: string[] = [];

beforeAll(async () => {
  const config = { ...defaultConfig, seed: 1, accounts: 2, journal: true, stateArchiveCapacity: 'full' } as const;
  node = await createBundledNode(config);
  const options = {
    surprise: (error: unknown) =>
      surprises.push(`${request.slice(0, 1500)}: ${error instanceof Error ? error.stack : String(error)}`),
    // No request leaves this process.
    fetch: () => Promise.reject(new TypeError('fetch failed')),
  };
  const log = new Log({
    format: 'text',
    level: 'error',
    bodies: { request: false, response: false },
    output: () => true,
  });
  boxes = new BoxRegistry({ most: 4, idleSeconds: 3600, log, hub: options });
  session = new Hub(node, { ...options, boxes, tools: async () => allTools }).open((text) => sent.push(text));
});
afterAll(() => {
  vi.restoreAllMocks();
  boxes.end();
  node.close();
});

interface Answer {
  readonly result?: unknown;
  readonly error?: { readonly code: number };
}

/** Sends a request over a connection that can subscribe. */
async function ask({ group, name }: Method, params: unknown): Promise<Answer> {
  request = writeJson({ jsonrpc: '2.0', id: 1, method: writeMethodName(group, name, 'starknet'), params });
  sent = [];
  await session.receive(request);
  // Notifications are sent too.
  return JSON.parse(sent.find((text) => text.startsWith('{"jsonrpc":"2.0","id":1,'))!);
}

const ENTRY_POINTS = ['__execute__', '__validate__', 'balanceOf', 'transfer', 'constructor', 'no_such_name'];

/** Makes a new chain with a transaction. Returns what a client knows of it: contracts and classes that are there, and some that are not. */
async function newChain(random: Random): Promise<KnownValues> {
  const known = new KnownValues(random);
  const addresses = [...node.accounts.map(({ address }) => formatFelt(address)), STRK, STRK, '0x1', '0x0'];
  for (const address of addresses) known.add('address', address);
  for (const name of ENTRY_POINTS) known.add('entry_point_selector', formatFelt(selectorOf(name)));
  known.add('class_hash', formatFelt(node.system.accountClassHash));
  known.add('network_url', 'mock');
  await ask(methods.get('restart')!, {});
  const { result } = await ask(methods.get('mint')!, { address: '0x1', amount: 5 });
  known.add('transaction_hash', (result as { tx_hash: string }).tx_hash);
  return known;
}

const { abi, ...counter } = JSON.parse(readFileSync('contracts/classes/counter_before.sierra.json', 'utf8'));

/** A class that compiles, and one whose program is hardly a program. */
function classesOf(random: Random): readonly object[] {
  const { entry_points_by_type, contract_class_version } = counter;
  const header = random.below(2) ? [] : ['0x1', '0x7', '0x0', '0x2', '0xb', '0x4'];
  const felts = Array.from({ length: random.below(30) }, () => `0x${random.below(300).toString(16)}`);
  return [counter.sierra_program, [...header, ...felts]].map((sierra_program) => ({
    sierra_program,
    entry_points_by_type,
    contract_class_version,
    abi: JSON.stringify(abi),
  }));
}

/** What the parameters of a request are made from: values that are mostly valid, so that requests get past the decoders and into the chain. */
async function sourcesOf(random: Random, known: KnownValues): Promise<ParamSources> {
  const signer = random.pick(node.accounts);
  const nonce = await node.chain.stateAt('open').nonceOf(signer.address);
  const made: Readonly<Record<string, () => object>> = {
    BroadcastedInvokeTransactionV3: () => transfer(signer, nonce, BigInt(random.below(9))).invoke_transaction,
    FunctionCall: () => ({
      contract_address: STRK,
      entry_point_selector: formatFelt(selectorOf('balanceOf')),
      calldata: [known.pick('address')],
    }),
    // A random one names most contracts twice.
    StateDiff: () => ({
      storage_diffs: [{ address: known.pick('address'), storage_entries: [{ key: '0x1', value: '0x2' }] }],
      nonces: [{ contract_address: known.pick('address'), nonce: formatFelt(random.oddFelt()) }],
    }),
  };
  return {
    random,
    known,
    classes: classesOf(random),
    special: (name) => (random.below(2) ? made[name]?.() : undefined),
  };
}

const ROUNDS = 10;

test('no request, however unusual, causes an internal error', async () => {
  const names = [...methods.keys()];
  const outcomes = new Set<number | 'ok'>();
  const runs = [...methods.values()].map((method) => ({ name: method.name, run: vi.spyOn(method, 'run') }));
  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray(names, { minLength: names.length }), fc.nat(), async (order, seed) => {
      const random = new Random(seed);
      const known = await newChain(random);
      // What takes the chain back comes last, so that there is a chain for the others.
      const all = order.map((name) => methods.get(name)!);
      const round = [...all.filter(({ takesBack }) => !takesBack), ...all.filter(({ takesBack }) => takesBack)];
      for (const method of round) {
        const makeParams = random.below(3) ? validParams : hostileParams;
        const { result, error } = await ask(method, makeParams(method.params, await sourcesOf(random, known)));
        if (!error) known.learn(method.name, result);
        outcomes.add(error?.code ?? 'ok');
      }
    }),
    { numRuns: ROUNDS, endOnFailure: true },
  );
  expect(surprises).toEqual([]);
  // Requests must have reached every method, and all parts: there are results and errors of the decoders, the chain and contracts.
  const unreached = runs.filter(({ run }) => run.mock.calls.length === 0).map(({ name }) => name);
  expect(unreached, 'methods that never ran, because all their parameters were refused').toEqual([]);
  for (const outcome of ['ok', -32602, -1, 20, 24, 29, 41, 53] as const) expect(outcomes).toContain(outcome);
});
