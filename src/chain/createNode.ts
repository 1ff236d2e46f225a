import { type Felt, feltOfAscii, toFelt } from '../felt/felt.ts';
import { failed } from '../protocol/errors.ts';
import type { NodeConfig } from './config.ts';
import type { ChainView, Node } from './node.ts';

/** Starts a node from its configuration. */
export async function createNode(config: NodeConfig): Promise<Node> {
  const zero = toFelt(0);
  const notYet = (): never => {
    throw failed('The chain is not part of this build yet.');
  };
  const chain = new Proxy({} as ChainView, { get: notYet });
  return {
    config,
    chainId: config.chainId === '' ? zero : (feltOfAscii(config.chainId) as Felt),
    accounts: [],
    system: {
      ethAddress: zero,
      ethClassHash: zero,
      strkAddress: zero,
      strkClassHash: zero,
      udcAddress: zero,
      udcClassHash: zero,
      accountClassHash: zero,
      argent: undefined,
      argentMultisig: undefined,
    },
    chain,
    write: async () => notYet(),
    follow: () => () => undefined,
    close: () => undefined,
  };
}
