import { type L1Connection, newMockL1 } from '../chain/l1Connection.ts';
import { DEFAULT_PRIVATE_KEY, fixedHexFault, L1Account, readPrivateKey } from './l1Account.ts';
import { type Fetch, L1Client } from './l1Client.ts';
import { L1Error, L1ResponseError } from './l1Error.ts';
import { encodeWords } from './messagingAbi.ts';
import { waitForReceipt } from './waitForReceipt.ts';

export interface L1Request {
  /** A URL, or `mock`. */
  readonly networkUrl: string;
  /** The messaging contract. If it is left out, one is deployed. */
  readonly contractAddress?: string | undefined;
  /** The private key of the account that deploys the contract and sends messages. */
  readonly privateKey?: string | undefined;
}

/** How long a message to L2 must wait before it can be cancelled on L1: a day, as on the network. */
export const CANCELLATION_DELAY_SECONDS = 86_400n;

/** Connects to an L1 node and its messaging contract, or deploys the contract. Only messages sent after this are seen. */
export async function connectL1(request: L1Request, fetch: Fetch): Promise<L1Connection> {
  const { networkUrl, contractAddress } = request;
  if (networkUrl === 'mock') return newMockL1(contractAddress === undefined ? undefined : readAddress(contractAddress));
  const client = new L1Client(networkUrl, fetch);
  const chainId = await client.chainId();
  const block = await client.blockNumber();
  const privateKey = readPrivateKey(request.privateKey ?? DEFAULT_PRIVATE_KEY);
  return {
    kind: 'node',
    url: client.url,
    chainId,
    contractAddress:
      contractAddress === undefined
        ? await deploy(client, new L1Account(client, chainId, privateKey))
        : await existing(client, readAddress(contractAddress)),
    privateKey,
    cursor: { block: block + 1n, logIndex: 0 },
  };
}

function readAddress(text: string): bigint {
  const reason = fixedHexFault(text, 40);
  if (reason !== undefined)
    throw new L1Error(
      `Address ${text.slice(0, 100)} can't be parsed from string: ${reason}`,
      'An address on L1 is 0x and 40 hexadecimal digits.',
    );
  return BigInt(text.startsWith('0x') ? text : `0x${text}`);
}

async function existing(client: L1Client, address: bigint): Promise<bigint> {
  const text = `0x${address.toString(16).padStart(40, '0')}`;
  if (!(await client.hasCode(text)))
    throw new L1Error(
      `The specified address (${text}) contains no contract`,
      'Leave the address out and a messaging contract is deployed.',
    );
  return address;
}

async function deploy(client: L1Client, account: L1Account): Promise<bigint> {
  const wrong = (words: string, help?: string) =>
    new L1Error(`Failed deploying MockStarknetMessaging contract: ${words}`, help);
  try {
    const { messagingBytecode } = await import('./messagingBytecode.ts');
    const hash = await account.send({ data: messagingBytecode + encodeWords([CANCELLATION_DELAY_SECONDS]) });
    const receipt = await waitForReceipt(client, hash);
    if (!receipt.succeeded || receipt.contractAddress === undefined)
      throw wrong(`the transaction ${hash} failed`, 'Look at it on L1.');
    return receipt.contractAddress;
  } catch (error) {
    if (error instanceof L1ResponseError) throw wrong(error.words, error.help);
    throw error;
  }
}
