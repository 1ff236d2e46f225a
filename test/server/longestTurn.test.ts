// Every method gets the largest requests that its limits allow, and no turn may be long. The methods and their requests come from the declarations.
import { expect, test } from 'vitest';
import type { Method } from '../../src/rpc/method.ts';
import { methods } from '../../src/rpc/methods/index.ts';
import { slowness } from '../support/slowness.ts';
import { isAnswered, type Measured, measureTurns, nameOf } from '../support/turns/measureTurns.ts';

/**
 * The most processor time of a turn on an idle machine. Before 23.9, Node.js knows only the time of all threads together, among them those
 * that compile and collect garbage: there, others must not wait for longer than we promise.
 */
const MOST_MS = 'threadCpuUsage' in process ? 100 : 1000;

/** What takes longer is measured again on new nodes, and the smallest measure counts: a garbage collection is not always in the same turn. */
const REPEATS = 3;

const isThorough = process.env['STARBOX_LONG_TESTS'] === '1';
const chain = isThorough
  ? { cells: 1_000_000, transactions: 5000, blocks: 10_000 }
  : { cells: 100_000, transactions: 500, blocks: 500 };

test('no request keeps the thread for long, whatever its method and however large it is', async () => {
  const before = slowness(process.execPath);
  const measure = (some: Iterable<Method>) =>
    measureTurns(inOrder(some), { program: process.execPath, chain, isThorough });
  const measured = await measure(methods.values());
  expect(refused(measured)).toEqual([]);
  let long = longTurns(measured, before);
  for (let repeats = 0; long.size > 0 && repeats < REPEATS; repeats++) {
    const names = new Set([...long.values()].map(({ method }) => method));
    const again = longTurns(await measure([...methods.values()].filter((method) => names.has(nameOf(method)))), before);
    long = new Map([...long].filter(([work]) => again.has(work)));
  }
  expect(
    [...long.values()].map(
      ({ work, milliseconds, method, params }) => `${work}: ${Math.round(milliseconds)} ms, after ${method} ${params}`,
    ),
  ).toEqual([]);
}, 1_800_000);

/** Methods that have no result here, whatever they are sent, and why. */
const WITHOUT_RESULT: ReadonlyMap<string, string> = new Map([
  ['starknet_estimateMessageFee', 'no contract of the chain has an L1 handler'],
  ['starknet_getMessagesStatus', 'no message came from L1'],
  ['starknet_unsubscribe', 'a subscription belongs to the WebSocket that began it'],
  ['starknet_addDeployAccountTransaction', 'its account has no money'],
  ['devnet_mockL1ConsumeMessageFromL2', 'no message was sent to L1'],
  ['devnet_postmanConsumeMessageFromL2', 'no message was sent to L1'],
  ['devnet_fork', 'there is no origin'],
  ['devnet_removeFromMempool', 'no transaction waits'],
]);

/** Methods of which no large request got beyond the decoders, or none had a result. */
function refused({ exchanges }: Measured): readonly string[] {
  const all = [...methods.values()].map(nameOf);
  return all.flatMap((name) => {
    const own = exchanges.filter(({ method }) => method === name);
    const largest = Math.max(...own.map(({ chars }) => chars));
    const answers = own.map(({ answer }) => JSON.stringify(answer?.error ?? 'no answer').slice(0, 300)).join('\n');
    if (!own.some((exchange) => exchange.chars >= largest / 8 && isAnswered(exchange)))
      return `${name}: no large request was accepted.\n${answers}`;
    const hasResult = own.some(({ answer }) => answer && 'result' in answer);
    if (hasResult === WITHOUT_RESULT.has(name))
      return `${name}: ${hasResult ? 'has a result, so it needs no exception' : `has no result.\n${answers}`}`;
    return [];
  });
}

/** The turns that are longer than may be. */
const longTurns = ({ turns }: Measured, factorBefore: number): Measured['turns'] => {
  const most = MOST_MS * Math.max(factorBefore, slowness(process.execPath));
  return new Map([...turns].filter(([, { milliseconds }]) => milliseconds > most));
};

/** Writes that take something back come last: one may replace the chain, which is then filled again. */
const inOrder = (all: Iterable<Method>): readonly Method[] => [...all].sort((a, b) => rank(a) - rank(b));
const rank = ({ kind, takesBack }: Method) => (kind !== 'write' ? 0 : takesBack ? 2 : 1);
