// Coding agents that speak the Model Context Protocol. They can do whatever other clients can, so the same rules hold for them; and they are
// programs of this machine.
import type { IncomingMessage } from 'node:http';
import { isJsonContent } from './access.ts';

/** The sessions of agents. */
export interface ServedAgents {
  answer(request: AgentRequest): Promise<AgentAnswer>;
  close(): Promise<void>;
}

export interface AgentRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface AgentAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What a client is told if there are no agents. */
export const AGENTS_ARE_OFF =
  'There is no /mcp here. Start with --mcp to let coding agents of this machine use the node.';

/** There is no GET: a server that sends nothing unasked has no stream to open. */
const VERBS = ['POST', 'DELETE'];
/** What the protocol reads of the headers. */
const HEADERS = ['content-type', 'accept', 'mcp-session-id', 'mcp-protocol-version'];

/** Undefined if an agent may send this request, otherwise why not. Host and Origin were checked before. */
export function refuseAgent(request: IncomingMessage): { readonly status: number; readonly text: string } | undefined {
  if (!isLoopback(request.socket.remoteAddress))
    return { status: 403, text: 'Only programs of this machine can use /mcp.\n' };
  if (!VERBS.includes(request.method ?? '')) return { status: 405, text: 'Send POST.\n' };
  if (request.method === 'POST' && !isJsonContent(request.headers['content-type']))
    return { status: 415, text: 'The content type must be application/json.\n' };
  return undefined;
}

/** Answers a request of an agent. */
export async function askAgents(agents: ServedAgents, { method, headers }: IncomingMessage, body: Buffer) {
  const read = HEADERS.flatMap((name) => (typeof headers[name] === 'string' ? [[name, headers[name]] as const] : []));
  const answer = await agents.answer({ method: method!, headers: Object.fromEntries(read), body: body.toString() });
  return { ...answer, headers: { 'cache-control': 'no-store', ...answer.headers } };
}

const isLoopback = (address: string | undefined): boolean =>
  address !== undefined && /^(?:127\.|::1$|::ffff:127\.)/.test(address);
