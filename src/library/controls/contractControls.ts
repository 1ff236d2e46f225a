import type { Abi, ConstructorArguments, WithoutArguments } from '../../abi/types.ts';
import type { Node } from '../../chain/node.ts';
import type { PlacedTransaction } from '../../chain/value/block.ts';
import { keyOf } from '../../felt/key.ts';
import { checkCallee } from '../../rpc/notFound.ts';
import { readTransactions, type SentJson } from '../../rpc/readExecution.ts';
import type { CoverageReport } from '../../tools/coverage/coverageFiles.ts';
import type { Debugger } from '../../tools/debug/debuggerTypes.ts';
import type { GasReportTexts } from '../../tools/gas/gasReport.ts';
import type { ProfileFiles } from '../../tools/profile/profileFiles.ts';
import { loadedTools, type Tools } from '../../tools/tools.ts';
import type { CallComparison, ComparedBox, ComparedCall, CompareOptions } from '../comparing/compareCalls.ts';
import {
  Contracts,
  type Declaration,
  type DeclareOptions,
  type DeployedContract,
  type DeployOptions,
  type SandboxContract,
} from '../contracts/contracts.ts';
import { erc20Abi } from '../contracts/erc20Abi.ts';
import { throwAsSandboxError } from '../errors.ts';
import { type ClassSource, sourceText } from '../files/classFile.ts';
import type { ContractClass } from '../files/contractClass.ts';
import { blockIn, checkOptions } from '../options/checkOptions.ts';
import { hasPlatform, platform, toolsOfPlatform } from '../platform.ts';
import type { Connection } from '../requests/connection.ts';
import { type CallLike, callParams, callsText, readCall } from '../sending/calls.ts';
import type { AccountOptions, CreatedAccount } from '../sending/createAccount.ts';
import { explainOnDemand } from '../sending/explainOnDemand.ts';
import type { FeeEstimate } from '../sending/fees.ts';
import { queuedSending } from '../sending/queuedSending.ts';
import { Sender } from '../sending/sender.ts';
import { keepSender } from '../sending/senders.ts';
import { ESTIMATE_OPTIONS, type EstimateOptions, SEND_OPTIONS, type SendOptions } from '../sending/sendOptions.ts';
import type { SentTransaction } from '../sending/sentTransaction.ts';
import { type AddressLike, type AtBlock, type FeltLike, feltText, type Hex, readFelt } from '../values.ts';
import { StateControls } from './stateControls.ts';

/** Transactions as clients send them to `starknet_estimateFee`, of which the last is debugged, or the first that would be rejected. */
export interface DebuggedEstimate {
  readonly estimate: SentJson | readonly SentJson[];
}

/**
 * The contracts of a sandbox: calls, transactions and explanations. `Sandbox` has all of it.
 *
 * @example
 * await box.execute({ to: token, entryPoint: 'transfer', calldata: [bob.address, 5n, 0n] }, { from: alice });
 */
export abstract class ContractControls extends StateControls {
  readonly #connection: Connection;
  readonly #node: Node;
  readonly #system: Node['system'];
  readonly #sender: Sender;
  readonly #contracts: Contracts;
  #accountCount = 0;
  #strk: SandboxContract<typeof erc20Abi> | undefined;
  #eth: SandboxContract<typeof erc20Abi> | undefined;

