import { expect, test } from 'vitest';
import { announce } from './announce.ts';

/** The lines of the log of a server at a port. */
async function logged(port: number, asDevnet = false): Promise<readonly string[]> {
  const lines: string[] = [];
  const log = { write: (level: string, _: string, text: string) => lines.push(`${level}: ${text}`) };
  const url = `http://127.0.0.1:${port}`;
  const servers = { host: '127.0.0.1', port, url, webSocketUrl: `ws://127.0.0.1:${port}/ws`, metricsUrl: undefined };
  await announce({} as never, servers as never, { port, quiet: true } as never, log as never, {} as never, asDevnet);
  return lines;
}

test('a port that fetch refuses is warned of at the start, with the way out', async () => {
  expect(await logged(5060)).toContain(
    'warn: fetch and browsers refuse port 5060, so no page and no JavaScript client can use this node. Start it with another --port, such as 5050.',
  );
  expect((await logged(5050)).join()).not.toContain('warn');
});

test('the line that scripts wait for has the name that the program was started with', async () => {
  expect(await logged(5050)).toContain('info: Starbox listening on 127.0.0.1:5050');
  expect(await logged(5050, true)).toContain('info: Starknet Devnet listening on 127.0.0.1:5050');
});
