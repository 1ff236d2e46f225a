/// <reference lib="esnext.disposable" preserve="true" />
import type { Abi, ConstructorArguments } from '../abi/types.ts';
import type { NodeConfig } from '../chain/config.ts';
import { createBundledNode } from '../chain/createBundledNode.ts';
import type { PredeployedAccount as ChainAccount } from '../chain/genesis/accounts.ts';
import { withIngredients } from '../chain/stateFile/decodeState.ts';
import type { ChainValue } from '../chain/value/chainValue.ts';
import { originConnector } from '../fork/connectOrigin.ts';
import { parseJson } from '../json/parseJson.ts';
import { writeJson } from '../json/writeJson.ts';
import { limits } from '../protocol/limits.ts';
import { answerText } from '../rpc/answerText.ts';
import { entriesOf, type JournalEntry } from '../rpc/journal/journalEntry.ts';
import { defaultServerConfig } from '../rpc/serverConfig.ts';
import { Hub } from '../sandbox/hub.ts';
import { answerResponse } from './answerResponse.ts';
import { BlockControls } from './blockControls.ts';
import { BoxEvents, type SandboxEventName, type SandboxEvents } from './boxEvents.ts';
import type { ClassSource } from './classFile.ts';
import {
  Contracts,
  type Declaration,
  type DeclareOptions,
  type DeployedContract,
  type DeployOptions,
  type SandboxContract,
} from './contracts.ts';
import { erc20Abi } from './erc20Abi.ts';
import { type ErrorAnswer, SandboxClosedError, SandboxError } from './errors.ts';
import { L1Controls } from './l1Controls.ts';
import { type ListeningSandbox, type ListenOptions, platform } from './platform.ts';
import type { SendRequest } from './requests.ts';
import { readSandboxOptions, type SandboxOptions } from './sandboxOptions.ts';
import { type StateDiffEdit, wireStateDiff } from './stateDiffEdit.ts';
import { TimeControls } from './timeControls.ts';
import { type CallLike, readCall, Sender, type SendOptions, type SentTransaction } from './transactions.ts';
import {
  type AmountLike,
  type AtBlock,
  addressText,
  type BlockLike,
  type FeltLike,
  feltText,
  type Hex,
  readAmount,
  readBlock,
  toHex,
  wrongValue,
} from './values.ts';
import { closeSockets, SandboxWebSocket, type WebSocketOwner } from './webSocket.ts';

type Node = Awaited<ReturnType<typeof createBundledNode>>;

/** An account that is deployed and rich from the start. */
export interface SandboxAccount {
  readonly address: Hex;
  readonly publicKey: Hex;
  readonly privateKey: Hex;
  /** What it had at the start, in WEI and in FRI. */
  readonly initialBalance: bigint;
}

/** A state of a sandbox to go back to; it belongs to the sandbox that made it. */
export interface Mark {
  readonly __mark: unique symbol;
}

/** The unit of the fee tokens: FRI of STRK, or WEI of ETH. */
export type TokenUnit = 'FRI' | 'WEI';

/** A mint that succeeded. */
export interface MintResult {
  readonly transactionHash: Hex;
  readonly newBalance: bigint;
  readonly unit: TokenUnit;
}

/** New gas prices; those that are left out stay as they are. */
export interface GasPriceOptions {
  /** The price of L1 gas in wei. */
  readonly gasPrice?: AmountLike | undefined;
  /** The price of L1 data gas in wei. */
  readonly dataGasPrice?: AmountLike | undefined;
  /** The price of L2 gas in wei. */
  readonly l2GasPrice?: AmountLike | undefined;
  /** The price of L1 gas in fri. */
  readonly gasPriceFri?: AmountLike | undefined;
  /** The price of L1 data gas in fri. */
  readonly dataGasPriceFri?: AmountLike | undefined;
  /** The price of L2 gas in fri. */
  readonly l2GasPriceFri?: AmountLike | undefined;
  /** Makes an empty block, so that the prices apply at once; false unless it is given. */
  readonly mine?: boolean | undefined;
}

