/// <reference lib="esnext.disposable" preserve="true" />
import type { Node } from '../chain/node.ts';
import type { ChainValue } from '../chain/value/chainValue.ts';
import type { ClassLibrary } from '../classes/classLibrary.ts';
import { errors } from '../protocol/errors.ts';
import { entriesOf, type JournalEntry } from '../rpc/journal/journalEntry.ts';
import type { Hub } from '../sandbox/hub.ts';
import { fromCaller } from '../text/callerStack.ts';
import { BlockControls } from './controls/blockControls.ts';
import { BoxEvents, type SandboxEventName, type SandboxEvents } from './controls/boxEvents.ts';
import { ClientControls } from './controls/clientControls.ts';
import { L1Controls, throwAsL1Error } from './controls/l1Controls.ts';
import { MempoolControls } from './controls/mempoolControls.ts';
import { TimeControls } from './controls/timeControls.ts';
import type { BuildWatch, WatchOptions } from './controls/watchControls.ts';
import { SandboxError } from './errors.ts';
import { readState, type StateSource, writeState } from './files/stateSource.ts';
import type { CloneOptions, Mark } from './marks.ts';
import { type Answering, openHub } from './openHub.ts';
import type { SandboxOptions } from './options/sandboxOptions.ts';
import { type FileAtEnd, type ListeningSandbox, type ListenOptions, platform } from './platform.ts';
import { Connection } from './requests/connection.ts';
import { fetchOf, type SandboxFetch } from './requests/sandboxFetch.ts';
import { closeSockets, SandboxWebSocket, type WebSocketOwner } from './requests/webSocket.ts';
import { accountOf, type SandboxAccounts } from './sending/sandboxAccount.ts';
import { shareTestAccounts } from './sending/testAccounts.ts';
import { startNode } from './startNode.ts';
import { type AmountLike, type Hex, readAmount, toHex } from './values.ts';

/**
 * A whole Starknet node in this process, without a port. It answers the same JSON-RPC as the server, and every control of
 * the server is a method here.
 *
 * @example
 * import { Sandbox } from 'starbox';
 *
 * await using box = await Sandbox.create({ accounts: 2 });
 * const [alice, bob] = box.accounts;
 * await box.mint(bob.address, 5n);
 */
export class Sandbox extends ClientControls implements AsyncDisposable {
  /**
   * The clock: `box.time.set`, `increase`, `freeze`.
   *
   * @example
   * await box.time.increase(3600);
   */
  readonly time: TimeControls;
  /**
   * The blocks: `box.blocks.mine`, `abort`, `setMode`, `acceptOnL1`.
   *
   * @example
   * await box.blocks.mine(5);
   */
  readonly blocks: BlockControls;
  /**
   * The mempool: `box.mempool.preconfirm`, `seal`, `abort`, `configure`.
   *
   * @example
   * await box.mempool.preconfirm();
   */
  readonly mempool: MempoolControls;
  /**
   * Messages between L1 and L2.
   *
   * @example
   * await box.l1.connect('mock');
   */
  readonly l1: L1Controls;
  /**
   * A WebSocket class whose other end is this sandbox, for clients that take one. `channel(box)` of `starbox/starknet` gives it to starknet.js.
   *
   * @example
   * const socket = new box.WebSocket('ws://box');
   * socket.onopen = () => socket.send('{"jsonrpc":"2.0","id":1,"method":"starknet_subscribeNewHeads"}');
   * socket.onmessage = ({ data }) => console.log(data);
   */
  readonly WebSocket: new (
    url: string | URL,
    protocols?: string | string[],
  ) => SandboxWebSocket;
  readonly #node: Node;
  readonly #hub: Hub;
  readonly #answering: Answering;
  readonly #connection: Connection;
  readonly #events: BoxEvents;
  readonly #servers = new Set<ListeningSandbox>();
  readonly #watches = new Set<BuildWatch>();
  readonly #marks = new WeakSet<object>();
  readonly #socketOwner: WebSocketOwner;
  #accounts: SandboxAccounts | undefined;
  /** What is written to files when the sandbox is closed. Clones leave it to the original. */
  #files: readonly FileAtEnd[] = [];
  /** What compiles its classes, whose files are written until it is closed. Clones leave that to the original too. */
  #library: ClassLibrary | undefined;

  private constructor(node: Node, events: BoxEvents, answering: Answering, hub = openHub(node, answering)) {
    const connection = new Connection(hub);
    super(node, hub, connection);
    this.#node = node;
    this.#hub = hub;
    this.#answering = answering;
    this.#connection = connection;
    this.#events = events;
    this.fetch = fetchOf(connection);
    events.attach(node);
    this.time = new TimeControls(connection.own);
    this.blocks = new BlockControls(connection.own);
    this.mempool = new MempoolControls(connection, node);
    this.l1 = new L1Controls(connection.own, node, hub.l1);
    const owner = { hub, sockets: new Set<SandboxWebSocket>(), isClosed: () => connection.isClosed };
    this.#socketOwner = owner;
    this.WebSocket = class extends SandboxWebSocket {
      constructor(url: string | URL) {
        super(owner, url);
      }
    };
  }

