// Sends each method its largest requests, on a chain with much in it, and asks the node for the longest turn of each.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { limits } from '../../../src/protocol/limits.ts';
import { writeMethodName } from '../../../src/rpc/dialect.ts';
import type { Method } from '../../../src/rpc/method.ts';
import { type ChainSize, type FilledChain, fillChain, withSnapshot } from './fillChain.ts';
import { hasStruct, type KnownThings, type Lengths, largestParams, type Selection } from './largestRequests.ts';
import { type Answer, MeasuredNode } from './measuredNode.ts';

export interface MeasuredTurn {
  /** The label of the metric: a method, or `reading` and `other`. */
  readonly work: string;
  readonly milliseconds: number;
  /** The method that was called when the turn was measured, and its parameters in short. */
  readonly method: string;
  readonly params: string;
}

/** A request and its answer. */
export interface Exchange {
  readonly method: string;
  readonly params: string;
  readonly chars: number;
  /** Undefined if there was no answer in time. */
  readonly answer: Answer | undefined;
  readonly milliseconds: number;
}

export interface MeasureOptions {
  /** The program that runs the node. */
  readonly program: string;
  readonly chain: ChainSize;
  /** Whether parameters are also left out in all ways, past blocks asked about, and things that do not exist. It takes some minutes. */
  readonly isThorough: boolean;
  /** Is called for each request when it has ended. */
  readonly tell?: (exchange: Exchange, longer: readonly MeasuredTurn[]) => void;
}

export interface Measured {
  /** The longest turns by what was measured. */
  readonly turns: ReadonlyMap<string, MeasuredTurn>;
  readonly exchanges: readonly Exchange[];
}

/** The most transactions and the like that a request has which makes sense, unless the run is thorough: each takes a millisecond or more. */
const BUSY_ITEMS = 200;

/** The most calldata of transactions that are only tried out, unless the run is thorough: an estimate runs them many times. */
const INNER_ITEMS = 5000;

/** A client gives up after this time, and the work that it asked for ends. It is as long as a request may take. */
const PATIENCE_MS = limits.requestSeconds * 1000;

/** The state file of the chain, for a new node after a method has replaced the chain. */
const FILLED = 'filled.state';

export async function measureTurns(methods: Iterable<Method>, options: MeasureOptions): Promise<Measured> {
  const turns = new Map<string, MeasuredTurn>();
  const exchanges: Exchange[] = [];
  const folder = await mkdtemp(join(tmpdir(), 'turns-'));
  let node = await MeasuredNode.start(options.program, folder);
  try {
    const read = async (method: string, params: string) => {
      const longer: MeasuredTurn[] = [];
      for (const [work, milliseconds] of (await node.metrics()).turns) {
        if (milliseconds <= (turns.get(work)?.milliseconds ?? 0)) continue;
        const turn = { work, milliseconds, method, params };
        turns.set(work, turn);
        longer.push(turn);
      }
      return longer;
    };
    let chain = await fillChain(node, options.chain);
    await node.call('devnet_saveState', { path: FILLED });
    await read('none', 'filling the chain');
    for (const method of methods) {
      const isThere = await sendLargest(node, method, chain, options.isThorough, async (exchange) => {
        exchanges.push(exchange);
        const longer = await read(exchange.method, exchange.params);
        options.tell?.(exchange, longer);
      });
      if (isThere) continue;
      await node.stop();
      node = await MeasuredNode.start(options.program, folder, FILLED);
      chain = withSnapshot(chain, await node.call<string>('devnet_snapshot'));
    }
  } finally {
    await node.stop();
    await rm(folder, { recursive: true, force: true });
  }
  return { turns, exchanges };
}

/** A set of requests, and whether they are sent if others were accepted. */
interface Attempt {
  readonly known: KnownThings;
  readonly lengths: Lengths;
  readonly part?: number;
  readonly selection?: Selection;
  readonly mostItems?: number;
  readonly mostInside?: number;
  readonly onlyIfRefused?: boolean;
}

