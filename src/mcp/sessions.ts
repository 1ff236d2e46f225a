// The same over HTTP: each client has a session with a workbench of its own.
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { type AgentServerParts, agentServer } from './agentServer.ts';

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
  close(): Promise<void>;
}

/** The most sessions. The one that was not used for the longest time ends for a new one. */
const MOST = 16;
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
    const { transport, ended } = known ?? (await this.#open());
    const answered = answerOf(
      transport.handleRequest(new Request('http://127.0.0.1/mcp', { method, headers, ...(hasBody && { body }) })),
    );
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
        if (this.#sessions.size > MOST) void this.#end(oldest!);
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
    const session: Session = { transport, ended, close };
    await agent.server.connect(transport);
    return session;
  }

  async #end(id: string): Promise<void> {
    const session = this.#sessions.get(id);
    this.#sessions.delete(id);
    await session?.close();
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