  /**
   * Starts a sandbox.
   *
   * @throws SandboxOptionError for an option that does not exist or a value that it cannot have.
   * @example
   * const box = await Sandbox.create({ seed: 7, accounts: 3 });
   */
  static async create(options: SandboxOptions = {}): Promise<Sandbox> {
    const { node, events, answering, library, files, state, overrides } = await startNode(options);
    const box = new Sandbox(node, events, answering);
    box.#library = library;
    box.#files = files;
    if (state) await box.#hub.loadState(state, overrides);
    await box.#hub.connectL1().catch(throwAsL1Error);
    if (options.dump) await box.load(options.dump);
    if (options.stateSchedule) await box.market.setStates(options.stateSchedule);
    return box;
  }

  /** @internal The chain of a hub that others use too. It is theirs to close. */
  static over(hub: Hub): Sandbox {
    return new Sandbox(hub.node, new BoxEvents(), { strictAnswers: hub.strictAnswers, gatewayRules: 'off' }, hub);
  }

  /**
   * Starts a sandbox as a fork of a node, which is a URL or another sandbox.
   *
   * @throws SandboxError when the origin cannot be reached, or has no such block.
   * @example
   * const box = await Sandbox.forkFrom('https://my-node.example/rpc', { block: 900_000 });
   */
  static async forkFrom(
    origin: string | Sandbox,
    { block, ...options }: Omit<SandboxOptions, 'fork' | 'fetch'> & { readonly block?: AmountLike } = {},
  ): Promise<Sandbox> {
    const at = block === undefined ? {} : { block };
    if (typeof origin === 'string') return Sandbox.create({ ...options, fork: { url: origin, ...at } });
    const newest = await origin.blocks.number();
    if (block !== undefined && readAmount(block, 'block', 64) > newest)
      throw new SandboxError('Sandbox.forkFrom', {
        ...errors.blockNotFound,
        message: `The sandbox has no block ${block}: its newest is ${newest}`,
      });
    return Sandbox.create({ ...options, fork: { url: 'http://sandbox.invalid/', ...at }, fetch: origin.fetch });
  }

  /**
   * The accounts that are deployed and funded from the start.
   *
   * @example
   * const [alice, bob] = box.accounts;
   */
  get accounts(): SandboxAccounts {
    this.#accounts ??= this.#node.accounts.map(accountOf) as unknown as SandboxAccounts;
    return this.#accounts;
  }