function attemptsOf(
  { kind, params }: Method,
  { long, run, busy, greedy, largeClass, past }: FilledChain,
  isThorough: boolean,
): readonly Attempt[] {
  // What a read does with many items, and what a write does with another chain, other methods do too.
  const isWrite = kind === 'write' || isThorough;
  const isRead = kind !== 'write' || isThorough;
  return [
    { known: long, lengths: 'inside', ...(!isWrite && { mostInside: INNER_ITEMS }) },
    ...(isWrite ? ([long, run] as const).map((known) => ({ known, lengths: 'outside' as const })) : []),
    ...(isWrite ? [{ known: run, lengths: 'inside' as const }] : []),
    // Some limits hold for several lists together.
    { known: long, lengths: 'inside', part: 0.49, onlyIfRefused: true },
    { known: busy, lengths: 'outside', ...(!isThorough && { mostItems: BUSY_ITEMS }) },
    ...(isRead ? [largeClass, past].map((known) => ({ known, lengths: 'outside' as const, mostItems: 10 })) : []),
    ...(hasStruct(params, 'FunctionCall') ? greedy.map((known) => ({ known, lengths: 'outside' as const })) : []),
    // Some members exclude each other.
    { known: long, lengths: 'inside', selection: 'some', onlyIfRefused: true },
    ...(isThorough ? ([{ known: {}, lengths: 'outside' }] as const) : []),
  ];
}

/** The name that clients send, and that metrics have. */
export const nameOf = ({ group, name }: Method): string => writeMethodName(group, name, 'starknet');

/** Returns whether the chain is as it was. A method that replaces it takes its snapshots with it. */
async function sendLargest(
  node: MeasuredNode,
  method: Method,
  chain: FilledChain,
  isThorough: boolean,
  ended: (exchange: Exchange) => Promise<void>,
): Promise<boolean> {
  const name = nameOf(method);
  const undo = method.kind === 'write' ? await node.call<string>('devnet_snapshot') : undefined;
  const seen = new Set<string>();
  let isAccepted = false;
  for (const { selection = 'all', onlyIfRefused = false, ...attempt } of attemptsOf(method, chain, isThorough)) {
    if (onlyIfRefused && isAccepted && !isThorough) continue;
    const form = { part: 1, mostItems: Number.POSITIVE_INFINITY, mostInside: Number.POSITIVE_INFINITY, ...attempt };
    for (const params of largestParams(method, form, selection, seen)) {
      const start = performance.now();
      const text = `{"jsonrpc":"2.0","id":1,"method":"${name}","params":${params}}`;
      const answer = method.kind === 'subscription' ? await node.overSocket(text) : await inTime(node, name, text);
      const exchange = {
        method: name,
        params: params.slice(0, 200),
        chars: text.length,
        answer: answer === undefined ? undefined : (JSON.parse(answer) as Answer),
        milliseconds: performance.now() - start,
      };
      isAccepted ||= isAnswered(exchange);
      await ended(exchange);
      if (undo !== undefined && !(await isRestored(node, undo))) return false;
    }
  }
  return true;
}

/** The errors of requests that are refused before anything is done. */
const REFUSALS = new Set([-32700, -32600, -32601, -32602, 31, 34, 67, 68]);

/** Whether a request got beyond the decoders and the limits. */
export const isAnswered = ({ answer }: Exchange): boolean =>
  answer !== undefined && !(answer.error && REFUSALS.has(answer.error.code));

const isRestored = (node: MeasuredNode, snapshot_id: string): Promise<boolean> =>
  node.call('devnet_restore', { snapshot_id }).then(
    () => true,
    () => false,
  );

/** The answer; undefined if the client gave up. The work has ended in both cases. */
async function inTime(node: MeasuredNode, name: string, text: string): Promise<string | undefined> {
  const before = (await node.metrics()).ended.get(name) ?? 0;
  const answer = await node.post(text, PATIENCE_MS).catch(() => undefined);
  if (answer !== undefined) return answer;
  for (let tries = 0; tries < 600; tries++) {
    if (((await node.metrics()).ended.get(name) ?? 0) > before) return undefined;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${name} went on for a minute after its client had given up`);
}
