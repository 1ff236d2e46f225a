import { selectorOfName } from '../../../../src/abi/selector.ts';
import { formatFelt } from '../../../../src/felt/felt.ts';
import type { NodeClient } from '../node/nodeClient.ts';
import { execute, type SentTransaction } from './sender.ts';

/** The Universal Deployer Contract, which has this address on every chain. */
const UDC = '0x2ceed65a4bd731034c01113685c831b01c15d7d432f71afb1cf1634b53a2125';

/** Deploys a contract. The address is undefined if the transaction was reverted. */
export async function deploy(
  node: NodeClient,
  classHash: string,
  calldata: readonly string[],
  from: string,
  onWaiting: (hash: string) => void,
): Promise<{ readonly sent: SentTransaction; readonly address: string | undefined }> {
  const salt = `0x${[...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
  const call = {
    contractAddress: UDC,
    entrypoint: 'deployContract',
    calldata: [classHash, salt, '0x0', `0x${calldata.length.toString(16)}`, ...calldata],
  };
  const sent = await execute(node, [call], from, onWaiting);
  const deployed = formatFelt(selectorOfName('ContractDeployed'));
  const event = sent.events.find(
    ({ from_address, keys }) => BigInt(from_address) === BigInt(UDC) && keys[0] === deployed,
  );
  return { sent, address: event?.data[0] };
}
