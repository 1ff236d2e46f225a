import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { trafficBytes } from '../../budget/workMemory.ts';
import { OriginClient, type OriginEndpoint } from '../../fork/originClient.ts';
import { OriginError } from '../../fork/originError.ts';
import { type FetchLike, Transport } from '../../fork/transport.ts';
import { limits } from '../../protocol/limits.ts';
import { findMethod } from '../../rpc/method.ts';
import { methods } from '../../rpc/methods/index.ts';
import type { OriginRecord } from '../../rpc/record/originRecord.ts';
import { recordingEndpoint } from '../../rpc/record/recordingEndpoint.ts';
import { answerThrough } from '../../rpc/record/recordingProxy.ts';
import { isRecordPlace } from '../../rpc/record/recordPlace.ts';
import { refuseRequest } from '../../server/access.ts';
import { MemoryBudget } from '../../server/memoryBudget.ts';
import { readBody } from '../../server/readBody.ts';
import { UsageError } from '../options/usageError.ts';
import { StartError } from '../start/startError.ts';
import { optionsHelp } from './commandOptions.ts';
import { openRecord, saveRecord } from './openRecord.ts';
import { readArguments } from './readArguments.ts';

const HELP = `Record what a node answers in a file, from which forks run without network

Usage: starbox record [OPTIONS] URL

  URL  the JSON-RPC of the node

It listens on this machine and passes requests on to the node. Use its address in place of the node, run your tests once, and stop it with
Ctrl-C. What the file has is answered from the file, so that recording again only adds to it.

Options:
${optionsHelp('record', { output: 'starbox.record', port: 5051 })}
Examples:
  starbox record https://your.node/rpc/v0_10 --output mainnet.record
  starbox --fork-network http://127.0.0.1:5051      what is asked for is recorded
  starbox --fork-network mainnet.record             the same later, without network
`;

const SAVE_MS = 2000;
const HOST = '127.0.0.1';

/** `starbox record URL`. */
export async function recordCommand(args: readonly string[]): Promise<number> {
  const read = readArguments('record', args);
  if (!read) {
    process.stdout.write(HELP);
    return 0;
  }
  const [url, ...rest] = read.words;
  if (url === undefined || rest.length > 0 || !/^https?:\/\/./.test(url) || !URL.canParse(url))
    throw new UsageError(`record takes the URL of a node, such as https://your.node/rpc/v0_10`);
  const path = (read.own['output'] as string | undefined) ?? 'starbox.record';
  if (!isRecordPlace(path)) throw new UsageError(`'${path}' is no name of a record: it must end with .record`);
  const port = readPort((read.own['port'] as string | undefined) ?? '5051');
  const record = await openRecord(path);
  const node = new OriginClient(new Transport(url, { fetch: globalThis.fetch as unknown as FetchLike }));
  await checkChain(node, record, url, path);
  const server = await listen(recordingEndpoint(node, record), port);
  const address = `http://${HOST}:${(server.address() as AddressInfo).port}`;
  process.stdout.write(
    `Recording ${url} in ${path}, which has ${record.size} ${record.size === 1 ? 'answer' : 'answers'}. Use ${address} as the node, and end with Ctrl-C.\n`,
  );
  const saver = savingRegularly(path, record);
  await new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
  server.closeAllConnections();
  server.close();
  const bytes = await saver.end();
  process.stdout.write(`${path} has ${record.size} answers, ${bytes} bytes.\n`);
  return 0;
}

function readPort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : -1;
  if (port < 0 || port > 65_535) throw new UsageError(`invalid value '${text}' for '--port <PORT>': 0 to 65535`);
  return port;
}

/** A record is of one chain. */
async function checkChain(node: OriginEndpoint, record: OriginRecord, url: string, path: string): Promise<void> {
  const call = { method: 'chainId', params: [] };
  const [answer] = await node.call([call]).catch((error: unknown) => {
    throw error instanceof OriginError ? new StartError(error.message) : error;
  });
  if (answer!.error)
    throw new StartError(`${url} does not answer as a Starknet node: ${answer!.error.message.slice(0, 200)}`);
  const before = record.find(call.method, call.params)?.result;
  if (before !== undefined && before !== answer!.result)
    throw new StartError(
      `${path} is about the chain ${String(before)}, and ${url} has ${String(answer!.result).slice(0, 80)}. Choose another --output.`,
    );
  record.add({ ...call, answer: answer! });
}

const isRead = (name: string): boolean => {
  const found = findMethod(methods, name)?.method;
  return found?.kind === 'read' && found.group === 'chain';
};

async function listen(endpoint: OriginEndpoint, port: number): Promise<Server> {
  const memory = new MemoryBudget(trafficBytes());
  const server = createServer((request, response) => {
    answer(endpoint, memory, request, response).catch((error: Error) => send(response, 500, error.message));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) =>
      reject(new StartError(`${HOST}:${port} cannot be used: ${error.message}. Choose another --port.`)),
    );
    server.listen(port, HOST, resolve);
  });
  // A connection that could not be accepted must not end the process.
  server.on('error', () => undefined);
  return server;
}

async function answer(
  endpoint: OriginEndpoint,
  memory: MemoryBudget,
  request: IncomingMessage,
  response: ServerResponse,
) {
  const refused = refuseRequest(request, { boundHost: HOST, allowedHosts: [], allowedOrigins: [] });
  if (refused) return send(response, Number.parseInt(refused.status, 10), refused.text);
  if (request.method !== 'POST') return send(response, 405, 'Requests of JSON-RPC are sent with POST.\n');
  const share = memory.share();
  try {
    const body = await readBody(request, limits.bodyBytes, share);
    if (typeof body === 'string') return send(response, 413, `The request was not read: ${body}.\n`);
    const text = await answerThrough(endpoint, body, isRead);
    response.writeHead(200, { 'content-type': 'application/json' }).end(text);
  } finally {
    share.end();
  }
}

const send = (response: ServerResponse, status: number, text: string) => {
  if (!response.headersSent) response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' });
  response.end(text);
};

/** Writes the record while it grows, so that little is lost if the process is killed. */
function savingRegularly(path: string, record: OriginRecord) {
  let saved = record.size;
  let last: Promise<number> = Promise.resolve(0);
  const save = () => {
    saved = record.size;
    last = last.then(() => saveRecord(path, record));
    last.catch((error: Error) => void process.stderr.write(`${path} cannot be written: ${error.message}\n`));
  };
  const timer = setInterval(() => {
    if (record.size > saved) save();
  }, SAVE_MS);
  return {
    end: () => {
      clearInterval(timer);
      last = last.catch(() => 0);
      save();
      return last;
    },
  };
}
