import { selectorOf } from '../../src/execution/hash/address.ts';
import { type Felt, formatFelt } from '../../src/felt/felt.ts';
import { writeMethodName } from '../../src/rpc/dialect.ts';
import type { Method } from '../../src/rpc/method.ts';
import { methods } from '../../src/rpc/methods/index.ts';
import type { Random } from '../../test/support/random.ts';
import { declare, invoke, type Signer, STRK } from '../../test/support/wallet.ts';
import { type Connection, HttpConnection, type Outcome, SocketConnection } from './connection.ts';
import type { KnownValues } from './knownValues.ts';
import { hostileParams, type ParamSources, validParams } from './randomParams.ts';

/** Where the soak puts the contract of contracts/src/greedy.cairo. */
export const GREEDY = '0xbad';

/** Methods that replace the chain or go back in it. All the time, they would leave no chain for the others. */
const RARE = new Set(['restart', 'load', 'fork', 'abortBlocks', 'reorganise', 'revert', 'restore']);
const OTHER_METHODS = [...methods.values()].filter(({ name }) => !RARE.has(name));
const RARE_METHODS = [...methods.values()].filter(({ name }) => RARE.has(name));

/** What all clients share. */
export interface SoakWorld {
  readonly port: number;
  readonly known: KnownValues;
  /** Classes of any kind. */
  readonly classes: readonly object[];
  /** Classes with the hashes that a declaration needs. */
  readonly declarable: readonly DeclarableClass[];
  readonly counts: Map<string, MethodCount>;
  /** The broken promises that clients saw. */
  readonly faults: string[];
}

export interface DeclarableClass {
  readonly contractClass: { readonly abi: unknown };
  readonly classHash: Felt;
  readonly compiledClassHash: Felt;
}

/** How the requests of a method ended. */
export interface MethodCount {
  results: number;
  errors: number;
  unanswered: number;
}

interface RpcAnswer {
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
}

/** A client that calls all methods at random. */
export class SoakClient {
  readonly #world: SoakWorld;
  readonly #random: Random;
  readonly #signer: Signer;
  readonly #sources: ParamSources;
  #connection: Connection | undefined;
  #nonce = 0n;
  notices = 0;
  /** The method whose answer it waits for. */
  busyWith: string | undefined;

  constructor(world: SoakWorld, signer: Signer, random: Random) {
    this.#world = world;
    this.#signer = signer;
    this.#random = random;
    this.#sources = { random, known: world.known, classes: world.classes, special: (name) => this.#special(name) };
  }

  /** Sends requests until it is told to stop. */
  async run(isOver: () => boolean): Promise<void> {
    this.#nonce = 0n;
    while (!isOver()) await this.#step();
    this.#close();
  }

  #close(): void {
    if (this.#connection instanceof SocketConnection) this.notices += this.#connection.notices;
    this.#connection?.close();
    this.#connection = undefined;
  }

