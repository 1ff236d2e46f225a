import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestMemory } from '../budget/requestMemory.ts';
import { CIRCLE_STATUS, readTrail, TRAIL_HEADER } from '../chain/forkTrail.ts';
import { writeJson } from '../json/writeJson.ts';
import { transit } from '../protocol/transit.ts';
import { errorAnswer } from '../rpc/answer.ts';
import { type AnswerText, answerInParts, type CallAnswerer, isComplete } from '../rpc/answerText.ts';
import { FAULT_HEADER, FaultInterruption } from '../rpc/faults/faultInterruption.ts';
import { RpcError } from '../rpc/rpcError.ts';
import type { OlderSpec } from '../rpc/spec/olderSpec.ts';
import { specPath } from '../rpc/specVersions.ts';
import type { Hub } from '../sandbox/hub.ts';
import { type AccessPolicy, corsHeaders, isJsonContent, refuseRequest } from './access.ts';
import { AGENTS_ARE_OFF, askAgents, refuseAgent, type ServedAgents } from './agentRoutes.ts';
import type { Box } from './boxes/box.ts';
import type { BoxRegistry } from './boxes/boxRegistry.ts';
import { NO_BOX, routeOf } from './boxes/boxRoute.ts';
import { byteLength } from './fastPath/writeAnswer.ts';
import type { Log } from './log/log.ts';
import { budgetRefusal, type MemoryBudget, type MemoryShare } from './memoryBudget.ts';
import { answerFront, answerPage, isPagePath, type Page, wantsHtml } from './page.ts';
import { PendingRequest } from './pendingRequest.ts';
import { piecesOf, writePieces } from './pieces.ts';
import { readBody, type UnreadBody } from './readBody.ts';
import { answerRest, type RestRoute, restRoutes } from './restRoutes.ts';
import {
  finish,
  type Headers,
  JSON_TYPE,
  logRefusal,
  refuseAccess,
  refuseJson,
  refuseVerb,
  TEXT,
} from './simpleAnswers.ts';
import type { Timeouts } from './timeouts.ts';
import { askWallet, isWalletPath, readWallet, type ServedWallet, type WalletsOf } from './walletRoutes.ts';

export interface HttpOptions {
  readonly hub: Hub;
  readonly boxes?: BoxRegistry | undefined;
  /** The page at /ui, if it is on. */
  readonly page?: Page | undefined;
  /** The wallets for pages, if they are on. */
  readonly wallets?: WalletsOf | undefined;
  /** The coding agents at /mcp, if they are on. */
  readonly agents?: ServedAgents | undefined;
  readonly access: AccessPolicy;
  /** Requests that wait for their answers. */
  readonly pending: Timeouts<PendingRequest>;
  readonly bodyLimitBytes: number;
  /** The memory for requests, answers and notifications in transit. */
  readonly memory: MemoryBudget;
  readonly log: Log;
}

/** What a client of Ethereum is told if there is no EVM. */
const EVM_IS_OFF =
  "There is no EVM here. Start with --l1-url evm to have one, or with Sandbox.create({ l1: { url: 'evm' } }).";
/** What a client of a paymaster is told if there is none. */
const PAYMASTER_IS_OFF =
  'The paymaster is off. Start with --paymaster to turn it on, or with Sandbox.create({ paymaster: true }).';

/** What a request is answered with: the main chain, or a box. */
interface Served extends HttpOptions {
  readonly box?: Box;
  /** The older version of the specification that the path names; undefined for ours. */
  readonly spec: OlderSpec | undefined;
}

/** An answer that will be sent. */
interface HttpAnswer {
  readonly status: number;
  readonly body: AnswerText;
  /** What the work for the answer keeps. */
  readonly memory?: RequestMemory | undefined;
  readonly headers?: Headers | undefined;
}

