// The means of an attacker against coding agents: what a client of the Model Context Protocol sees, over HTTP and over standard input.
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { request } from 'node:http';
import { delimiter, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { AttackSucceeded, mustHold } from './attack.ts';
import type { Answer, Target } from './target.ts';

const MOST_CHARS = 6000;
const MOST_TOKENS = 2000;
const ANSWER_MS = 60_000;
const INITIALIZE = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'attack', version: '1' } };

/** Sends something to /mcp, with any headers. */
export const postMcp = (
  { port }: Target,
  body: string,
  headers: Readonly<Record<string, string>> = {},
  method = 'POST',
): Promise<Answer & { readonly session: string | undefined }> =>
  new Promise((done) => {
    const sent = request(
      {
        host: '127.0.0.1',
        port,
        path: '/mcp',
        method,
        agent: false,
        timeout: ANSWER_MS,
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          'content-length': `${Buffer.byteLength(body)}`,
          ...headers,
        },
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part: string) => (text += part));
        const session = response.headers['mcp-session-id'] as string | undefined;
        response.on('end', () => done({ status: response.statusCode ?? 0, text, session }));
        response.on('error', () => done({ status: 0, text: '', session }));
      },
    );
    sent.on('timeout', () => sent.destroy(new Error('no answer in time')));
    sent.on('error', (error) => done({ status: 0, text: error.message, session: undefined }));
    sent.end(body);
  });

export const message = (method: string, params: unknown, id: unknown = 1): string =>
  JSON.stringify({ jsonrpc: '2.0', id, method, params });

/** What a tool answered. */
export interface Told {
  readonly text: string;
  readonly isError: boolean;
}

/** What is read of other answers. */
interface Asked {
  readonly contents?: readonly { readonly text: string }[];
  readonly messages?: readonly { readonly content: { readonly text: string } }[];
  readonly message?: string;
}

/** Calls tools, and checks of each answer that it is short. */
export type UseTool = (name: string, args?: object) => Promise<Told>;

/** Asks something that is no tool. Returns the text of the answer. */
export type AskServer = (method: string, params: object) => Promise<string>;

/** An agent in a session of a node. */
export async function agentOf(
  target: Target,
): Promise<UseTool & { readonly session: string; readonly ask: AskServer }> {
  const { session } = await postMcp(target, message('initialize', INITIALIZE));
  mustHold(session !== undefined, 'the node opened no session');
  let next = 100;
  const use: UseTool = async (name, args = {}) => {
    const { status, text } = await postMcp(target, message('tools/call', { name, arguments: args }, next++), {
      'mcp-session-id': session,
    });
    mustHold(status === 200, `${name} was answered with ${status} ${text.slice(0, 200)}`);
    return toldIn(text);
  };
  const ask: AskServer = async (method, params) => {
    const { status, text } = await postMcp(target, message(method, params, next++), { 'mcp-session-id': session });
    mustHold(status === 200, `${method} was answered with ${status} ${text.slice(0, 200)}`);
    const { result, error } = JSON.parse(text) as { readonly result?: Asked; readonly error?: Asked };
    return result?.contents?.[0]?.text ?? result?.messages?.[0]?.content.text ?? String(error?.message);
  };
  return Object.assign(use, { session, ask });
}

/** The tokens of a text: four usual characters are one, two digits of a hash, and each character beyond ASCII. */
function tokensOf(text: string): number {
  const count = (part: RegExp) => text.match(part)?.join('').length ?? 0;
  const [beyond, digits] = [count(/[\u0080-\uffff]/g), count(/[0-9a-f]{16,}/gi)];
  return Math.ceil(beyond + digits / 2 + (text.length - beyond - digits) / 4);
}

function toldIn(text: string): Told {
  const { result, error } = JSON.parse(text) as {
    result?: { content: { text: string }[]; isError?: boolean };
    error?: { message: string };
  };
  if (!result) throw new AttackSucceeded(`no answer of a tool: ${error?.message}`);
  const [content] = result.content;
  mustHold(content!.text.length <= MOST_CHARS, `an answer has ${content!.text.length} characters`);
  const tokens = tokensOf(content!.text);
  mustHold(tokens <= MOST_TOKENS, `an answer has ${tokens} tokens`);
  return { text: content!.text, isError: result.isError === true };
}

/** `starbox mcp` in a folder. */
export class StdioAgent {
  readonly child: ChildProcessByStdio<Writable, Readable, null>;
  readonly lines: string[] = [];
  #next = 100;

  constructor(folder: string, ...options: readonly string[]) {
    // Programs of the folder come first.
    const path = `${folder}${delimiter}${process.env['PATH']}`;
    this.child = spawn(process.execPath, [resolve('dist/cli.js'), 'mcp', ...options], {
      cwd: folder,
      env: { ...process.env, PATH: path, STARBOX_CLASS_CACHE: 'off' },
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    createInterface({ input: this.child.stdout }).on('line', (line) => this.lines.push(line));
  }

  send(line: string): void {
    this.child.stdin.write(`${line}\n`);
  }

  /** The answer to an id. */
  async answer(id: unknown): Promise<string> {
    for (const end = performance.now() + ANSWER_MS; performance.now() < end; ) {
      const found = this.lines.find((line) => (JSON.parse(line) as { id: unknown }).id === id);
      if (found !== undefined) return found;
      mustHold(this.child.exitCode === null, 'starbox mcp has ended');
      await new Promise((done) => setTimeout(done, 20));
    }
    throw new AttackSucceeded(`there is no answer to ${JSON.stringify(id)}`);
  }

  readonly use: UseTool = async (name, args = {}) => {
    if (this.#next === 100) {
      this.send(message('initialize', INITIALIZE, 99));
      await this.answer(99);
    }
    const id = this.#next++;
    this.send(message('tools/call', { name, arguments: args }, id));
    return toldIn(await this.answer(id));
  };

  end(): void {
    this.child.kill('SIGKILL');
  }
}

/** The words of Starbox in an answer: all but what stands between the marks of data. */
export function ownWords(text: string): string {
  const [, seal] = /\[data (\w{8}): /.exec(text) ?? [];
  if (seal === undefined) return text;
  const [before, ...rest] = text.split(`[data ${seal}: `);
  mustHold(rest.length === 1, 'an answer has marks of data in its data');
  const parts = rest[0]!.split(`[end of data ${seal}]`);
  mustHold(parts.length === 2, 'an answer ends its data twice, or never');
  return `${before}${parts[1]}`;
}