/** Our own answers may be as large as they are. */
const OWN_ANSWER = { ...limits.answerJson, values: Number.POSITIVE_INFINITY };

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
export class Sandbox implements AsyncDisposable {
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
   * Messages between L1 and L2.
   *
   * @example
   * await box.l1.connect('mock');
   */
  readonly l1: L1Controls;
  /**
   * A WebSocket class whose other end is this sandbox, for clients that take one.
   *
   * @example
   * const channel = new WebSocketChannel({ nodeUrl: 'ws://box', websocket: box.WebSocket });
   */
  readonly WebSocket: new (
    url: string | URL,
    protocols?: string | string[],
  ) => SandboxWebSocket;
  readonly #node: Node;
  readonly #hub: Hub;
  readonly #events: BoxEvents;
  readonly #sender: Sender;
  readonly #servers = new Set<ListeningSandbox>();
  readonly #marks = new WeakSet<object>();
  readonly #contracts: Contracts;
  readonly #socketOwner: WebSocketOwner;
  #accounts: readonly SandboxAccount[] | undefined;
  #strk: SandboxContract<typeof erc20Abi> | undefined;
  #eth: SandboxContract<typeof erc20Abi> | undefined;
  #nextId = 1;
  #isClosed = false;

  private constructor(node: Node, events: BoxEvents) {
    this.#node = node;
    const hub = new Hub(node, {
      server: { ...defaultServerConfig, dumpOn: node.config.journal ? 'request' : undefined },
    });
    this.#hub = hub;
    this.#events = events;
    const { request } = this;
    this.time = new TimeControls(request);
    this.blocks = new BlockControls(request);
    this.l1 = new L1Controls(request);
    this.#sender = new Sender({
      request,
      chainId: () => node.chainId,
      accounts: () => node.accounts,
      accountClass: node.config.accountClass,
    });
    this.#contracts = new Contracts({ request, node, sender: this.#sender });
    const owner = { hub, sockets: new Set<SandboxWebSocket>(), isClosed: () => this.#isClosed };
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
    const { config: read, overrides } = readSandboxOptions(options);
    const { fetch, state, dump } = options;
    const given = state ? await withIngredients(read, state, overrides) : read;
    const seed = given.seed ?? crypto.getRandomValues(new Uint32Array(1))[0]!;
    const config: NodeConfig = { ...given, seed };
    const connect = originConnector({ fetch, cachingEnabled: config.fork?.cachingEnabled });
    const { node, events } = await nodeWithEvents((print) => createBundledNode(config, connect, { print }));
    const box = new Sandbox(node, events);
    if (state) await box.#hub.loadState(state, overrides);
    await box.#hub.connectL1();
    if (dump) await box.load(dump);
    return box;
  }

  /**
   * Starts a sandbox as a fork of a node, which is a URL or another sandbox.
   *
   * @throws Error when the origin cannot be reached.
   * @example
   * const box = await Sandbox.forkFrom('https://my-node.example/rpc', { block: 900_000 });
   */
  static forkFrom(
    origin: string | Sandbox,
    { block, ...options }: Omit<SandboxOptions, 'fork' | 'fetch'> & { readonly block?: AmountLike } = {},
  ): Promise<Sandbox> {
    const at = block === undefined ? {} : { block };
    return typeof origin === 'string'
      ? Sandbox.create({ ...options, fork: { url: origin, ...at } })
      : Sandbox.create({ ...options, fork: { url: 'http://sandbox.invalid/', ...at }, fetch: origin.fetch });
  }

  /**
   * The accounts that are deployed and rich from the start.
   *
   * @example
   * const [alice, bob] = box.accounts;
   */
  get accounts(): readonly SandboxAccount[] {
    this.#accounts ??= this.#node.accounts.map(accountOf);
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
   * Any method of the API, in either dialect. Whole numbers above 2^53 - 1 are bigints, in parameters and results.
   *
   * @throws SandboxError for an error answer.
   * @example
   * const block = await box.request('starknet_getBlockWithTxs', { block_id: 'latest' });
   */
  readonly request: SendRequest = (method: string, params?: unknown): Promise<never> => this.#request(method, params);

  /**
   * A `fetch` whose every request goes to this sandbox: clients that take one need no port.
   *
   * @example
   * const provider = new RpcProvider({ nodeUrl: 'http://box', baseFetch: box.fetch });
   */
  readonly fetch = async (input: unknown, init?: { readonly body?: unknown }): Promise<Response> => {
    const body = init?.body ?? (input instanceof Request ? await input.arrayBuffer() : '');
    const text = body instanceof ArrayBuffer ? new TextDecoder().decode(body) : String(body);
    return answerResponse(await this.#answer(text));
  };

  /**
   * Gives an address STRK (FRI) or ether (WEI), with a transaction.
   *
   * @throws SandboxError when the token refuses it.
   * @example
   * const { newBalance } = await box.mint(alice.address, 10n ** 18n);
   */
  async mint(address: FeltLike, amount: AmountLike, unit: TokenUnit = 'FRI'): Promise<MintResult> {
    checkUnit(unit);
    const minted = await this.#request<{ readonly tx_hash: Hex; readonly new_balance: string }>('devnet_mint', {
      address: addressText(address, 'address'),
      amount: readAmount(amount, 'amount'),
      unit,
    });
    return { transactionHash: minted.tx_hash, newBalance: BigInt(minted.new_balance), unit };
  }

  /**
   * Sets the balance of an address in any ERC-20 token.
   *
   * @throws SandboxError when the balances of the token cannot be found.
   * @example
   * await box.deal(usdc, alice.address, 1_000_000n);
   */
  async deal(token: FeltLike, address: FeltLike, amount: AmountLike): Promise<void> {
    await this.#request('devnet_deal', {
      token: addressText(token, 'token'),
      address: addressText(address, 'address'),
      amount: readAmount(amount, 'amount'),
    });
  }

  /**
   * What an address has, in STRK (FRI), ether (WEI), or a token given by its address.
   *
   * @example
   * const before = await box.balanceOf(alice.address);
   */
  async balanceOf(
    address: FeltLike,
    {
      unit = 'FRI',
      token,
      block = 'pre_confirmed',
    }: AtBlock & { readonly unit?: TokenUnit; readonly token?: FeltLike } = {},
  ): Promise<bigint> {
    checkUnit(unit);
    if (token !== undefined) {
      const [low, high] = await this.call({ to: token, entryPoint: 'balanceOf', calldata: [address] }, { block });
      return BigInt(low!) + (BigInt(high ?? '0x0') << 128n);
    }
    const { amount } = await this.#request<{ readonly amount: string }>('devnet_getAccountBalance', {
      address: addressText(address, 'address'),
      unit,
      block_id: readBlock(block, 'block'),
    });
    return BigInt(amount);
  }

  /**
   * Calls a contract without a transaction; what it returned, as field elements.
   *
   * @throws SandboxError when the contract or the function does not exist, or it panics.
   * @example
   * const [name] = await box.call({ to: token, entryPoint: 'name' });
   */
  call(call: CallLike, { block = 'pre_confirmed' }: AtBlock = {}): Promise<readonly Hex[]> {
    return this.#call(call, block);
  }

  /**
   * Sends a transaction with one or several calls, signed by a predeployed account unless `from` says otherwise.
   *
   * @throws TransactionRevertedError when it is reverted, unless `allowRevert` is set.
   * @example
   * await box.execute({ to: token, entryPoint: 'transfer', calldata: [bob.address, 5n, 0n] }, { from: alice });
   * await box.execute([token.populate.approve(vault.address, 5n), vault.populate.deposit(5n)]);
   */
  execute(calls: CallLike | readonly CallLike[], options?: SendOptions): Promise<SentTransaction> {
    return this.#sender.invoke(Array.isArray(calls) ? (calls as readonly CallLike[]) : [calls as CallLike], options);
  }

  /**
   * Declares a Sierra class. The compiled class comes from the compiler of this package; a class that is already declared
   * is no error. The sandbox stores debug information of the file, so that explanations name the lines of its source.
   *
   * @throws ClassFileError when the file cannot be read or compiled.
   * @example
   * const { classHash } = await box.declare('target/dev/token.contract_class.json');
   */
  async declare<const A extends Abi = Abi>(source: ClassSource, options?: DeclareOptions<A>): Promise<Declaration<A>> {
    this.#checkOpen();
    return this.#contracts.declare(source, options);
  }

  /**
   * Deploys a contract through the universal deployer, and declares its class if needed. The arguments of the constructor are a
   * list in their order, or an object by their names.
   *
   * @throws AbiError when the arguments do not fit the constructor, TransactionRevertedError when it fails.
   * @example
   * const token = await box.deploy('target/dev/token.contract_class.json', { name: 'Gold', supply: 100n }, { from: alice });
   * const typed = await box.deploy(file, ['Gold', 100n], { abi: tokenAbi }); // types from an ABI that is written `as const`
   */
  async deploy<const A extends Abi = Abi>(
    source: ClassSource | FeltLike | Declaration<A>,
    args?: ConstructorArguments<NoInfer<A>>,
    options?: DeployOptions<A>,
  ): Promise<DeployedContract<A>> {
    this.#checkOpen();
    return this.#contracts.deploy<A>(source, args, options);
  }

  /**
   * A contract that is already deployed, with functions and events typed by its ABI.
   *
   * @throws AbiError when the ABI cannot be read.
   * @example
   * const token = box.contract(tokenAbi, address);
   * await token.write.transfer(bob.address, 5n, { from: alice });
   * const balance = await token.read.balance_of(bob.address); // 5n
   */
  contract<const A extends Abi>(abi: A, address: FeltLike): SandboxContract<A> {
    this.#checkOpen();
    return this.#contracts.at(abi, address);
  }

  /**
   * The STRK token, which pays fees.
   *
   * @example
   * await box.strk.write.transfer(bob.address, 5n, { from: alice });
   */
  get strk(): SandboxContract<typeof erc20Abi> {
    this.#strk ??= this.#contracts.at(erc20Abi, this.#node.system.strkAddress);
    return this.#strk;
  }

  /**
   * The ether token.
   *
   * @example
   * const balance = await box.eth.read.balanceOf(alice.address);
   */
  get eth(): SandboxContract<typeof erc20Abi> {
    this.#eth ??= this.#contracts.at(erc20Abi, this.#node.system.ethAddress);
    return this.#eth;
  }

  /**
   * Sets gas prices. Without `mine` they apply from the block after the next one on, as the server does it.
   *
   * @example
   * await box.setGasPrices({ l2GasPriceFri: 2n * 10n ** 9n, mine: true });
   */
  async setGasPrices({ mine = false, ...prices }: GasPriceOptions): Promise<void> {
    await this.#request('devnet_setGasPrice', {
      generate_block: mine,
      ...Object.fromEntries(
        Object.entries(prices).map(([name, price]) => {
          const field = GAS_PRICE_FIELDS[name as keyof typeof GAS_PRICE_FIELDS];
          if (field === undefined)
            throw wrongValue('prices', `an object with ${Object.keys(GAS_PRICE_FIELDS).join(', ')}`, name);
          return [field, readAmount(price as AmountLike, name, 128)];
        }),
      ),
    });
  }

  /**
   * Lets an account send transactions without a valid signature.
   *
   * @example
   * await box.impersonate(whale);
   * await box.execute({ to: token, entryPoint: 'transfer', calldata: [alice.address, 5n, 0n] }, { from: whale });
   */
  async impersonate(address: FeltLike): Promise<void> {
    await this.#request('devnet_impersonateAccount', { account_address: addressText(address, 'address') });
  }

  /**
   * Ends the impersonation of an account.
   *
   * @example
   * await box.stopImpersonating(whale);
   */
  async stopImpersonating(address: FeltLike): Promise<void> {
    await this.#request('devnet_stopImpersonateAccount', { account_address: addressText(address, 'address') });
  }

  /**
   * Impersonates every account, or with `false` only those that were named.
   *
   * @example
   * await box.autoImpersonate();
   */
  async autoImpersonate(on = true): Promise<void> {
    await this.#request(on ? 'devnet_autoImpersonate' : 'devnet_stopAutoImpersonate');
  }

  /**
   * Reads a cell of a contract's storage.
   *
   * @example
   * const value = await box.getStorageAt(contract, '0x5');
   */
  getStorageAt(address: FeltLike, key: FeltLike, { block = 'pre_confirmed' }: AtBlock = {}): Promise<Hex> {
    return this.#request('starknet_getStorageAt', {
      contract_address: addressText(address, 'address'),
      key: feltText(key, 'key'),
      block_id: readBlock(block, 'block'),
    });
  }

  /**
   * Writes a cell of a contract's storage.
   *
   * @example
   * await box.setStorageAt(contract, '0x5', 7n);
   */
  async setStorageAt(address: FeltLike, key: FeltLike, value: FeltLike): Promise<void> {
    await this.#request('devnet_setStorageAt', {
      contract_address: addressText(address, 'address'),
      key: feltText(key, 'key'),
      value: feltText(value, 'value'),
    });
  }

  /**
   * The next nonce of an account.
   *
   * @example
   * const nonce = await box.getNonce(alice.address);
   */
  async getNonce(address: FeltLike, { block = 'pre_confirmed' }: AtBlock = {}): Promise<bigint> {
    const nonce = await this.#request<Hex>('starknet_getNonce', {
      contract_address: addressText(address, 'address'),
      block_id: readBlock(block, 'block'),
    });
    return BigInt(nonce);
  }

  /**
   * Sets the nonce of an account.
   *
   * @example
   * await box.setNonce(alice.address, 7);
   */
  async setNonce(address: FeltLike, nonce: AmountLike): Promise<void> {
    await this.#request('devnet_setNonce', {
      contract_address: addressText(address, 'address'),
      nonce: toHex(readAmount(nonce, 'nonce', 251)),
    });
  }

  /**
   * The hash of the class that a contract runs.
   *
   * @example
   * const hash = await box.getClassHash(token);
   */
  getClassHash(address: FeltLike, { block = 'pre_confirmed' }: AtBlock = {}): Promise<Hex> {
    return this.#request('starknet_getClassHashAt', {
      contract_address: addressText(address, 'address'),
      block_id: readBlock(block, 'block'),
    });
  }

  /**
   * Replaces the class of a contract, or puts a contract at an address without running a constructor.
   *
   * @example
   * await box.setClassHash(proxy, newClassHash);
   */
  async setClassHash(address: FeltLike, classHash: FeltLike): Promise<void> {
    await this.#request('devnet_setClassHash', {
      contract_address: addressText(address, 'address'),
      class_hash: feltText(classHash, 'classHash'),
    });
  }

  /**
   * Changes many things of the state at once: all, or none.
   *
   * @throws SandboxError when a part of it is not possible; then nothing is changed.
   * @example
   * await box.applyStateDiff({ nonces: [{ address: alice.address, nonce: 3 }] });
   */
  async applyStateDiff(edit: StateDiffEdit): Promise<void> {
    await this.#request('devnet_applyStateDiff', wireStateDiff(edit));
  }

  /**
   * What a transaction called, what went wrong and where, as text for a terminal.
   *
   * @throws SandboxError when there is no such transaction.
   * @example
   * console.log(await box.explain(transactionHash));
   */
  async explain(transactionHash: FeltLike): Promise<string> {
    const { text } = await this.#request<{ readonly text: string }>('devnet_explainTransaction', {
      transaction_hash: feltText(transactionHash, 'transactionHash'),
    });
    return text;
  }

  /**
   * What a call without a transaction calls, what goes wrong and where, as text for a terminal.
   *
   * @throws SandboxError when there is no such contract.
   * @example
   * console.log(await box.explainCall({ to: token, entryPoint: 'balance_of', calldata: [alice.address] }));
   */
  async explainCall(call: CallLike, { block = 'pre_confirmed' }: AtBlock = {}): Promise<string> {
    const { text } = await this.#request<{ readonly text: string }>('devnet_explainCall', wireCall(call, block));
    return text;
  }

  /**
   * Remembers the chain as it is now. It costs nothing, whatever the size of the chain.
   *
   * @example
   * const mark = box.snapshot();
   * await box.mint(alice.address, 5n);
   * box.restore(mark);
   */
  snapshot(): Mark {
    this.#checkOpen();
    const { value } = this.#node;
    this.#marks.add(value);
    return value as unknown as Mark;
  }

  /**
   * Brings the chain back to a mark of this sandbox; a mark can be used any number of times.
   *
   * @throws Error for a mark of another sandbox, or while a request is changing the chain.
   * @example
   * afterEach(() => box.restore(mark));
   */
  restore(mark: Mark): void {
    this.#checkOpen();
    if (!this.#marks.has(mark))
      throw new Error(
        'This mark is not from this sandbox: restore takes what snapshot() of the same sandbox returned.',
      );
    this.#node.restore(mark as unknown as ChainValue);
  }

  /**
   * An independent sandbox with the same chain. The two share what they have in common, so a clone of any chain takes
   * microseconds; what happens in one is not seen in the other.
   *
   * @example
   * const copy = box.clone();
   * await copy.mint(alice.address, 5n); // `box` is as before
   */
  clone(): Sandbox {
    this.#checkOpen();
    const { node, events } = cloneWithEvents(this.#node);
    const copy = new Sandbox(node, events);
    copy.#accounts = this.#accounts;
    return copy;
  }

  /**
   * Every request that changed the chain, methods such as `mint` included. `load` and `create({ dump })` repeat them.
   *
   * @example
   * const other = await Sandbox.create({ seed: 7, dump: box.dump() });
   */
  dump(): readonly JournalEntry[] {
    this.#checkOpen();
    return entriesOf(this.#node.chain.journal);
  }

  /**
   * Starts anew and repeats dumped requests. If one of them fails, the chain stays as it was.
   *
   * @throws SandboxError when one of the requests fails.
   * @example
   * await box.load(JSON.parse(await readFile('dump.json', 'utf8')));
   */
  async load(dump: readonly JournalEntry[]): Promise<void> {
    await this.#request('devnet_load', { events: dump });
  }

  /**
   * The whole chain as the bytes of a state file, for `loadState`, `create({ state })` or the option `--state` of the command.
   *
   * @example
   * await writeFile('chain.state', await box.saveState());
   */
  saveState(): Promise<Uint8Array> {
    this.#checkOpen();
    return this.#hub.saveState();
  }

  /**
   * Replaces the chain by that of a state file, which must have begun with the same accounts.
   *
   * @throws Error when the file cannot be used; then nothing is changed.
   * @example
   * await box.loadState(await readFile('chain.state'));
   */
  async loadState(state: Uint8Array): Promise<void> {
    this.#checkOpen();
    await this.#hub.loadState(state);
  }

  /**
   * Goes back to the first block.
   *
   * @example
   * await box.restart();
   */
  async restart(): Promise<void> {
    await this.#request('devnet_restart');
  }

  /**
   * Calls a function for every block, transaction, event, print or reorganisation, before the request that caused it is
   * answered. Returns a function that ends this.
   *
   * @example
   * const off = box.on('print', ({ text }) => console.log(text));
   */
  on<K extends SandboxEventName>(name: K, listener: (value: SandboxEvents[K]) => void): () => void {
    this.#checkOpen();
    return this.#events.on(name, listener);
  }

  /**
   * The same as an async iterator, from now on.
   *
   * @example
   * for await (const block of box.stream('block')) console.log(block.block_number);
   */
  stream<K extends SandboxEventName>(name: K): AsyncIterableIterator<SandboxEvents[K]> {
    this.#checkOpen();
    return this.#events.stream(name);
  }

  /**
   * Serves this sandbox over HTTP and WebSocket, for a dapp in a browser or a client in another process. Node.js only.
   *
   * @throws Error when the port is in use, or in a browser.
   * @example
   * const server = await box.listen({ port: 5050 });
   * console.log(server.url); // http://127.0.0.1:5050
   */
  async listen(options: ListenOptions = {}): Promise<ListeningSandbox> {
    this.#checkOpen();
    const server = await platform('box.listen()').listen(this.#hub, options);
    this.#servers.add(server);
    return server;
  }

  /**
   * Ends the sandbox at once: its timers stop, its servers close, and every later call throws a SandboxClosedError. The
   * promise resolves when its ports are free again.
   *
   * @example
   * afterAll(() => box.close());
   */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#events.close();
    closeSockets(this.#socketOwner);
    this.#hub.end();
    this.#node.close();
    await Promise.all([...this.#servers].map((server) => server.close()));
  }

  /** Closes the sandbox at the end of a block with `await using`. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #call(call: CallLike, block: BlockLike): Promise<readonly Hex[]> {
    return this.#request('starknet_call', wireCall(call, block));
  }

  async #request<T>(method: string, params?: unknown): Promise<T> {
    const id = this.#nextId++;
    const text = await this.#answer(writeJson({ jsonrpc: '2.0', id, method, params }));
    const answer = parseJson(text, OWN_ANSWER) as unknown as { error?: ErrorAnswer; result?: T };
    if (answer.error) throw new SandboxError(method, answer.error, { params });
    return answer.result as T;
  }

  #answer(text: string): Promise<string> {
    if (this.#isClosed) return Promise.reject(new SandboxClosedError());
    return answerText(text, this.#hub.dispatcher);
  }

  #checkOpen(): void {
    if (this.#isClosed) throw new SandboxClosedError();
  }
}

const GAS_PRICE_FIELDS = {
  gasPrice: 'gas_price_wei',
  dataGasPrice: 'data_gas_price_wei',
  l2GasPrice: 'l2_gas_price_wei',
  gasPriceFri: 'gas_price_fri',
  dataGasPriceFri: 'data_gas_price_fri',
  l2GasPriceFri: 'l2_gas_price_fri',
} as const;

function checkUnit(unit: TokenUnit): void {
  if (unit !== 'FRI' && unit !== 'WEI') throw wrongValue('unit', "'FRI' (STRK) or 'WEI' (ETH)", unit);
}

const accountOf = ({ address, publicKey, privateKey, initialBalance }: ChainAccount): SandboxAccount => ({
  address: toHex(address),
  publicKey: toHex(publicKey),
  privateKey: toHex(privateKey),
  initialBalance,
});

/** A node and the listeners that hear what happens in it. */
async function nodeWithEvents(
  start: (print: (text: string) => void) => Promise<Node>,
): Promise<{ readonly node: Node; readonly events: BoxEvents }> {
  let events: BoxEvents | undefined;
  const node = await start((text) => events?.print(text));
  events = new BoxEvents((listener) => node.follow(listener));
  return { node, events };
}

function cloneWithEvents(original: Node): { readonly node: Node; readonly events: BoxEvents } {
  let events: BoxEvents | undefined;
  const node = original.clone({ print: (text) => events?.print(text) });
  events = new BoxEvents((listener) => node.follow(listener));
  return { node, events };
}

/** The parameters of a call without a transaction. */
function wireCall(call: CallLike, block: BlockLike): unknown {
  const { to, selector, calldata } = readCall(call, '');
  return {
    request: { contract_address: toHex(to), entry_point_selector: toHex(selector), calldata: calldata.map(toHex) },
    block_id: readBlock(block, 'block'),
  };
}