/** Answers one HTTP request. */
export async function handleHttp(request: IncomingMessage, response: ServerResponse, options: HttpOptions) {
  const { access } = options;
  const origin = request.headers.origin;
  const refused = refuseRequest(request, access);
  if (refused) return refuseAccess(request, response, refused, options.log);
  const cors = corsHeaders(origin, access);
  if (request.method === 'OPTIONS') return finish(response, 200, { ...cors, ...preflightHeaders(request) });

  const route = routeOf(request.url ?? '/', options.boxes);
  const { log } = options;
  if (!route) {
    logRefusal(log, request, 404, NO_BOX.trimEnd());
    return finish(response, 404, { ...cors, ...TEXT }, NO_BOX);
  }
  const { box } = route;
  box?.touch();
  const versioned = specPath(route.path);
  if (versioned?.kind === 'unknown') return refuseJson(request, response, versioned.text, cors, log);
  const path = versioned?.path ?? route.path;
  const served: Served = { ...options, ...(box && { box, hub: box.hub }), spec: versioned?.spec };
  const reading = request.method === 'GET' || request.method === 'HEAD';
  if (path === '/' || path === '/rpc') {
    if (path === '/' && !box && wantsHtml(request)) return answerFront(options.page, response);
    if (request.method !== 'POST') return refuseVerb(request, response, 'POST', cors, log);
    return handleRpc(request, response, served, cors);
  }
  if (path === '/is_alive' || path === '/ws') {
    if (!reading) return refuseVerb(request, response, 'GET,HEAD', cors, log);
    if (path === '/is_alive') return finish(response, 200, { ...cors, ...TEXT }, 'Alive!!!');
    return finish(response, 400, { ...cors, ...TEXT }, "Connection header did not include 'upgrade'");
  }
  if (path === '/paymaster') {
    const { paymaster } = served.hub;
    if (!paymaster.isOpen) return refuseJson(request, response, PAYMASTER_IS_OFF, cors, log);
    if (request.method !== 'POST') return refuseVerb(request, response, 'POST', cors, log);
    return handleRpc(request, response, served, cors, await paymaster.front(apiKeyOf(request)));
  }
  if (path === '/mcp' && !box) {
    if (!options.agents) return refuseJson(request, response, AGENTS_ARE_OFF, cors, log);
    return handleAgent(options.agents, request, response, served, cors);
  }
  if (path === '/l1') {
    const { l1 } = served.hub;
    if (!l1.isOpen) return refuseJson(request, response, EVM_IS_OFF, cors, log);
    if (request.method !== 'POST') return refuseVerb(request, response, 'POST', cors, log);
    return handleRpc(request, response, served, cors, l1.front());
  }
  // Where the page is off, only a browser is told so: other clients get the empty 404 of every unknown path.
  if (isPagePath(path) && !box && (options.page || wantsHtml(request))) {
    if (!reading) return refuseVerb(request, response, 'GET,HEAD', cors, log);
    return answerPage(options.page, path, response);
  }
  const wallet = isWalletPath(path) ? options.wallets?.(served.hub) : undefined;
  if (wallet) return handleWallet(wallet, path, request, response, served, cors);
  const rest = restRoutes.get(path);
  if (!rest) {
    logRefusal(
      log,
      request,
      404,
      'There is nothing at this path. Send JSON-RPC requests to /, /rpc or /rpc/v0_10, and WebSockets to /ws.',
    );
    return finish(response, 404, cors);
  }
  if (rest.verb === 'GET' ? !reading : request.method !== 'POST')
    return refuseVerb(request, response, rest.verb === 'GET' ? 'GET,HEAD' : 'POST', cors, log);
  return handleRest(rest, request, response, served, cors);
}

function preflightHeaders(request: IncomingMessage): Headers {
  const asked = request.headers['access-control-request-headers'];
  return {
    'access-control-allow-methods': 'GET,POST',
    'access-control-allow-headers':
      typeof asked === 'string' && /^[\w\-, ]{1,500}$/.test(asked) ? asked : 'content-type',
    ...(request.headers['access-control-request-private-network']
      ? { 'access-control-allow-private-network': 'true' }
      : {}),
    allow: 'GET,HEAD,POST',
  };
}

function apiKeyOf({ headers }: IncomingMessage): string | undefined {
  const key = headers['x-paymaster-api-key'];
  return typeof key === 'string' ? key : undefined;
}

