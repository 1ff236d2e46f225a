import { writeFileSync } from 'node:fs';
import type { Method } from '../../src/rpc/method.ts';
import { methods as all } from '../../src/rpc/methods/index.ts';
import { type FilledChain, fillChain } from '../../test/support/turns/fillChain.ts';
import { type Lengths, largestParams } from '../../test/support/turns/largestRequests.ts';
import { nameOf } from '../../test/support/turns/measureTurns.ts';
import { type AttackGroup, LIMITS, mustHold } from '../attack.ts';
import type { Target } from '../target.ts';

const CHAIN = { cells: 100_000, transactions: 500, blocks: 500 };

const CLIENTS = 40;

/** The most items of lists of which each makes the node run something. */
const BUSY_ITEMS = 20;

/** The largest requests of a method: long lists, and lists of things that exist. */
function* requestsOf(method: Method, { long, busy, largeClass }: FilledChain): Generator<string> {
  const seen = new Set<string>();
  const forms = [
    { known: long, lengths: 'inside' as Lengths, mostItems: Number.POSITIVE_INFINITY },
    { known: busy, lengths: 'outside' as Lengths, mostItems: BUSY_ITEMS },
    { known: largeClass, lengths: 'outside' as Lengths, mostItems: BUSY_ITEMS },
  ];
  for (const form of forms)
    for (const params of largestParams(method, { part: 1, mostInside: 5000, ...form }, 'all', seen))
      yield `{"jsonrpc":"2.0","id":1,"method":"${nameOf(method)}","params":${params}}`;
}

/** Many clients send the same request at once, for each request of each method that only reads. */
async function readAtOnce(target: Target): Promise<string> {
  const chain = await fillChain(target, CHAIN);
  const most = { method: '', megabytes: 0 };
  let requests = 0;
  let refused = 0;
  for (const method of all.values()) {
    if (method.kind !== 'read') continue;
    for (const text of requestsOf(method, chain)) {
      const before = target.memoryMb().now;
      forgetPeak(target);
      const answers = await Promise.all(Array.from({ length: CLIENTS }, () => target.post(text)));
      // When requests in transit take all their memory, a further one is refused while it is sent: its client may see a closed connection.
      const answered = answers.filter(({ status }) => status !== 0).length;
      mustHold(answered > 0, `${nameOf(method)} had no answer: ${answers[0]?.text}`);
      requests += CLIENTS;
      refused += CLIENTS - answered;
      const megabytes = target.memoryMb().peak - before;
      if (megabytes > most.megabytes) Object.assign(most, { method: nameOf(method), megabytes });
      mustHold(megabytes <= LIMITS.memoryMb, `${nameOf(method)} took ${megabytes.toFixed(0)} MB`);
    }
  }
  return `${requests} requests, ${refused} refused while they were sent; ${most.method} took most, ${most.megabytes.toFixed(0)} MB`;
}

/** Linux forgets the highest memory so far, so that each request has its own. */
function forgetPeak({ child }: Target): void {
  try {
    writeFileSync(`/proc/${child.pid}/clear_refs`, '5');
  } catch {
    // Elsewhere, the highest memory of all requests counts.
  }
}

export const methods: AttackGroup = {
  name: 'Methods',
  attacks: [
    {
      name: `${CLIENTS} clients send the largest request of each method that reads, at once`,
      run: readAtOnce,
    },
  ],
};
