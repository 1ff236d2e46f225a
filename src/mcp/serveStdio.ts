import { type AgentServerParts, agentServer } from './agentServer.ts';
import { LineTransport } from './lineTransport.ts';

/** Serves one client over standard input and output, until it ends. */
export async function serveStdio(parts: AgentServerParts): Promise<void> {
  const agent = agentServer(parts);
  const ended = new Promise<void>((resolve) => {
    process.stdout.once('error', () => resolve());
    agent.server.onclose = resolve;
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
  await agent.server.connect(new LineTransport(process.stdin, process.stdout));
  await ended;
  await agent.close();
}
