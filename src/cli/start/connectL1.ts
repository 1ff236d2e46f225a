import { L1Error } from '../../l1/l1Error.ts';
import type { Hub } from '../../sandbox/hub.ts';
import type { Log } from '../../server/log/log.ts';
import { StartError } from './startError.ts';

/** Connects to the L1 node of `--l1-url`, and logs the contract that messages go through. */
export async function connectL1(hub: Hub, log: Log): Promise<void> {
  const { url } = hub.node.config.l1;
  if (url === undefined) return;
  try {
    await hub.connectL1();
  } catch (error) {
    if (!(error instanceof L1Error)) throw error;
    throw new StartError(`--l1-url ${url}: ${error.help ?? error.message}`);
  }
  const contract = hub.node.chain.l1!.contractAddress.toString(16).padStart(40, '0');
  log.write('info', 'starbox', `Messages are exchanged with L1 (${url}) through its contract 0x${contract}`);
}
