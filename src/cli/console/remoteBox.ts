import { fileURLToPath } from 'node:url';
import { encodeConstructor } from '../../abi/calldata.ts';
import { type Contract, contractOf } from '../../abi/contract.ts';
import type { EventFilter } from '../../abi/contractBackend.ts';
import type { Abi, ConstructorArguments } from '../../abi/types.ts';
import { ETH, STRK } from '../../chain/value/token.ts';
import type { EmittedEvent, EventRange, SandboxBackend, SandboxContract } from '../../library/contracts/contracts.ts';
import { erc20Abi } from '../../library/contracts/erc20Abi.ts';
import { BlockControls } from '../../library/controls/blockControls.ts';
import { StateControls } from '../../library/controls/stateControls.ts';
import { TimeControls } from '../../library/controls/timeControls.ts';
import { abiList, abiOf } from '../../library/files/classFile.ts';
import { isContractClass } from '../../library/files/contractClass.ts';
import type { SendRequest } from '../../library/requests/requests.ts';
import { type CallLike, callParams } from '../../library/sending/calls.ts';
import { deployContract } from '../../library/sending/deploying.ts';
import type { SendOptions } from '../../library/sending/sendOptions.ts';
import type { SentTransaction } from '../../library/sending/sentTransaction.ts';
import { type AddressLike, type AtBlock, addressText, feltText, type Hex, readBlock } from '../../library/values.ts';
import { declareFile, deployingHost } from '../commands/declaring.ts';
import { namedClass } from '../commands/namedClass.ts';
import type { NodeAddress } from '../commands/nodeAddress.ts';
import { nodeRequests } from '../commands/nodeRequests.ts';
import { readAccountChoice, type Sending, sendingAccount } from '../commands/sendingAccount.ts';

const PAGE = 1000;
const block = (options: AtBlock | undefined) => options?.block ?? 'pre_confirmed';

/** A running node with the methods of a sandbox that need no more than requests. */
export class RemoteBox extends StateControls {
  readonly accounts: readonly { readonly address: Hex; readonly privateKey: Hex }[];
  readonly blocks: BlockControls;
  readonly time: TimeControls;
  readonly strk: SandboxContract<typeof erc20Abi>;
  readonly eth: SandboxContract<typeof erc20Abi>;
  readonly #sending: Sending;
  readonly #backend: SandboxBackend;

  private constructor(request: SendRequest, sending: Sending, accounts: RemoteBox['accounts']) {
    super(request);
    this.accounts = accounts;
    this.blocks = new BlockControls(request);
    this.time = new TimeControls(request);
    this.#sending = sending;
    const { sender } = sending;
    this.#backend = {
      call: async (call, options) => request('starknet_call', callParams(call, block(options))),
      simulate: async (call, { block: at, ...options } = {}) =>
        sender.simulate(call, this.#from(options), readBlock(at ?? 'pre_confirmed', 'block')),
      estimate: async (calls, options = {}) => sender.estimate(calls, { ...options, ...this.#from(options) }),
      invoke: async (calls, options = {}) => sender.invoke(calls, this.#from(options)),
      events: async (filter, range) => this.#events(filter, range),
    };
    this.strk = this.contract(erc20Abi, STRK.address);
    this.eth = this.contract(erc20Abi, ETH.address);
  }

  /** Asks a node for what it takes to send transactions to it. */
  static async open(node: NodeAddress): Promise<RemoteBox> {
    const request = nodeRequests(node);
    const sending = await sendingAccount(node, request, readAccountChoice({}, process.env));
    const listed = await request('devnet_getPredeployedAccounts', {});
    const accounts = listed.map(({ address, private_key }) => ({ address, privateKey: private_key }));
    return new RemoteBox(request, sending, accounts as RemoteBox['accounts']);
  }

  /** The contract at an address, by its ABI, a typed contract, or the ABI that the node has. */
  contract<const A extends Abi>(source: A | { readonly abi: A }, address: AddressLike): SandboxContract<A> {
    const abi = 'abi' in source ? source.abi : source;
    return contractOf(abi, addressText(address, 'address'), this.#backend) as Contract<A, SandboxBackend>;
  }

  async call(call: CallLike, options?: AtBlock): Promise<readonly Hex[]> {
    return this.request('starknet_call', callParams(call, block(options)));
  }

  async execute(calls: CallLike | readonly CallLike[], options: SendOptions = {}): Promise<SentTransaction> {
    const list = (Array.isArray(calls) ? calls : [calls]) as readonly CallLike[];
    return this.#sending.sender.invoke(list, this.#from(options));
  }

  /** Deploys a contract by its name, its class file or its types, and declares its class if needed. */
  async deploy(source: unknown, args: unknown = [], options: SendOptions = {}): Promise<SandboxContract> {
    const place = isContractClass(source) ? source.file : source;
    const file = await namedClass(place instanceof URL ? fileURLToPath(place) : String(place));
    const { from } = this.#from(options);
    const host = deployingHost(this.request, this.#sending);
    const abi = abiOf(file.definition);
    const calldata = encodeConstructor<Abi>(abi, args as ConstructorArguments<Abi>);
    const { classHash } = await declareFile(this.request, host, file, from!);
    const { address } = await deployContract(
      host,
      { classHash, calldata, salt: undefined, unique: true },
      { from: from! },
    );
    return this.contract(abi, address!);
  }

  async explain(transactionHash: Hex): Promise<string> {
    const params = { transaction_hash: feltText(transactionHash, 'transactionHash') };
    return (await this.request('devnet_explainTransaction', params)).text;
  }

  async snapshot(): Promise<Hex> {
    return this.request('devnet_snapshot');
  }

  async restore(mark: Hex): Promise<void> {
    await this.request('devnet_revert', { snapshot_id: mark });
  }

  #from(options: Omit<SendOptions, 'allowRevert'>): SendOptions {
    return { from: this.#sending.from, ...options };
  }

  async #events({ address, keys }: EventFilter, { fromBlock = 0, toBlock = 'pre_confirmed' }: EventRange = {}) {
    const found: EmittedEvent[] = [];
    const range = {
      from_block: readBlock(fromBlock, 'fromBlock'),
      to_block: readBlock(toBlock, 'toBlock'),
      chunk_size: PAGE,
    };
    let token: string | undefined;
    do {
      const page = await this.request('starknet_getEvents', {
        filter: { address, keys, ...range, ...(token === undefined ? {} : { continuation_token: token }) },
      });
      found.push(...page.events);
      token = page.continuation_token;
    } while (token !== undefined);
    return found;
  }
}

/** The ABI of the contract at an address, as a node has it. */
export async function abiAtAddress(request: SendRequest, address: AddressLike): Promise<Abi> {
  const { abi } = await request('starknet_getClassAt', {
    block_id: 'pre_confirmed',
    contract_address: addressText(address, 'address'),
  });
  return abiList(abi);
}
