// What to type into the form of each sandbox method where the example of the documentation is not enough.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunningServer, rpc, startServer } from '../support/server.ts';
import { transfer } from '../support/wallet.ts';
import { declare, type FilledNode, queueTransfer, readClass, senderOf } from './filledNode.ts';

/** A node on which every control can succeed: with a mock L1, old states, a journal, and another node to fork from. */
export interface ControlNode extends RunningServer {
  readonly origin: string;
  readonly folder: string;
}

export async function startControlNode(): Promise<ControlNode> {
  const folder = mkdtempSync(join(tmpdir(), 'starbox-controls-'));
  const options = [
    '--l1-url',
    'mock',
    '--state-archive-capacity',
    'full',
    '--dump-on',
    'request',
    '--dump-dir',
    folder,
    '--coverage',
    join(folder, 'coverage'),
  ];
  const [server, origin] = await Promise.all([startServer('--ui', ...options), startServer()]);
  const stop = async () => {
    await Promise.all([server.stop(), origin.stop()]);
    rmSync(folder, { recursive: true, force: true });
  };
  return { ...server, stop, origin: origin.url, folder };
}

/** The chain that every case starts with: it has one transaction, and a snapshot. */
export interface PreparedChain {
  readonly transaction: string;
  readonly snapshot: string;
}

/** Starts a new chain, so that no case sees what another one did. */
export async function prepare({ url }: ControlNode): Promise<PreparedChain> {
  await rpc(url, 'devnet_restart', { restart_l1_to_l2_messaging: true });
  const { tx_hash } = await rpc<{ tx_hash: string }>(url, 'devnet_mint', { address: '0x77', amount: 1 });
  return { transaction: tx_hash, snapshot: await rpc(url, 'devnet_snapshot') };
}

type Texts = Readonly<Record<string, string>>;

const SENDER = '0x123';
const ON_L1 = '0x8';

/** Lets a contract send a message to L1; returns the texts that name the message. */
async function sendToL1({ url }: ControlNode): Promise<Texts> {
  const class_hash = await declare(url, readClass('exerciser'));
  await rpc(url, 'devnet_setClassHash', { contract_address: SENDER, class_hash });
  const { send } = await senderOf(url);
  await send([{ to: SENDER, entryPoint: 'send', calldata: [ON_L1, 1n, 5n] }]);
  return { from_address: SENDER, to_address: ON_L1, payload: '0x5' };
}

/** Lets a transaction wait in the mempool; returns the texts that name it. */
async function queue({ url }: ControlNode): Promise<Texts> {
  await rpc(url, 'devnet_setBlockMode', { mode: 'mempool' });
  const [account] = await rpc<FilledNode['accounts']>(url, 'devnet_getPredeployedAccounts');
  return { transaction_hash: await queueTransfer(url, account!, 0) };
}

/** A transfer that is only tried out. */
async function transferToTry({ url }: ControlNode): Promise<Texts> {
  const [account] = await rpc<FilledNode['accounts']>(url, 'devnet_getPredeployedAccounts');
  const { address, private_key: privateKey } = account!;
  const { invoke_transaction } = transfer({ address, privateKey }, 0, 0x77n);
  return { request: JSON.stringify([invoke_transaction]), simulation_flags: '[]', block_id: 'latest' };
}

/** By the name of the method. All others are run with their examples. */
export const cases: Readonly<Record<string, (node: ControlNode, prepared: PreparedChain) => Promise<Texts> | Texts>> = {
  explainTransaction: (_, { transaction }) => ({ transaction_hash: transaction }),
  exportTransaction: (_, { transaction }) => ({ transaction_hash: transaction }),
  debugTransaction: (_, { transaction }) => ({ transaction_hash: transaction }),
  debugEstimate: transferToTry,
  traceForCairoTools: (_, { transaction }) => ({ transaction_hash: transaction }),
  revert: (_, { snapshot }) => ({ snapshot_id: snapshot }),
  restore: (_, { snapshot }) => ({ snapshot_id: snapshot }),
  nameSnapshot: (_, { snapshot }) => ({ snapshot_id: snapshot, name: 'before the sale' }),
  dropSnapshot: (_, { snapshot }) => ({ snapshot_id: snapshot }),
  createBox: (_, { snapshot }) => ({ snapshot_id: snapshot }),
  dropBox: async ({ url }) => ({ box_id: (await rpc<{ box_id: string }>(url, 'devnet_createBox')).box_id }),
  removeFromMempool: queue,
  fork: ({ origin }) => ({ url: origin }),
  saveState: ({ folder }) => ({ path: join(folder, 'chain.starbox') }),
  postmanLoad: () => ({ network_url: 'mock' }),
  postmanConsumeMessageFromL2: sendToL1,
  mockL1ConsumeMessageFromL2: async (node) => {
    const message = await sendToL1(node);
    await rpc(node.url, 'devnet_postmanFlush');
    return message;
  },
};
