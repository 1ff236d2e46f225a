// Sends the same bytes to the fast path and to node:http, which must answer with the same bytes.
import { Log } from '../src/server/log/log.ts';
import { testServer } from '../test/server/testServer.ts';
import { Random } from '../test/support/random.ts';
import { settledExchange } from '../test/support/settledExchange.ts';
import { httpSequence } from './httpSequence.ts';
import type { FuzzReport } from './report.ts';

const AT_ONCE = 12;

/** The kinds of answers on a connection. */
const statusesOf = (text: string): string =>
  [...new Set([...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map((found) => found[1]))].sort().join(' ');

export async function fuzzHttp(cases: number, seed: number): Promise<FuzzReport> {
  const log = new Log({
    format: 'text',
    level: 'error',
    bodies: { request: false, response: false },
    output: () => true,
  });
  let onFastPath = 0;
  const metrics = { connection: (path: string) => void (path === 'fast path' && onFastPath++) };
  const servers = [await testServer(log, { metrics }), await testServer(log, { fastPath: false })];
  const outcomes: Record<string, number> = {};
  const failures: string[] = [];
  let slowestMs = 0;
  let next = 0;
  const work = async () => {
    for (let index = next++; index < cases; index = next++) {
      const { pieces, waits } = httpSequence(new Random(seed + index));
      const begin = performance.now();
      const [fast, plain] = await Promise.all(servers.map(({ port }) => settledExchange(port, pieces, { waits })));
      slowestMs = Math.max(slowestMs, performance.now() - begin);
      const statuses = statusesOf(plain!);
      outcomes[statuses || 'no answer'] = (outcomes[statuses || 'no answer'] ?? 0) + 1;
      if (fast !== plain)
        failures.push(
          `--seed ${seed + index} --cases 1: the fast path answers ${JSON.stringify(fast)}, node:http ${JSON.stringify(plain)}, to ${JSON.stringify(pieces)}`,
        );
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  for (const server of servers) await server.close();
  // Otherwise node:http would only be compared with itself.
  if (cases >= 100 && onFastPath < cases / 10)
    failures.push(`only ${onFastPath} of ${cases} connections took the fast path`);
  return { area: 'http', seed, cases, outcomes, slowestMs, failures };
}
