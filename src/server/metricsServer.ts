import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Metrics } from './metrics.ts';

/** Serves the metrics at /metrics on an address of their own. */
export async function startMetricsServer(metrics: Metrics, host: string, port: number) {
  const server = createServer((request, response) => {
    const found = (request.url ?? '').split('?', 1)[0] === '/metrics';
    const body = found ? metrics.text() : '';
    response.writeHead(found ? 200 : 404, found ? { 'content-type': 'text/plain; version=0.0.4' } : {});
    response.end(body);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
