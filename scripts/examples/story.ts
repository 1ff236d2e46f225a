import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Node } from '../../src/chain/node.ts';
import { selectorOf } from '../../src/execution/hash/address.ts';
import { formatFelt } from '../../src/felt/felt.ts';
import { isObject, type Json } from '../../src/json/json.ts';
import { parseExact } from '../../src/json/parseExact.ts';
import { writeJson } from '../../src/json/writeJson.ts';
import type { Hex } from '../../src/rpc/format/hex.ts';
import type { Files } from '../../src/rpc/journal/files.ts';
import type { RpcParams, RpcResult, RpcUsualMethod } from '../../src/rpc/schema.ts';
import { Hub } from '../../src/sandbox/hub.ts';
import type { Session } from '../../src/sandbox/session.ts';
import { BoxRegistry } from '../../src/server/boxes/boxRegistry.ts';
import { Log } from '../../src/server/log/log.ts';
import { collectBytes } from '../../src/stateFile/collectBytes.ts';
import { loadTools } from '../../src/tools/loadTools.ts';
import { type Call, invoke } from '../../test/support/wallet.ts';

/** What the examples know of the chain. */
export interface Known {
  /** The first predeployed account, which signs everything. */
  readonly account: { readonly address: Hex; readonly privateKey: Hex };
  /** The second one. */
  readonly other: Hex;
  readonly bookClass: Hex;
  readonly book: Hex;
  /** Transactions: of `record(5)`, and of `record(13)`, which was reverted. */
  readonly recorded: Hex;
  readonly reverted: Hex;
  /** A contract that takes messages from L1 and sends messages there. */
  readonly messenger: Hex;
  /** The nonce of the account's next transaction. */
  readonly nonce: bigint;
}

/** An answer that is an error. */
export class ExampleError extends Error {
  readonly error: Json;

  constructor(method: string, error: Json) {
    super(`The example of ${method} got an error: ${writeJson(error)}`);
    this.error = error;
  }
}

/** A chain with a past, and a client of it that can subscribe. Every example has a clone of its own, so none depends on another. */
export class Story {
  readonly node: Node;
  readonly hub: Hub;
  readonly known: Known;
  readonly #boxes: BoxRegistry;
  readonly #session: Session;
  #sent: string[] = [];

  constructor(node: Node, known: Known) {
    this.node = node;
    this.known = known;
    const bodies = { request: false, response: false };
    const log = new Log({ format: 'text', level: 'error', bodies, output: () => true });
    const options = { files: memoryFiles(), tools: loadTools };
    this.#boxes = new BoxRegistry({ most: 256, idleSeconds: 600, log, hub: options });
    this.hub = new Hub(node, { ...options, boxes: this.#boxes });
    this.#session = this.hub.open((text) => this.#sent.push(text));
  }

  clone(): Story {
    return new Story(this.node.clone(), this.known);
  }

  end(): void {
    this.#boxes.end();
    this.hub.end();
    this.node.close();
  }

  /** The result of a request; throws an ExampleError. */
  async ask<M extends RpcUsualMethod>(method: M, params?: RpcParams<M>): Promise<RpcResult<M>> {
    this.#sent = [];
    await this.#session.receive(
      writeJson({ jsonrpc: '2.0', id: 1, method, ...(params === undefined ? {} : { params }) }),
    );
    const answer = this.#messages().find((message) => 'id' in message)!;
    if ('error' in answer) throw new ExampleError(method, answer['error']!);
    return answer['result'] as RpcResult<M>;
  }

  /** The first notification since the last request was sent. */
  get notification(): Json | undefined {
    return this.#messages().find((message) => 'method' in message);
  }

  #messages() {
    return this.#sent.map(parseExact).filter(isObject);
  }

  /** The parameters of an invocation that the account signed. */
  signed(...calls: readonly Call[]) {
    return invoke(this.known.account, this.known.nonce, ...calls);
  }

  /** An invocation of `record`. */
  recording(amount: bigint) {
    return this.signed({ to: BigInt(this.known.book), entryPoint: 'record', calldata: [amount] });
  }

  /** A call of `record`, as `starknet_call` takes it. */
  calling(amount: bigint) {
    const calldata = [`0x${amount.toString(16)}` as const];
    return { contract_address: this.known.book, entry_point_selector: selector('record'), calldata };
  }

  /** A message that L1 sends to the messenger. */
  get messageFromL1() {
    return {
      l2_contract_address: this.known.messenger,
      entry_point_selector: selector('on_message'),
      payload: ['0x5'] as const,
    };
  }

  /** Lets the messenger send a message to L1. Returns it. */
  async messageToL1() {
    const call = { to: BigInt(this.known.messenger), entryPoint: 'send', calldata: [0x1234n, 1n, 5n] };
    await this.ask('starknet_addInvokeTransaction', this.signed(call));
    return { from_address: this.known.messenger, to_address: '0x1234', payload: ['0x5'] } as const;
  }
}

/** A contract on L1. */
export const L1_CONTRACT = '0x83d76591560d9cd02ce16c060c92118d19f996b3';

export const selector = (name: string): Hex => formatFelt(selectorOf(name)) as Hex;

/** A class as `applyStateDiff` takes it, from the text of its file. */
export function givenClass(text: string) {
  const { sierra_program, contract_class_version, entry_points_by_type, abi } = JSON.parse(text);
  const abiText = typeof abi === 'string' ? abi : JSON.stringify(abi);
  return { contract_class: { sierra_program, contract_class_version, entry_points_by_type, abi: abiText } };
}

/** A class of our own. npm runs scripts in the package's folder. */
export const classText = (name: string): string =>
  readFileSync(join(process.cwd(), `contracts/classes/${name}.sierra.json`), 'utf8');

async function bytesOf(content: Parameters<Files['write']>[1]): Promise<Uint8Array> {
  if (typeof content === 'function') return collectBytes(content);
  return typeof content === 'string' ? new TextEncoder().encode(content) : content;
}

function memoryFiles(): Files {
  const files = new Map<string, Uint8Array>();
  return {
    read: async (path) => files.get(path)!,
    write: async (path, content) => {
      files.set(path, await bytesOf(content));
    },
    list: () => {
      throw new Error('No dump of the examples grows.');
    },
  };
}
