import { restIfDue } from '../async/turns.ts';
import { parseJsonInSlices } from '../json/parseJson.ts';
import { readStream } from '../json/readStream.ts';
import { fetchReason } from '../protocol/refusedPort.ts';
import { sourceLimits } from '../protocol/sourceLimits.ts';
import { L1Error, L1ResponseError } from './l1Error.ts';

/** The platform's `fetch`, or a replacement. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** A log entry of a contract on L1. */
export interface L1Log {
  readonly topics: readonly bigint[];
  readonly data: string;
  readonly block: bigint;
  readonly logIndex: number;
  readonly transactionHash: bigint;
}

export interface L1Receipt {
  readonly succeeded: boolean;
  /** The new contract, if the transaction was a deployment. */
  readonly contractAddress: bigint | undefined;
}

const TIMEOUT_MILLISECONDS = 10_000;
const QUANTITY = /^0x[0-9a-fA-F]{1,64}$/;
const DATA = /^0x(?:[0-9a-fA-F]{2})*$/;

/** The JSON-RPC methods of an Ethereum node that messages need. There is no cache: each call makes a request. */
export class L1Client {
  /** The normalized URL. */
  readonly url: string;
  readonly #fetch: Fetch;

  constructor(url: string, fetch: Fetch) {
    if (!URL.canParse(url))
      throw new L1Error(
        `Failed to parse RPC URL '${url.slice(0, 200)}': relative URL without a base`,
        'Use a full URL, such as http://127.0.0.1:8545, or mock for an L1 inside this process.',
      );
    const { href, protocol } = new URL(url);
    if (protocol !== 'http:' && protocol !== 'https:')
      throw new L1Error('RpcError: None', `${protocol}// is not supported. Use the http:// address of the L1 node.`);
    this.url = href;
    this.#fetch = fetch;
  }

  async chainId(): Promise<bigint> {
    return quantity('eth_chainId', await this.#call('eth_chainId', []));
  }

  async blockNumber(): Promise<bigint> {
    return quantity('eth_blockNumber', await this.#call('eth_blockNumber', []));
  }

  /** Whether there is code at an address. */
  async hasCode(address: string): Promise<boolean> {
    const code = await this.#call('eth_getCode', [address, 'latest']);
    return typeof code === 'string' && code.length > 2;
  }

  /** The nonce of an account's next transaction. */
  async nonce(address: string): Promise<bigint> {
    return quantity('eth_getTransactionCount', await this.#call('eth_getTransactionCount', [address, 'pending']));
  }

  async gasPrice(): Promise<bigint> {
    return quantity('eth_gasPrice', await this.#call('eth_gasPrice', []));
  }

  async estimateGas(call: { readonly from: string; readonly to?: string; readonly data: string }): Promise<bigint> {
    return quantity('eth_estimateGas', await this.#call('eth_estimateGas', [call]));
  }

  /** Sends a signed transaction and returns its hash. */
  async sendRawTransaction(raw: string): Promise<string> {
    return hex('eth_sendRawTransaction', await this.#call('eth_sendRawTransaction', [raw]));
  }

  /** Whether the node has a transaction, in a block or in its pool. */
  async hasTransaction(hash: string): Promise<boolean> {
    return (await this.#call('eth_getTransactionByHash', [hash])) !== null;
  }

  /** The receipt of a transaction; undefined until it is in a block. */
  async receipt(hash: string): Promise<L1Receipt | undefined> {
    const receipt = await this.#call('eth_getTransactionReceipt', [hash]);
    if (receipt === null) return undefined;
    const { status, contractAddress } = members('eth_getTransactionReceipt', receipt);
    return {
      succeeded: quantity('eth_getTransactionReceipt', status) === 1n,
      contractAddress: typeof contractAddress === 'string' ? quantity('contractAddress', contractAddress) : undefined,
    };
  }

  /** The log entries of a contract with one topic, in order. */
  async logs(address: string, topic: string, fromBlock: bigint, toBlock: bigint): Promise<readonly L1Log[]> {
    const logs = await this.#call('eth_getLogs', [
      { address, topics: [topic], fromBlock: `0x${fromBlock.toString(16)}`, toBlock: `0x${toBlock.toString(16)}` },
    ]);
    if (!Array.isArray(logs)) throw unreadable('eth_getLogs');
    return logs
      .map((log) => members('eth_getLogs', log))
      .filter(({ removed }) => removed !== true)
      .map(({ topics, data, blockNumber, logIndex, transactionHash }) => ({
        topics: Array.isArray(topics) ? topics.map((word) => quantity('eth_getLogs', word)) : [],
        data: hex('eth_getLogs', data),
        block: quantity('eth_getLogs', blockNumber),
        logIndex: Number(quantity('eth_getLogs', logIndex)),
        transactionHash: quantity('eth_getLogs', transactionHash),
      }))
      .sort((a, b) => Number(a.block - b.block) || a.logIndex - b.logIndex);
  }

  async #call(method: string, params: readonly unknown[]): Promise<unknown> {
    // Browsers refuse to run their `fetch` as a method of another object.
    const fetch = this.#fetch;
    let bytes: Uint8Array;
    try {
      const response = await fetch(this.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
        signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
        // A redirect would lead to another node than the one the user named.
        redirect: 'error',
      });
      bytes = await readBounded(response);
    } catch (error) {
      throw new L1Error(
        'RpcError: None',
        `The L1 node at ${this.url} did not answer (${fetchReason(this.url, reasonOf(error))}). Is it running?`,
      );
    }
    let answer: Record<string, unknown>;
    try {
      answer = members(method, await parseJsonInSlices(bytes, sourceLimits.answerJson, restIfDue));
    } catch {
      throw new L1Error('RpcError: None', `What answers at ${this.url} is no JSON-RPC node.`);
    }
    const { error, result } = answer;
    if (typeof error === 'object' && error !== null) {
      const { code, message } = error as Record<string, unknown>;
      throw new L1ResponseError(method, code, message);
    }
    return result ?? null;
  }
}

async function readBounded({ body }: Response): Promise<Uint8Array> {
  const bytes = body ? await readStream(body, sourceLimits.answerBytes) : new Uint8Array();
  if (!bytes) throw new Error(`the answer is larger than ${sourceLimits.answerBytes} bytes`);
  return bytes;
}

function reasonOf(error: unknown): string {
  const { cause, message } = error as Partial<Error> & { readonly cause?: { readonly code?: string } & Partial<Error> };
  return (cause?.code ?? cause?.message ?? message ?? String(error)).slice(0, 200);
}

const unreadable = (method: string) =>
  new L1Error('RpcError: None', `The L1 node's answer to ${method} cannot be read.`);

function members(method: string, value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null) throw unreadable(method);
  return value as Record<string, unknown>;
}

function quantity(method: string, value: unknown): bigint {
  if (typeof value !== 'string' || !QUANTITY.test(value)) throw unreadable(method);
  return BigInt(value);
}

function hex(method: string, value: unknown): string {
  if (typeof value !== 'string' || !DATA.test(value)) throw unreadable(method);
  return value;
}
