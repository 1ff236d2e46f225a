import { providePlatform } from '../../library/platform.ts';
import { Sandbox } from '../../library/sandbox.ts';
import { nodePlatform } from '../../libraryNode/nodePlatform.ts';
import { AgentSessions } from '../../mcp/sessions.ts';
import type { Hub } from '../../sandbox/hub.ts';
import { docsFolder } from '../options/docPages.ts';

/** Serves coding agents the chain of a hub, or copies of it. They write no files, fork no nodes and build nothing. */
export function agentsOfHub(hub: Hub, isCopied: boolean): AgentSessions {
  providePlatform(nodePlatform);
  return new AgentSessions(() => ({
    docs: docsFolder(),
    permissions: { project: process.cwd(), write: undefined, forks: [], build: false },
    create: (options) => Sandbox.create(options),
    shared: Sandbox.over(hub),
    isCopied,
  }));
}