async function handleRpc(
  request: IncomingMessage,
  response: ServerResponse,
  options: Served,
  cors: Headers,
  answerer: CallAnswerer = options.hub.dispatcher,
) {
  const headers = { ...JSON_TYPE, ...cors };
  if (!isJsonContent(request.headers['content-type'])) {
    request.resume();
    logRefusal(options.log, request, 400, 'The content type must be application/json.');
    const error = new RpcError('invalidRequest', { data: { reason: 'Missing content type' } });
    return finish(response, 200, headers, writeJson(errorAnswer(null, error)));
  }
  const { hub, log, spec } = options;
  const forks = readTrail(String(request.headers[TRAIL_HEADER] ?? ''));
  if (hub.node.isAmong(forks)) return refuseOwnFork(request, response, cors, log);
  const leave = hub.node.chain.origin?.trail.enter(forks);
  return withBody(request, response, options, cors, async (body, pending) => {
    log.request(request.url ?? '/', body);
    let memory: RequestMemory | undefined;
    const takeOver = (taken: RequestMemory) => {
      memory = taken;
    };
    const isFaulty = hub.dispatcher.faults.plan !== undefined;
    let faults = 'on';
    const faulted = (names: string) => {
      faults = names;
    };
    try {
      const answer = await answerInParts(body, answerer, { signal: pending, spec, takeOver, faulted });
      const more = isFaulty ? { [FAULT_HEADER]: faults } : undefined;
      if (!pending.aborted) return { status: 200, body: log.response(answer), memory, headers: more };
    } catch (error) {
      if (!(error instanceof FaultInterruption)) throw error;
      memory?.end();
      return interrupted(error, response);
    }
    memory?.end();
    return undefined;
  }).finally(leave);
}

/** What a client gets in place of an answer, because of a fault. */
async function interrupted(error: FaultInterruption, response: ServerResponse): Promise<HttpAnswer | undefined> {
  if (error.kind === 'cut') response.destroy();
  // The request stays open until its client, or our own timeout, gives up.
  if (error.kind === 'silence' && !response.destroyed)
    await new Promise<void>((resolve) => response.once('close', resolve));
  if (error.status === undefined) return undefined;
  const { status, body, faults, retryAfterSeconds: seconds } = error;
  const retry = seconds === undefined ? {} : { 'retry-after': String(seconds) };
  return { status, body, headers: { [FAULT_HEADER]: faults, ...retry } };
}

/** Refuses a request that this node made itself, because it is its own origin, perhaps through others. */
function refuseOwnFork(request: IncomingMessage, response: ServerResponse, cors: Headers, log: Log): void {
  request.resume();
  const text = 'This node is its own origin, directly or through other forks. Fork from another node.';
  logRefusal(log, request, CIRCLE_STATUS, text);
  finish(response, CIRCLE_STATUS, { ...cors, ...TEXT }, `${text}\n`);
}

async function handleRest(
  route: RestRoute,
  request: IncomingMessage,
  response: ServerResponse,
  options: Served,
  cors: Headers,
) {
  const headers = { ...JSON_TYPE, ...cors };
  if (route.params === 'body' && !isJsonContent(request.headers['content-type'])) {
    request.resume();
    return finish(response, 415, headers, writeJson({ error: 'The content type must be application/json.' }));
  }
  return withBody(request, response, options, cors, (body, pending) =>
    answerRest(route, request.url ?? '/', body, pending, options),
  );
}

async function handleWallet(
  wallet: ServedWallet,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
  all: Served,
  cors: Headers,
) {
  const { access, log, box } = all;
  if (request.method === 'GET' || request.method === 'HEAD') {
    const { status, headers, body } = await readWallet(wallet, path, request, access, box?.path);
    if (status !== 200) logRefusal(log, request, status, body.trimEnd());
    return finish(response, status, { ...cors, ...headers }, body);
  }
  if (request.method !== 'POST' || path !== '/wallet') return refuseVerb(request, response, 'GET,HEAD', cors, log);
  if (!isJsonContent(request.headers['content-type'])) return finish(response, 415, { ...cors, connection: 'close' });
  const gone = new AbortController();
  response.once('close', () => gone.abort(new Error('The page waits no longer.')));
  return withBody(request, response, all, cors, (body) => askWallet(wallet, request, body, gone.signal));
}

async function handleAgent(
  agents: ServedAgents,
  request: IncomingMessage,
  response: ServerResponse,
  all: Served,
  cors: Headers,
) {
  const refused = refuseAgent(request);
  if (!refused) return withBody(request, response, all, cors, (body) => askAgents(agents, request, body));
  request.resume();
  logRefusal(all.log, request, refused.status, refused.text.trimEnd());
  return finish(response, refused.status, { ...cors, ...TEXT, connection: 'close' }, refused.text);
}

