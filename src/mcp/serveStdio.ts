import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { type AgentServerParts, agentServer } from './agentServer.ts';

/** The most characters of a message that is not complete. */
const MAX_MESSAGE = 8_000_000;

/** Serves one client over standard input and output, until it ends. */
export async function serveStdio(parts: AgentServerParts): Promise<void> {
  const agent = agentServer(parts);
  const ended = new Promise<void>((resolve) => {
    process.stdin.once('end', resolve).once('close', resolve);
    process.stdout.once('error', () => resolve());
    agent.server.onclose = resolve;
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
  await agent.server.connect(new StdioServerTransport(process.stdin, process.stdout, { maxBufferSize: MAX_MESSAGE }));
  await ended;
  await agent.close();
}