  /** @internal */
  constructor(node: Node, connection: Connection) {
    const { own: request } = connection;
    super(connection.request, request);
    this.#connection = connection;
    this.#node = node;
    this.#system = node.system;
    this.#sender = new Sender({
      request,
      chainId: () => node.chainId,
      accounts: () => node.accounts,
      accountClass: node.config.accountClass,
      explainOnDemand: (hash) => explainOnDemand(node.chain, hash),
      queued: queuedSending(node, connection),
      debugHint: async (hash) =>
        hasPlatform() ? platform('Debugging').debugHint(() => connection.saveState(), hash) : undefined,
    });
    keepSender(this, this.#sender);
    this.#contracts = new Contracts({ request, node, sender: this.#sender, running: connection.running });
  }

  /**
   * Calls a contract without a transaction; what it returned, as field elements.
   *
   * @throws SandboxError when the contract or the function does not exist, or it panics.
   * @example
   * const [name] = await box.call({ to: token, entryPoint: 'name' });
   */
  async call(call: CallLike, options?: AtBlock): Promise<readonly Hex[]> {
    return this.#connection.own('starknet_call', callParams(call, blockIn(options)));
  }

  /**
   * Sends a transaction with one or several calls, signed by a predeployed account unless `from` says otherwise.
   *
   * @throws TransactionRevertedError when it is reverted, unless `allowRevert` is set.
   * @example
   * await box.execute({ to: token, entryPoint: 'transfer', calldata: [bob.address, 5n, 0n] }, { from: alice });
   * await box.execute([token.populate.approve(vault.address, 5n), vault.populate.deposit(5n)]);
   * await box.execute(call, { resourceBounds: { l2Gas: 1_000_000 }, tip: 10n ** 9n }); // the most that it may use, and a tip
   */
  async execute(calls: CallLike | readonly CallLike[], options?: SendOptions): Promise<SentTransaction> {
    checkOptions(options, SEND_OPTIONS, '{ from: alice }');
    const list = listOf(calls);
    return this.#connection.running.run(
      'call',
      () => callsText(list),
      () => this.#sender.invoke(list, options),
    );
  }

  /**
   * What a transaction with these calls would use of each kind of gas, and its fee. Nothing is sent; the signature is checked. Bounds that suffice
   * are in `resourceBounds`.
   *
   * @throws SandboxError when the transaction would be reverted or refused.
   * @example
   * const calls = [token.populate.approve(vault.address, 5n), vault.populate.deposit(5n)];
   * const { fee, l2Gas, resourceBounds } = await box.estimate(calls, { from: alice });
   * await box.execute(calls, { from: alice, resourceBounds });
   */
  async estimate(calls: CallLike | readonly CallLike[], options?: EstimateOptions): Promise<FeeEstimate> {
    checkOptions(options, ESTIMATE_OPTIONS, '{ from: alice }');
    return this.#sender.estimate(listOf(calls), options);
  }

  /**
   * Declares a Sierra class. The compiled class comes from the compiler of this package; a class that is already declared
   * is no error. The sandbox stores debug information of the file, so that explanations name the lines of its source.
   *
   * @throws ClassFileError when the file cannot be found, read or compiled.
   * @example
   * const { classHash } = await box.declare('target/dev/token.contract_class.json');
   * const same = await box.declare('token'); // by the name of the contract, in the build output of the nearest Scarb.toml
   */
  async declare<const A extends Abi = Abi>(
    source: ClassSource | ContractClass<A>,
    options?: DeclareOptions<A>,
  ): Promise<Declaration<A>> {
    this.#connection.checkOpen();
    return this.#connection.running.run(
      'call',
      () => `box.declare(${sourceText(source)})`,
      () => this.#contracts.declare(source, options),
    );
  }

  /**
   * Deploys a contract through the universal deployer, and declares its class if needed. The arguments of the constructor are a
   * list in their order, or an object by their names. The name of a contract is looked for in the build output of the nearest Scarb.toml.
   *
   * @throws AbiError when the arguments do not fit the constructor, TransactionRevertedError when it fails.
   * @example
   * const token = await box.deploy('target/dev/token.contract_class.json', { name: 'Gold', supply: 100n }, { from: alice });
   * const typed = await box.deploy(Token, { name: 'Gold', supply: 100n }); // `Token` is what `starbox types` wrote
   * const alike = await box.deploy(file, ['Gold', 100n], { abi: tokenAbi }); // types from an ABI that is written `as const`
   */
  deploy<const A extends Abi = Abi>(
    source: ClassSource | FeltLike | Declaration<A> | ContractClass<A>,
    args: ConstructorArguments<NoInfer<A>>,
    options?: DeployOptions<A>,
  ): Promise<DeployedContract<A>>;
  // Not one signature with `args?`: the compiler would compare wrong arguments with undefined, and name none that is missing.
  /**
   * Deploys a contract whose constructor takes no arguments.
   *
   * @example
   * const token = await box.deploy('target/dev/token.contract_class.json');
   */
  deploy<const A extends Abi = Abi>(
    source: (ClassSource | FeltLike | Declaration<A> | ContractClass<A>) & WithoutArguments<NoInfer<A>>,
  ): Promise<DeployedContract<A>>;
  async deploy<const A extends Abi = Abi>(
    source: ClassSource | FeltLike | Declaration<A> | ContractClass<A>,
    args?: ConstructorArguments<NoInfer<A>>,
    options?: DeployOptions<A>,
  ): Promise<DeployedContract<A>> {
    this.#connection.checkOpen();
    return this.#connection.running.run(
      'call',
      () => `box.deploy(${sourceText(source)})`,
      () => this.#contracts.deploy<A>(source, args, options),
    );
  }

  /**
   * Deploys an account of any class, gives it STRK, and returns it for `from`. It signs with a key of the Stark curve unless `signer` says otherwise.
   *
   * @throws AbiError when the arguments do not fit the constructor, TransactionRevertedError when it fails.
   * @example
   * const carol = await box.createAccount();
   * await box.strk.write.transfer(bob, 5n, { from: carol });
   * const dave = await box.createAccount({ class: 'EthAccount', signer: 'eth', balance: 10n ** 18n });
   * const safe = await box.createAccount({ class: 'Safe', args: { owners: [1n, 2n] }, signer: (hash) => [hash, 1n] });
   */
  async createAccount(options?: AccountOptions): Promise<CreatedAccount> {
    this.#connection.checkOpen();
    const count = this.#accountCount++;
    const mint = (address: Hex, amount: bigint) => this.mint(address, amount);
    return this.#connection.running.run(
      'call',
      () => 'box.createAccount()',
      async () => {
        const { createAccount } = await import('../sending/createAccount.ts');
        return createAccount({ box: this, node: this.#node, contracts: this.#contracts, mint, count }, options);
      },
    );
  }

  /**
   * A contract that is already deployed, with functions and events typed by its ABI, or by what `starbox types` wrote for it.
   *
   * @throws AbiError when the ABI cannot be read.
   * @example
   * const token = box.contract(tokenAbi, address);
   * const same = box.contract(Token, address);
   * await token.write.transfer(bob.address, 5n, { from: alice });
   * const balance = await token.read.balance_of(bob.address); // 5n
   */
  contract<const A extends Abi>(source: A | ContractClass<A>, address: AddressLike): SandboxContract<A> {
    this.#connection.checkOpen();
    return this.#contracts.at(source, address);
  }

  /**
   * The STRK token, which pays fees.
   *
   * @example
   * await box.strk.write.transfer(bob.address, 5n, { from: alice });
   */
  get strk(): SandboxContract<typeof erc20Abi> {
    this.#strk ??= this.#contracts.at(erc20Abi, this.#system.strkAddress);
    return this.#strk;
  }

  /**
   * The ether token.
   *
   * @example
   * const balance = await box.eth.read.balanceOf(alice.address);
   */
  get eth(): SandboxContract<typeof erc20Abi> {
    this.#eth ??= this.#contracts.at(erc20Abi, this.#system.ethAddress);
    return this.#eth;
  }

  /**
   * What a transaction called, what went wrong and where, as text for a terminal.
   *
   * @throws SandboxError when there is no such transaction.
   * @example
   * console.log(await box.explain(transactionHash));
   */
  async explain(transactionHash: FeltLike): Promise<string> {
    const { text } = await this.#connection.own('devnet_explainTransaction', {
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
  async explainCall(call: CallLike, options?: AtBlock): Promise<string> {
    const { text } = await this.#connection.own('devnet_explainCall', callParams(call, blockIn(options)));
    return text;
  }

  /**
   * How often each function was called, and the minimum, median and maximum of its L2 gas, steps, builtins and storage accesses. With
   * the option `gasReport` it has everything since the start, calls and clones included; without, the transactions of this chain.
   *
   * @example
   * console.log((await box.gasReport()).text);
   */
  async gasReport(): Promise<GasReportTexts> {
    this.#connection.checkOpen();
    return (await this.#tools()).reportGas(this.#node.chain);
  }

  /**
   * Which lines, functions and branches of your Cairo code ran, in this sandbox and its clones: `text` is a table, `html` a page with the
   * sources, `lcov` a file for other tools. The sandbox must have the option `coverage`.
   *
   * @throws Error without the option.
   * @example
   * const box = await Sandbox.create({ coverage: true });
   * console.log((await box.coverage()).text);
   */
  async coverage(): Promise<CoverageReport> {
    this.#connection.checkOpen();
    return (await this.#tools()).reportCoverage(this.#node.chain);
  }

  /**
   * Where the L2 gas went, by Cairo function, line and libfunc: of a transaction by its hash, of a call, or of all transactions of
   * this chain. `html` is a flame graph; `speedscope` and `pprof` are for those tools.
   *
   * @throws SandboxError when there is no such transaction, contract or function.
   * @example
   * console.log((await box.profile(transactionHash)).text);
   */
  async profile(what?: FeltLike | CallLike): Promise<ProfileFiles> {
    this.#connection.checkOpen();
    const { chain } = this.#node;
    if (typeof what === 'object') {
      const call = await this.#existingCall(what, 'devnet_profileCall');
      return (await this.#tools()).profileCall(chain, call, 'open');
    }
    const placed = what === undefined ? undefined : await this.#existingTransaction(what, 'devnet_profileTransaction');
    return (await this.#tools()).profileTransactions(chain, placed && [placed]);
  }

  /**
   * Runs a transaction, a call or an estimate again, to look at every moment of it: step forward and back through the lines of all its contracts,
   * stop at lines, panics, storage writes and events, read variables, storage and the stack. Source lines and names of variables
   * need classes that were built with debug information, which docs/debugger.md shows. It needs Node.js.
   *
   * @throws SandboxError when there is no such transaction, contract or function, or nothing ran.
   * @example
   * const debug = await box.debug(transactionHash);
   * debug.breakAt('src/token.cairo', 42);
   * debug.continue();
   * console.log(debug.stack(), debug.locals());
   */
  async debug(what: FeltLike | { readonly call: CallLike } | DebuggedEstimate): Promise<Debugger> {
    this.#connection.checkOpen();
    return this.#debug(what).catch(throwAsSandboxError('box.debug'));
  }

  /**
   * Makes the same calls on clones of this sandbox and of another one, and tells what differs: results, events, storage by name, gas. For
   * another implementation of a contract, or a new version of it.
   *
   * @example
   * const calls = [{ to: token, entryPoint: 'transfer', calldata: [bob.address, 5n, 0n], from: alice }];
   * const { isSame, text } = await box.compare(box.clone(), calls);
   */
  async compare(
    other: ComparedBox,
    calls: readonly ComparedCall[],
    options: CompareOptions = {},
  ): Promise<CallComparison> {
    this.#connection.checkOpen();
    checkOptions(options, ['gas', 'pairs'], '{ gas: false }');
    // Loaded when it is first used: pages compare nothing.
    const { compareCalls } = await import('../comparing/compareCalls.ts');
    return compareCalls(this as unknown as ComparedBox, other, calls, options);
  }

  async #debug(what: FeltLike | { readonly call: CallLike } | DebuggedEstimate): Promise<Debugger> {
    const { chain } = this.#node;
    if (typeof what === 'object' && 'estimate' in what) {
      return (await this.#tools()).debugSimulation(
        chain,
        readTransactions(what.estimate),
        { skipValidate: false, skipFeeCharge: true },
        'open',
      );
    }
    if (typeof what === 'object') {
      const call = await this.#existingCall(what.call, 'starknet_call');
      return (await this.#tools()).debugCall(chain, call, 'open');
    }
    const placed = await this.#existingTransaction(what, 'starknet_getTransactionReceipt');
    return (await this.#tools()).debugTransaction(chain, placed);
  }

  async #tools(): Promise<Tools> {
    return loadedTools(toolsOfPlatform());
  }

  /** Reads a call of a contract and a function that exist. Errors are those of a request of `method`. */
  async #existingCall(call: CallLike, method: 'devnet_profileCall' | 'starknet_call') {
    const { to, selector, calldata } = readCall(call, 'call');
    const request = { contractAddress: to, entryPointSelector: selector, calldata: calldata.map(keyOf) };
    await checkCallee(this.#node.chain, request, 'open').catch(throwAsSandboxError(method));
    return request;
  }

  /** Finds a transaction. If there is none, `method` is requested, so that the error is the one of the node. */
  async #existingTransaction(
    hash: FeltLike,
    method: 'devnet_profileTransaction' | 'starknet_getTransactionReceipt',
  ): Promise<PlacedTransaction> {
    const placed = this.#node.chain.transaction(readFelt(hash, 'transactionHash'));
    if (placed) return placed;
    throw await this.#connection.own<unknown>(method, { transaction_hash: feltText(hash, 'transactionHash') });
  }
}

const listOf = (calls: CallLike | readonly CallLike[]): readonly CallLike[] =>
  Array.isArray(calls) ? (calls as readonly CallLike[]) : [calls as CallLike];
