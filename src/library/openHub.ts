import type { Node } from '../chain/node.ts';
import { Gateway } from '../gateway/gateway.ts';
import { defaultServerConfig, type ServerConfig } from '../rpc/serverConfig.ts';
import { Hub } from '../sandbox/hub.ts';
import { toolsOfPlatform } from './platform.ts';

/** How a sandbox answers clients. */
export type Answering = Pick<ServerConfig, 'strictAnswers' | 'gatewayRules'>;

/** Makes the hub of a sandbox or a clone. */
export const openHub = (node: Node, answering: Answering): Hub =>
  new Hub(node, {
    server: { ...defaultServerConfig, dumpOn: node.config.journal ? 'request' : undefined, ...answering },
    gateway: gatewayOf(answering),
    tools: toolsOfPlatform(),
  });

/** The rules that a warning was written for. A process can have hundreds of sandboxes. */
const warned = new Set<string>();

const gatewayOf = ({ gatewayRules: mode }: Answering): Gateway | undefined =>
  mode === 'off'
    ? undefined
    : new Gateway(mode, (rule, text) => {
        if (warned.has(rule)) return;
        warned.add(rule);
        console.warn(`${text} Said once for this kind (${rule}): gatewayRules: 'refuse' makes it an error.`);
      });
