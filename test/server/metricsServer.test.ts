import { afterEach, expect, test } from 'vitest';
import { Metrics } from '../../src/server/metrics/metrics.ts';
import { startMetricsServer } from '../../src/server/metrics/metricsServer.ts';
import { exchange } from './rawExchange.ts';

const access = { boundHost: '127.0.0.1', allowedHosts: ['scraper.example'], allowedOrigins: [] };
let server: Awaited<ReturnType<typeof startMetricsServer>> | undefined;
afterEach(() => server?.close());

async function start(): Promise<Metrics> {
  const metrics = new Metrics(() => ({ blockCount: 1, transactionCount: 0, upstream: undefined }));
  server = await startMetricsServer(metrics, access, 0);
  return metrics;
}

const ask = (line: string, ...headers: string[]) =>
  exchange(server!.port, [
    `${line} HTTP/1.1\r\n${headers.map((header) => `${header}\r\n`).join('')}connection: close\r\n\r\n`,
  ]);

test('metrics are given to whom the main server would answer, and to nobody else', async () => {
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

test('metrics are only read', async () => {
  await start();
  expect(await ask('HEAD /metrics?x=1', 'host: localhost')).toMatch(/^HTTP\/1\.1 200 .*\r\n\r\n$/s);
  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS', 'TRACE'])
    expect(await ask(`${method} /metrics`, 'host: localhost')).toMatch(/^HTTP\/1\.1 405 .*allow: GET,HEAD/s);
  expect(await ask('GET /', 'host: localhost')).toMatch(/^HTTP\/1\.1 404 /);
});

test('methods that do not exist are counted under one label', async () => {
  const metrics = await start();
  metrics.call('starknet_chainId', 0.1, true);
  const { length } = metrics.text();
  for (let i = 0; i < 3000; i++) metrics.call(undefined, 0.1, false);
  expect(metrics.text()).toContain('rpc_call_count{method="unknown",status="error"} 3000');
  expect(metrics.text().length).toBeLessThan(2 * length);
});
