// A client of the agent server, as coding agents have one: the official SDK, in this process.
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { expect } from 'vitest';
import { Sandbox } from '../../src/index.ts';
import { agentServer } from '../../src/mcp/agentServer.ts';
import type { AgentPermissions } from '../../src/mcp/permissions.ts';
import { root } from './documentBlocks.ts';

/** The most tokens of an answer, counted so that no tokenizer counts more for usual text. */
export const MOST_TOKENS = 2000;
/** Four characters are a token, and each one beyond ASCII. */
export const tokensOf = (text: string): number => {
  const beyond = text.match(/[\u0080-\uffff]/g)?.length ?? 0;
  return beyond + Math.ceil((text.length - beyond) / 4);
};

export class AgentClient {
  readonly client: Client;
  /** The tools that were called. */
  readonly calls: string[] = [];
  /** The tokens of the largest answer. */
  largest = 0;
  readonly #close: () => Promise<void>;

  private constructor(client: Client, close: () => Promise<void>) {
    this.client = client;
    this.#close = close;
  }

  /** A client of a server in this process. The working folder is that of the project. */
  static async open(permissions: Partial<AgentPermissions> = {}, shared?: Sandbox): Promise<AgentClient> {
    const agent = agentServer({
      docs: `${root}/docs`,
      permissions: { project: process.cwd(), write: undefined, forks: [], build: false, ...permissions },
      create: (options) =>
        Sandbox.create({ ...options, artifacts: [`${permissions.project ?? process.cwd()}/target/dev`] }),
      shared,
    });
    const [ours, theirs] = InMemoryTransport.createLinkedPair();
    await agent.server.connect(theirs);
    return AgentClient.connect(ours, () => agent.close());
  }

  static async connect(transport: Transport, close: () => Promise<void> = async () => undefined): Promise<AgentClient> {
    const client = new Client({ name: 'test', version: '1.0.0' });
    await client.connect(transport);
    return new AgentClient(client, close);
  }

  /** Calls a tool; throws if it fails. */
  async use(name: string, args: Record<string, unknown> = {}): Promise<string> {
    const { text, isError } = await this.try(name, args);
    if (isError) throw new Error(`${name} failed: ${text}`);
    return text;
  }

  /** Calls a tool that may fail. */
  async try(
    name: string,
    args: Record<string, unknown> = {},
  ): Promise<{ readonly text: string; readonly isError: boolean }> {
    this.calls.push(name);
    const result = await this.client.callTool({ name, arguments: args }, undefined, { timeout: 600_000 });
    const [content] = result.content as { readonly type: string; readonly text: string }[];
    expect(content?.type).toBe('text');
    const { text } = content!;
    this.largest = Math.max(this.largest, tokensOf(text));
    expect(tokensOf(text), `${name} answered with ${text.length} characters`).toBeLessThan(MOST_TOKENS);
    return { text, isError: result.isError === true };
  }

  async close(): Promise<void> {
    await this.client.close();
    await this.#close();
  }
}