/** Reads the body of a request within the limits of size and time, and answers it. */
async function withBody(
  request: IncomingMessage,
  response: ServerResponse,
  options: Served,
  cors: Headers,
  answer: (body: Buffer, pending: PendingRequest) => Promise<HttpAnswer | undefined>,
) {
  // After a timeout the connection is closed, because the rest of the body may still arrive.
  const pending = new PendingRequest(() => {
    if (response.headersSent) response.destroy();
    else finish(response, 408, { ...cors, connection: 'close' });
  });
  const client = {
    cut: () => {
      pending.cancel();
      if (!response.writableEnded) response.destroy();
    },
  };
  const share = options.memory.share(() => response.destroy());
  options.box?.enter(client);
  options.pending.add(pending);
  try {
    const body = await readBody(request, options.bodyLimitBytes, share);
    if (pending.aborted || body === 'aborted') return;
    if (typeof body === 'string') return refuseBody(request, response, body, options, cors);
    const held = body.length > transit.uncountedBytes ? transit.handledFactor * body.length : 0;
    if (held > share.bytes && !share.take(held - share.bytes))
      return refuseBody(request, response, 'noMemory', options, cors);
    share.handle();
    const answered = await answer(body, pending);
    share.end();
    if (answered)
      await send(response, { ...JSON_TYPE, ...cors, ...answered.headers }, answered, share, () =>
        options.pending.delete(pending),
      ).finally(() => answered.memory?.end());
  } finally {
    options.pending.delete(pending);
    options.box?.leave(client);
    share.end();
  }
}

/** Refuses a request whose body was not read completely. */
function refuseBody(
  request: IncomingMessage,
  response: ServerResponse,
  reason: Exclude<UnreadBody, 'aborted'>,
  { bodyLimitBytes, memory, log }: HttpOptions,
  cors: Headers,
): void {
  const [status, text] =
    reason === 'tooSlow'
      ? [408, '']
      : reason === 'noMemory'
        ? [503, budgetRefusal(memory.limitBytes)]
        : [
            413,
            `The request is larger than ${bodyLimitBytes} bytes. Start with a larger --request-body-size-limit to allow it.\n`,
          ];
  logRefusal(log, request, status, text.trimEnd() || 'The body came too slowly.');
  finish(response, status, { ...cors, ...(text === '' ? {} : TEXT), connection: 'close' }, text);
}

/** Sends an answer; a long one as fast as the client reads it (backpressure). */
async function send(
  response: ServerResponse,
  headers: Headers,
  { status, body: answer, memory }: HttpAnswer,
  share: MemoryShare,
  onComplete: () => void,
): Promise<void> {
  if (isComplete(answer)) onComplete();
  if (isComplete(answer) && byteLength(answer) <= transit.answerPieceChars) {
    memory?.end();
    finish(response, status, headers, typeof answer === 'string' ? answer : answer.join(''));
    if (!response.writableLength || !share.take(response.writableLength)) return;
    await new Promise<void>((resolve) => response.on('close', resolve).on('finish', resolve));
    return;
  }
  if (isComplete(answer)) await share.waitForRoom(byteLength(answer), () => !response.destroyed);
  memory?.end();
  if (response.headersSent || response.destroyed) return;
  const length = isComplete(answer) ? { 'content-length': String(byteLength(answer)) } : {};
  response.writeHead(status, { ...length, ...headers });
  const isSent = await writePieces(response, counted(answer, share), (piece) => share.give(piece.length));
  if (isSent) response.end();
  else response.destroy();
}

/** The pieces of an answer, counted in the memory budget until the client has read them. */
async function* counted(answer: AnswerText, share: MemoryShare): AsyncGenerator<string> {
  if (isComplete(answer)) {
    const parts = typeof answer === 'string' ? piecesOf(answer) : answer;
    if (share.take(byteLength(answer))) yield* parts;
    else share.cutOff?.();
    return;
  }
  for await (const piece of answer)
    for (const part of piecesOf(piece)) {
      if (!share.take(part.length)) {
        share.cutOff?.();
        return;
      }
      yield part;
    }
}
