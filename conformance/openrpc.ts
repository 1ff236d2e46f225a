import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import type { Area, CaseResult } from './area.ts';
import { OpenRpcSchemas, schemaFolder } from './openrpcSchemas.ts';
import { loadReplayer, serverArguments, serverCommand, type Tape } from './tapes.ts';

interface Step {
  readonly request?: { readonly method: string };
  readonly path?: string;
  readonly ws?: 'open' | 'send' | 'expect' | 'close';
  readonly data?: unknown;
  readonly sleep?: number;
}

/** The paths of a version of the specification. */
interface Paths {
  readonly rpc: string;
  readonly socket: string;
}

/** Sends the tapes' requests, and checks all our answers and notifications against a version: a case per tape and method. */
const openrpcArea = (name: string, version: string, paths: Paths): Area => ({
  name,
  async *run(shared) {
    const folder = schemaFolder(shared, version);
    const replayer = await loadReplayer(shared);
    if (!folder || !replayer) {
      console.log(`${name}: skipped, because there are no documents of version ${version} at ${shared}/spec/openrpc.`);
      return;
    }
    const newer = schemaFolder(shared, OUR_VERSION);
    const schemas = new OpenRpcSchemas(folder, version === OUR_VERSION ? undefined : newer);
    if (!schemas.faultOfResult('starknet_getTransactionReceipt', { type: 'INVOKE' }))
      throw new Error('The schemas accept a broken receipt, so they are not applied.');
    if (version !== OUR_VERSION && !schemas.faultOfResult('starknet_getEvents', { events: [{ event_index: 0 }] }))
      throw new Error(`The schemas accept a member that ${version} does not have.`);
    const tapes = join(shared, 'tapes');
    for (const file of readdirSync(tapes)
      .filter((name) => name.endsWith('.json'))
      .sort()) {
      const tape = JSON.parse(readFileSync(join(tapes, file), 'utf8')) as Tape;
      const server = await replayer.startServer(serverCommand, serverArguments(tape, shared));
      try {
        yield* check(tape, server.url, schemas, paths);
      } finally {
        await server.stop();
      }
    }
  },
});

const OUR_VERSION = 'v0.10.2';

/** Our version, and the older one that the path /rpc/v0_9 serves. */
export const openrpc: Area = openrpcArea('openrpc', OUR_VERSION, { rpc: '/', socket: '/ws' });
export const openrpc09: Area = openrpcArea('openrpc-0.9', 'v0.9.0', { rpc: '/rpc/v0_9', socket: '/ws/rpc/v0_9' });

async function* check(tape: Tape, url: string, schemas: OpenRpcSchemas, paths: Paths): AsyncIterable<CaseResult> {
  const faults = new Map<string, string | undefined>();
  const note = (method: string, fault: string | undefined) => {
    if (!method.startsWith('starknet_')) return;
    faults.set(method, faults.get(method) ?? fault);
  };
  let socket: WebSocket | undefined;
  for (const step of tape.steps as readonly Step[]) {
    if (step.request) {
      const answer = await post(url + (step.path ?? paths.rpc), step.request);
      if ('result' in answer) note(step.request.method, schemas.faultOfResult(step.request.method, answer.result));
    } else if (step.ws === 'open') {
      socket = new WebSocket(url.replace('http', 'ws') + paths.socket);
      socket.on('message', (data) => {
        const { method, params } = JSON.parse(data.toString());
        if (method) note(method, schemas.faultOfNotification(method, params.result));
      });
      await new Promise((resolve) => socket!.on('open', resolve));
    } else if (step.ws === 'send') socket?.send(typeof step.data === 'string' ? step.data : JSON.stringify(step.data));
    else if (step.ws === 'expect') await pause(100);
    else if (step.sleep) await pause(step.sleep);
  }
  socket?.close();
  for (const [method, fault] of faults)
    yield fault === undefined
      ? { id: `${tape.name}/${method}`, outcome: 'equal' }
      : { id: `${tape.name}/${method}`, outcome: 'different', detail: fault };
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

async function post(url: string, request: unknown): Promise<{ readonly result?: unknown }> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(request) });
  return (await response.json()) as { readonly result?: unknown };
}
