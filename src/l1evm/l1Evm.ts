import { EthNode } from './ethNode.ts';
import type { EvmPackages } from './evmPackages.ts';
import type { L1Evm } from './loadEvm.ts';
import { consumedMessages, messagesOf, withMessages } from './postman.ts';
import { startL1 } from './startL1.ts';

/** What an EVM of these packages does. */
export const l1Evm = (packages: EvmPackages): L1Evm => ({
  start: (given) => startL1(packages, given),
  messagesOf,
  withMessages,
  consumedMessages,
  answers: (node, deliver) => new EthNode(node, deliver),
});
