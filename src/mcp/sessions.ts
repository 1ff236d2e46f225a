// The same over HTTP: each client has a session with a workbench of its own.
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/sdk/types.js';
import { type AgentServerParts, agentServer } from './agentServer.ts';
import { agentLimits } from './limits.ts';

/** A request that the server has read and allowed. */
export interface SessionRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface SessionAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

interface Session {
  readonly transport: WebStandardStreamableHTTPServerTransport;
  /** The answer to requests that have none when the session ends. */
  readonly ended: Promise<SessionAnswer>;
  /** The ids of requests without an answer yet. */
  readonly running: Set<unknown>;
  close(): Promise<void>;
}

const SESSION = 'mcp-session-id';

/** The sessions of clients. */
export class AgentSessions {
  readonly #parts: () => AgentServerParts;
  /** The one that was used last is the last. */
  readonly #sessions = new Map<string, Session>();

  constructor(parts: () => AgentServerParts) {
    this.#parts = parts;
  }

  async answer({ method, headers, body }: SessionRequest): Promise<SessionAnswer> {
    const id = headers[SESSION];
    const known = id === undefined ? undefined : this.#sessions.get(id);
    if (id !== undefined && known) {
      this.#sessions.delete(id);
      this.#sessions.set(id, known);
    }
    const hasBody = method === 'POST';
    if (!hasBody && method !== 'DELETE') return refusal(405, 'Send POST, or DELETE to end a session.');
    if (id !== undefined && !known) return refusal(404, 'There is no such session. Initialize a new one.');
    if (!known && !hasBody) return refusal(400, 'Send POST with initialize first.');
    const { transport, ended, running } = known ?? (await this.#open());
    // Of two requests with one id, the transport would answer one, and the other would wait for ever.
    const ids = hasBody ? idsIn(body) : [];
    if (new Set(ids).size < ids.length || ids.some((each) => running.has(each)))
      return refusal(400, 'A request of this session has the same id, and no answer yet. Choose another one.');
    for (const each of ids) running.add(each);
    const request = new Request('http://127.0.0.1/mcp', { method, headers, ...(hasBody && { body }) });
    const answered = answerOf(transport.handleRequest(request)).finally(() => {
      for (const each of ids) running.delete(each);
    });
    // A session that ends forgets its requests.
    return hasBody ? Promise.race([answered, ended]) : answered;
  }

  async close(): Promise<void> {
    const all = [...this.#sessions.values()];
    this.#sessions.clear();
    for (const session of all) await session.close();
  }

  async #open(): Promise<Session> {
    const agent = agentServer(this.#parts());
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => crypto.randomUUID(),
      // Each answer is complete: nothing is sent that was not asked for.
      enableJsonResponse: true,
      onsessioninitialized: (id) => {
        this.#sessions.set(id, session);
        const [oldest] = this.#sessions.keys();
        if (this.#sessions.size > agentLimits.sessions) void this.#end(oldest!);
      },
      onsessionclosed: (id) => this.#end(id),
    });
    let end = (_answer: SessionAnswer) => {};
    const ended = new Promise<SessionAnswer>((resolve) => {
      end = resolve;
    });
    const close = async () => {
      end(refusal(404, 'The session has ended. Initialize a new one.'));
      await agent.close();
    };
    const session: Session = { transport, ended, running: new Set(), close };
    await agent.server.connect(transport);
    const deliver = transport.onmessage;
    transport.onmessage = (message, more) => {
      deliver?.(message, more);
      const cancelled = cancelledBy(message);
      if (cancelled !== undefined) void transport.send(cancelledAnswer(cancelled)).catch(() => undefined);
    };
    return session;
  }

  async #end(id: string): Promise<void> {
    const session = this.#sessions.get(id);
    this.#sessions.delete(id);
    await session?.close();
  }
}

/** The id of the request that a message cancels. */
function cancelledBy(message: JSONRPCMessage): RequestId | undefined {
  if (!('method' in message) || 'id' in message || message.method !== 'notifications/cancelled') return undefined;
  const id = message.params?.['requestId'];
  return typeof id === 'string' || typeof id === 'number' ? id : undefined;
}

/** The server leaves a request without an answer once it is cancelled, but its client waits for the end of the exchange. */
const cancelledAnswer = (id: RequestId): JSONRPCMessage => ({
  jsonrpc: '2.0',
  id,
  error: { code: -32_000, message: 'The request was cancelled.' },
});

/** The ids of the requests in a text. */
function idsIn(body: string): readonly unknown[] {
  try {
    const json = JSON.parse(body) as unknown;
    const messages = (Array.isArray(json) ? json : [json]) as readonly unknown[];
    return messages.flatMap((each) => {
      const { id, method } = Object(each) as { readonly id?: unknown; readonly method?: unknown };
      return id === undefined || method === undefined ? [] : [id];
    });
  } catch {
    return [];
  }
}

async function answerOf(asked: Promise<Response>): Promise<SessionAnswer> {
  const response = await asked;
  return { status: response.status, headers: Object.fromEntries(response.headers), body: await response.text() };
}

const refusal = (status: number, message: string): SessionAnswer => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ jsonrpc: '2.0', error: { code: -32_000, message }, id: null }),
});
