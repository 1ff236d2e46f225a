import type { Node } from '../chain/node.ts';
import { FaultError } from '../faults/faultError.ts';
import type { FaultSettings } from '../faults/faultRule.ts';
import { Gateway } from '../gateway/gateway.ts';
import type { PaymasterSettings } from '../paymaster/settings.ts';
import { ChainError } from '../protocol/chainError.ts';
import { defaultServerConfig, type ServerConfig } from '../rpc/serverConfig.ts';
import { Hub } from '../sandbox/hub.ts';
import { wrongFaults } from './options/readSandboxOptions.ts';
import { evmOfPlatform, toolsOfPlatform } from './platform.ts';

/** How a sandbox answers clients. */
export interface Answering extends Pick<ServerConfig, 'strictAnswers' | 'gatewayRules'> {
  readonly faults?: FaultSettings | undefined;
  readonly paymaster?: PaymasterSettings | undefined;
}

/** Makes the hub of a sandbox or a clone. */
export function openHub(node: Node, { faults, paymaster, ...answering }: Answering): Hub {
  try {
    return new Hub(node, {
      server: { ...defaultServerConfig, dumpOn: node.config.journal ? 'request' : undefined, ...answering },
      gateway: gatewayOf(answering),
      tools: toolsOfPlatform(),
      loadEvm: evmOfPlatform(),
      faults,
      paymaster,
    });
  } catch (error) {
    throw error instanceof FaultError || error instanceof ChainError ? wrongFaults(error.message) : error;
  }
}

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
