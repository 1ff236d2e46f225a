import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { limits } from '../../protocol/limits.ts';
import { type AccessPolicy, refuseRequest } from '../access.ts';
import type { Metrics } from './metrics.ts';

const TEXT = 'text/plain; charset=utf-8';

/** Serves the metrics at /metrics, at an address of their own. The access policy applies. */
export async function startMetricsServer(metrics: Metrics, access: AccessPolicy, port: number) {
  const server = createServer((request, response) => answer(request, response, metrics, access));
  server.maxConnections = limits.metricsConnections;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, access.boundHost, resolve);
  });
  // A connection that could not be accepted must not end the process.
  server.on('error', () => undefined);
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function answer(request: IncomingMessage, response: ServerResponse, metrics: Metrics, access: AccessPolicy) {
  const send = (status: number, headers: Record<string, string>, text: string) => {
    response.writeHead(status, headers);
    response.end(request.method === 'HEAD' ? undefined : text);
  };
  const refused = refuseRequest(request, access);
  if (refused) return send(Number.parseInt(refused.status, 10), { 'content-type': TEXT }, refused.text);
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return send(405, { allow: 'GET,HEAD', 'content-type': TEXT }, 'Metrics are read with GET.\n');
  if ((request.url ?? '').split('?', 1)[0] !== '/metrics') return send(404, {}, '');
  send(200, { 'content-type': 'text/plain; version=0.0.4' }, metrics.text());
}
