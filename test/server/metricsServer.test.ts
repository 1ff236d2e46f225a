import { afterEach, expect, test } from 'vitest';
import { defaultConfig } from '../../src/chain/config.ts';
import { NO_CHEATS } from '../../src/chain/value/cheatList.ts';
import { RpcError } from '../../src/rpc/rpcError.ts';
import { Metrics } from '../../src/server/metrics/metrics.ts';
import { startMetricsServer } from '../../src/server/metrics/metricsServer.ts';
import { exchange } from '../support/rawExchange.ts';

const access = { boundHost: '127.0.0.1', allowedHosts: ['scraper.example'], allowedOrigins: [] };
let server: Awaited<ReturnType<typeof startMetricsServer>> | undefined;
afterEach(() => server?.close());

async function start(): Promise<Metrics> {
  const metrics = new Metrics(() => ({
    latest: { number: 0 },
    firstNumber: 0,
    transactionCount: 0,
    origin: undefined,
    value: { cheats: NO_CHEATS, open: { prices: defaultConfig.gasPrices } },
  }));
  server = await startMetricsServer(metrics, access, 0);
  return metrics;
}

const ask = (line: string, ...headers: string[]) =>
  exchange(server!.port, [
    `${line} HTTP/1.1\r\n${headers.map((header) => `${header}\r\n`).join('')}connection: close\r\n\r\n`,
  ]);

test('metrics are served only to clients that the main server would answer', async () => {
  await start();
  for (const host of ['localhost', '127.0.0.1:9090', 'scraper.example'])
    expect(await ask('GET /metrics', `host: ${host}`)).toMatch(/^HTTP\/1\.1 200 .*starknet_block_count 1\n/s);
  for (const headers of [
    ['host: evil.example'],
    ['host: localhost', 'origin: https://evil.example'],
    ['host: localhost', 'origin: null'],
  ]) {
    const reply = await ask('GET /metrics', ...headers);
    expect(reply).toMatch(/^HTTP\/1\.1 403 .*--allow-(host|origin)/s);
    expect(reply).not.toContain('block_count');
  }
  expect(await ask('GET /metrics', 'host: localhost', 'host: evil.example')).toMatch(/^HTTP\/1\.1 400 /);
});

test('metrics can only be read', async () => {
  await start();
  expect(await ask('HEAD /metrics?x=1', 'host: localhost')).toMatch(/^HTTP\/1\.1 200 .*\r\n\r\n$/s);
  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS', 'TRACE'])
    expect(await ask(`${method} /metrics`, 'host: localhost')).toMatch(/^HTTP\/1\.1 405 .*allow: GET,HEAD/s);
  expect(await ask('GET /', 'host: localhost')).toMatch(/^HTTP\/1\.1 404 /);
});

test('methods that do not exist are counted under one label', async () => {
  const metrics = await start();
  const call = {
    method: 'starknet_chainId',
    name: 'starknet_chainId',
    milliseconds: 100,
    error: undefined,
    unparsed: false,
    overSocket: false,
    waitMilliseconds: undefined,
  };
  metrics.call(call);
  const { length } = metrics.text();
  const error = new RpcError('methodNotFound');
  for (let i = 0; i < 3000; i++)
    metrics.call({ ...call, method: `starknet_${i}`, name: undefined, error, unparsed: true });
  expect(metrics.text()).toContain('rpc_call_count{method="unknown",status="error"} 3000');
  expect(metrics.text().length).toBeLessThan(2 * length);
});

test('connections are counted by the path that served them', async () => {
  const metrics = await start();
  expect(metrics.text()).not.toContain('starbox_http_connection_count');
  for (const path of ['fast path', 'node:http', 'fast path'] as const) metrics.connection(path);
  expect(metrics.text()).toContain('starbox_http_connection_count{path="fast path"} 2\n');
  expect(metrics.text()).toContain('starbox_http_connection_count{path="node:http"} 1\n');
});
