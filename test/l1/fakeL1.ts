import { keccak256 } from '../../src/felt/hash.ts';
import type { Fetch } from '../../src/l1/l1Client.ts';
import { LOG_MESSAGE_TO_L2 } from '../../src/l1/messagingAbi.ts';

const word = (value: bigint) => value.toString(16).padStart(64, '0');
const quantity = (value: number) => `0x${value.toString(16)}`;

/** The hash of a signed transaction. */
export const hashOf = (raw: string): string =>
  `0x${Buffer.from(keccak256(Buffer.from(raw.slice(2), 'hex'))).toString('hex')}`;

/** An answer that never arrives. */
export const LOST = Symbol('lost');

/** An error of the node, in place of an answer. */
export class Refused {
  readonly code: number;
  readonly message: string;
  constructor(code: number, message: string) {
    this.code = code;
    this.message = message;
  }
}

interface Log {
  readonly block: number;
  readonly from: bigint;
  readonly to: bigint;
  readonly selector: bigint;
  readonly payload: readonly bigint[];
  readonly nonce: bigint;
  readonly data?: string;
}

/** An L1 node with a table of answers by method, which can be replaced. It records every request. */
export class FakeL1 {
  readonly requests: { readonly method: string; readonly params: readonly unknown[] }[] = [];
  block = 10;
  isDown = false;
  readonly logs: Log[] = [];
  readonly sent: string[] = [];
  readonly answers: Record<string, (params: readonly never[]) => unknown> = {
    eth_chainId: () => '0x7a69',
    eth_blockNumber: () => quantity(this.block),
    eth_getCode: () => '0x6001',
    eth_gasPrice: () => '0x3b9aca00',
    eth_estimateGas: () => '0x10000',
    eth_getTransactionCount: () => quantity(this.sent.length),
    eth_getLogs: ([filter]) => this.#find(filter as never),
    eth_sendRawTransaction: ([raw]) => `0x${word(BigInt(this.sent.push(raw!)))}`,
    eth_getTransactionByHash: ([hash]) => (this.sent.some((raw) => hashOf(raw) === hash) ? { hash } : null),
    eth_getTransactionReceipt: () => ({ status: '0x1', contractAddress: `0x${'c'.repeat(40)}` }),
  };

  readonly fetch: Fetch = async (_url, init) => {
    if (this.isDown) throw Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNREFUSED' } });
    const { id, method, params } = JSON.parse(String(init.body));
    this.requests.push({ method, params });
    const answerOf = this.answers[method] ?? (() => new Refused(-32601, 'Method not found'));
    const result = answerOf(params);
    if (result === LOST) throw Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNRESET' } });
    if (result instanceof Response) return result;
    const answer = result instanceof Refused ? { error: { code: result.code, message: result.message } } : { result };
    return new Response(JSON.stringify({ jsonrpc: '2.0', id, ...answer }));
  };

  count(method: string): number {
    return this.requests.filter((request) => request.method === method).length;
  }

  #find({ fromBlock, toBlock, topics }: { fromBlock: string; toBlock: string; topics: string[] }) {
    if (topics[0] !== LOG_MESSAGE_TO_L2) return [];
    return this.logs
      .map((log, index) => ({ log, index }))
      .filter(({ log: { block } }) => block >= Number(fromBlock) && block <= Number(toBlock))
      .map(({ log: { block, from, to, selector, payload, nonce, data }, index }) => ({
        topics: [LOG_MESSAGE_TO_L2, ...[from, to, selector].map((topic) => `0x${word(topic)}`)],
        data: data ?? `0x${[0x60n, nonce, 5n, BigInt(payload.length), ...payload].map(word).join('')}`,
        blockNumber: quantity(block),
        logIndex: quantity(index),
        transactionHash: `0x${word(BigInt(1000 + index))}`,
      }));
  }
}