  async #connect(): Promise<Connection> {
    const { port, known } = this.#world;
    const box = this.#random.below(3) === 0 ? known.pick('box_path') : undefined;
    const path = typeof box === 'string' ? box : '/';
    const socket = this.#random.below(2) ? await SocketConnection.open(port, path) : undefined;
    return socket ?? new HttpConnection(port, path);
  }

  async #step(): Promise<void> {
    const random = this.#random;
    if (random.below(60) === 0) this.#close();
    this.#connection ??= await this.#connect();
    const count = random.below(40) === 0 ? 1 + random.below(20) : 1;
    const chosen = Array.from({ length: count }, () => random.pick(random.below(300) ? OTHER_METHODS : RARE_METHODS));
    const requests = chosen.map((method, id) => this.#request(method, id));
    const body = JSON.stringify(count === 1 ? requests[0] : requests);
    const givesUp = random.below(60) === 0 ? random.below(200) : undefined;
    this.busyWith = chosen.map(({ name }) => name).join(' ');
    const outcome = await this.#connection.send(body, givesUp);
    this.busyWith = undefined;
    this.#take(chosen, body, outcome);
    if ('failed' in outcome) this.#close();
  }

  #request(method: Method, id: number): object {
    const random = this.#random;
    const params = (random.below(10) < 7 ? validParams : hostileParams)(method.params, this.#sources);
    const dialect = random.below(4) ? 'starknet' : 'neutral';
    return { jsonrpc: '2.0', id, method: writeMethodName(method.group, method.name, dialect), params };
  }

  #take(chosen: readonly Method[], body: string, outcome: Outcome): void {
    const { known, faults } = this.#world;
    const answers = 'text' in outcome ? readAnswers(outcome.text) : [];
    if ('failed' in outcome && outcome.failed === 'no answer') faults.push(`no answer: ${body.slice(0, 300)}`);
    chosen.forEach(({ name }, i) => {
      const answer = answers[i];
      this.#count(name, answer);
      if (answer?.result !== undefined) known.learn(name, answer.result);
      if (isFault(answer)) faults.push(`${answer!.error!.message.slice(0, 200)}: ${body.slice(0, 1500)}`);
      if (name === 'addInvokeTransaction' || name === 'addDeclareTransaction')
        this.#nonce = answer?.result ? this.#nonce + 1n : (nonceIn(answer) ?? this.#nonce);
    });
  }

  #count(name: string, answer: RpcAnswer | undefined): void {
    const { counts } = this.#world;
    const count = counts.get(name) ?? { results: 0, errors: 0, unanswered: 0 };
    counts.set(name, count);
    if (!answer) count.unanswered++;
    else if (answer.error) count.errors++;
    else count.results++;
  }

  /** Values that no declaration describes: a signed transaction, and a call that does real work. */
  #special(structName: string): object | undefined {
    const random = this.#random;
    if (structName === 'BroadcastedInvokeTransactionV3') {
      const { entryPoint, values } = greedyCall(random);
      const call = random.below(3)
        ? { to: BigInt(STRK), entryPoint: 'transfer', calldata: [BigInt(random.below(1000)), 1n, 0n] }
        : { to: BigInt(GREEDY), entryPoint, calldata: values };
      return invoke(this.#signer, this.#nonce, call).invoke_transaction;
    }
    if (structName === 'BroadcastedDeclareTransactionV3') {
      const { contractClass, ...hashes } = random.pick(this.#world.declarable);
      return declare(this.#signer, this.#nonce, contractClass, hashes).declare_transaction;
    }
    if (structName !== 'FunctionCall') return undefined;
    const { entryPoint, values } = greedyCall(random);
    return {
      contract_address: GREEDY,
      entry_point_selector: formatFelt(selectorOf(entryPoint)),
      calldata: values.map((value) => `0x${value.toString(16)}`),
    };
  }
}

/** A call whose cost is now small and now large. */
function greedyCall(random: Random): { readonly entryPoint: string; readonly values: readonly bigint[] } {
  const most = random.below(50) ? 300 : 50_000;
  const value = () => BigInt(random.below(most));
  const entryPoint = random.pick(['multiply', 'pass', 'emit', 'panic_with_values', 'give', 'nothing']);
  const values = entryPoint === 'pass' || entryPoint === 'emit' ? [BigInt(random.below(40)), value()] : [value()];
  return { entryPoint, values: entryPoint === 'nothing' ? [] : values };
}

/** Longer answers are not parsed: the clients share a processor with the server. */
const MAX_PARSED = 1_000_000;

function readAnswers(text: string): readonly RpcAnswer[] {
  if (text.length > MAX_PARSED) return [{ result: null }];
  try {
    const parsed: RpcAnswer | RpcAnswer[] = JSON.parse(text);
    return Array.isArray(parsed) ? parsed : [parsed];
  } catch {
    return [{ error: { code: 0, message: text.slice(0, 200) } }];
  }
}

// Some methods answer -32603 on purpose, as starknet-devnet does. Faults of ours start with these words.
const isFault = (answer: RpcAnswer | undefined): boolean =>
  answer?.error?.code === -32603 && answer.error.message.startsWith('Internal error in');

/** The nonce that an error of a transaction asks for. */
function nonceIn(answer: RpcAnswer | undefined): bigint | undefined {
  const text = JSON.stringify(answer?.error ?? '');
  const [, nonce] = /[Aa]ccount nonce:? (0x[0-9a-f]+|\d+)/.exec(text) ?? [];
  // A client may have set it to the largest felt, which has no successor.
  return nonce === undefined ? undefined : BigInt(nonce) % 2n ** 64n;
}