  /**
   * The chain id as wallets show it, such as `0x534e5f5345504f4c4941` (SN_SEPOLIA).
   *
   * @example
   * const id = box.chainId;
   */
  get chainId(): Hex {
    return toHex(this.#node.chainId);
  }

  /**
   * A `fetch` function that sends every request to this sandbox, so that clients need no port. Its answers have every member of a
   * Response. Code that calls functions of `Response.prototype` on one needs its `clone()`, which is a Response of the platform.
   *
   * @example
   * const provider = new RpcProvider({ nodeUrl: 'http://box', baseFetch: box.fetch });
   */
  readonly fetch: SandboxFetch;

  /**
   * Takes a snapshot of the chain. It copies nothing, whatever the size of the chain. Returns a mark for `restore`.
   *
   * @example
   * const mark = box.snapshot();
   * await box.mint(alice.address, 5n);
   * box.restore(mark);
   */
  snapshot(): Mark {
    this.#connection.checkOpen();
    this.#marks.add(this.#node.value);
    return this.#node.value as unknown as Mark;
  }

  /**
   * Brings the chain back to a mark of this sandbox; a mark can be used any number of times.
   *
   * @throws SandboxBusyError while a call that can change the chain has not ended, from the moment that it is made: such an `await` is missing.
   * @throws TypeError for a mark of another sandbox.
   * @example
   * afterEach(() => box.restore(mark));
   */
  restore(mark: Mark): void {
    this.#connection.checkOpen();
    if (!this.#marks.has(mark))
      throw fromCaller(
        new TypeError(
          'This mark is not from this sandbox: restore takes what snapshot() of the same sandbox returned.',
        ),
      );
    this.#connection.running.check();
    this.#node.restore(mark as unknown as ChainValue);
    // The journal is that of the mark again, and no request has told so.
    this.#hub.dispatcher.changeMade();
  }

  /**
   * An independent sandbox with the same chain. The two share what they have in common, so a clone of any chain takes
   * microseconds; what happens in one is not seen in the other.
   *
   * @example
   * const copy = box.clone();
   * await copy.mint(alice.address, 5n); // `box` is as before
   *
   * @example
   * const copy = box.clone({ test: 'a transfer' }); // a name for what it runs, in the coverage
   */
  clone({ test }: CloneOptions = {}): Sandbox {
    this.#connection.checkOpen();
    const events = new BoxEvents();
    const node = this.#node.clone({ print: events.print, test });
    const copy = new Sandbox(node, events, { ...this.#answering, paymaster: this.#hub.paymaster.settings });
    copy.#accounts = this.#accounts;
    shareTestAccounts(this, copy);
    return copy;
  }

  /**
   * Every request that changed the chain, methods such as `mint` included. `load` and `create({ dump })` repeat them.
   *
   * @example
   * const other = await Sandbox.create({ seed: 7, dump: box.dump() });
   */
  dump(): readonly JournalEntry[] {
    this.#connection.checkOpen();
    return entriesOf(this.#node.value.journal);
  }

  /**
   * Starts a new chain and repeats dumped requests on it. If one of them fails, the chain stays as it was.
   *
   * @throws SandboxError when one of the requests fails.
   * @example
   * await box.load(JSON.parse(await readFile('dump.json', 'utf8')));
   */
  async load(dump: readonly JournalEntry[]): Promise<void> {
    await this.#connection.own('devnet_load', { events: dump });
  }

  /**
   * Returns the whole chain as the bytes of a state file, for `loadState`, `create({ state })` or `--state` of the command. Also writes
   * them to a file, if one is given.
   *
   * @example
   * await box.saveState('chain.starbox');
   */
  saveState(file?: string | URL): Promise<Uint8Array> {
    this.#connection.checkOpen();
    return writeState(this.#hub.saveState(), file);
  }

  /**
   * Replaces the chain by that of a state file, which must have begun with the same accounts.
   *
   * @throws Error when the file cannot be used; then nothing is changed.
   * @example
   * await box.loadState('chain.starbox');
   */
  async loadState(state: StateSource): Promise<void> {
    this.#connection.checkOpen();
    const { state: bytes, isExported } = await readState(state);
    await this.#hub.loadState(bytes, { withoutL1: isExported });
  }

  /**
   * Starts a new chain with the same options.
   *
   * @example
   * await box.restart();
   */
  async restart(): Promise<void> {
    await this.#connection.own('devnet_restart');
  }

  /**
   * Calls a function for every block, transaction, event, print or reorganisation, before the request that caused it is
   * answered. Returns a function that removes the listener. If the listener throws, that is an uncaught error, which test runners report;
   * the chain and the other listeners go on.
   *
   * @example
   * const off = box.on('print', ({ text }) => console.log(text));
   */
  on<K extends SandboxEventName>(name: K, listener: (value: SandboxEvents[K]) => void): () => void {
    this.#connection.checkOpen();
    return this.#events.on(name, listener);
  }

  /**
   * An async iterator over the blocks, transactions, events, prints or reorganisations from now on.
   *
   * @example
   * for await (const block of box.stream('block')) console.log(block.block_number);
   */
  stream<K extends SandboxEventName>(name: K): AsyncIterableIterator<SandboxEvents[K]> {
    this.#connection.checkOpen();
    return this.#events.stream(name);
  }

  /**
   * Serves this sandbox over HTTP and WebSocket, for a dapp in a browser or a client in another process. Node.js only.
   *
   * @throws Error when the port is in use, or in a browser.
   * @example
   * const server = await box.listen({ port: 5050 });
   * console.log(server.url); // http://127.0.0.1:5050
   *
   * @example
   * const { pageUrl } = await box.listen({ ui: true }); // the explorer page over this chain
   */
  async listen(options: ListenOptions = {}): Promise<ListeningSandbox> {
    this.#connection.checkOpen();
    const server = await platform('box.listen()').listen(this.#hub, options);
    this.#servers.add(server);
    return server;
  }

  /**
   * Follows the build output of your contracts: a class that is built again is declared, and the contracts that run an earlier build are moved
   * to it with their storage. Each is an event `rebuild`. Without a folder it follows `target/dev` and `target/release` of the nearest
   * Scarb.toml. Resolves when builds are noticed. Node.js only.
   *
   * @throws Error in a browser.
   * @example
   * box.on('rebuild', ({ contractName, contracts }) => console.log(contractName, contracts.length));
   * const watch = await box.watch('target/dev');
   */
  async watch(folders?: string | readonly string[], options: WatchOptions = {}): Promise<BuildWatch> {
    this.#connection.checkOpen();
    // Loaded when it is first used: pages have no builds to follow.
    const { watchFolders } = await import('./controls/watchControls.ts');
    const watch = await watchFolders(this.#hub, folders, options, (rebuild) => this.#events.rebuilt(rebuild));
    this.#watches.add(watch);
    return watch;
  }

  /**
   * Ends the sandbox at once: its timers stop, its servers close, and every later call throws a SandboxClosedError. The
   * promise resolves when its ports are free again.
   *
   * @example
   * afterAll(() => box.close());
   */
  async close(): Promise<void> {
    if (this.#connection.isClosed) return;
    const texts = this.#files.map(({ text }) => text());
    this.#connection.close();
    const ends = [...this.#watches].map((watch) => watch.close());
    this.#events.close();
    closeSockets(this.#socketOwner);
    this.#hub.end();
    this.#node.close();
    await Promise.all([
      this.#library?.flush(),
      ...texts,
      ...ends,
      ...[...this.#servers].map((server) => server.close()),
    ]);
    for (const [i, { save }] of this.#files.entries()) await save(await texts[i]!);
  }

  /** Closes the sandbox at the end of a block with `await using`. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}
