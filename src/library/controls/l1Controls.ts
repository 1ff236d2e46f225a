import { AbiError } from '../../abi/abiError.ts';
import { readAbi } from '../../abi/readAbi.ts';
import type { Node } from '../../chain/node.ts';
import type { Felt } from '../../felt/felt.ts';
import { L1Error } from '../../l1/l1Error.ts';
import { type L1AccountKey, l1Accounts } from '../../l1evm/l1Accounts.ts';
import { errors } from '../../protocol/errors.ts';
import { reasonOf } from '../../rpc/errorReason.ts';
import type { Hub } from '../../sandbox/hub.ts';
import { didYouMean } from '../../text/didYouMean.ts';
import { reword, SandboxError } from '../errors.ts';
import type { SendRequest } from '../requests/requests.ts';
import { selectorText } from '../sending/calls.ts';
import {
  type AddressLike,
  type AmountLike,
  addressText,
  type FeltLike,
  feltText,
  type Hex,
  readAmount,
  toHex,
} from '../values.ts';

/** A message from a contract on L2 to one on L1. */
export interface MessageToL1Like {
  /** The contract on L2. */
  readonly from: AddressLike;
  /** The contract on L1. */
  readonly to: AddressLike;
  readonly payload: readonly FeltLike[];
}

/** A message from L1 to a contract on L2. */
export interface MessageToL2Like {
  /** The contract on L1. */
  readonly from: AddressLike;
  /** The contract on L2. */
  readonly to: AddressLike;
  /** The name of the L1 handler, or its selector as `0x…` text or a bigint. */
  readonly handler: string | bigint;
  readonly payload: readonly FeltLike[];
  /** What was paid on L1 for the delivery, in wei. Default: 1. */
  readonly fee?: AmountLike | undefined;
}

/** What an exchange of messages with L1 moved. */
export interface FlushedMessages {
  readonly messages_to_l1: readonly unknown[];
  readonly messages_to_l2: readonly unknown[];
  readonly generated_l2_transactions: readonly Hex[];
  readonly l1_provider: string;
  /** The transactions on L2 whose L1 handler failed, and why. */
  readonly reverted: readonly { readonly transactionHash: Hex; readonly reason: string }[];
}

/** A client of Ethereum by EIP-1193. Requests fail with the codes of EIP-1474, and a revert with its data. */
export interface EthProvider {
  // biome-ignore lint/suspicious/noExplicitAny: the providers of clients have types of their own, and these fit them.
  request(request: { readonly method: string; readonly params?: any }): Promise<any>;
}

/** The part of a chain that tells the L1 handlers of contracts. */
type Lookup = Pick<Node['chain'], 'stateAt' | 'classAt'>;

/**
 * Messages between L1 and L2.
 *
 * @example
 * await box.l1.connect('mock');
 * await box.l1.sendToL2({ from: '0x99', to: bridge.address, handler: 'deposit', payload: [user, 5n, 0n] });
 * await box.l1.flush();
 */
export class L1Controls {
  readonly #request: SendRequest;

  readonly #chain: () => Lookup & Pick<Node['chain'], 'l1'>;

  /**
   * A client of Ethereum for the EVM of `l1: { url: 'evm' }`: an EIP-1193 provider, which viem's `custom` and the `BrowserProvider` of ethers take.
   *
   * @example
   * const box = await Sandbox.create({ l1: { url: 'evm' } });
   * const number = await box.l1.provider.request({ method: 'eth_blockNumber' });
   */
  readonly provider: EthProvider;

  /** @internal */
  constructor(request: SendRequest, node: Node, desk: Hub['l1']) {
    this.#request = inOwnWords(request);
    this.#chain = () => node.chain;
    this.provider = { request: ({ method, params }) => desk.request(method, params) as never };
  }

  /**
   * The accounts of the EVM, which have 10,000 Ether each. They are those of anvil and hardhat, whose keys are public.
   *
   * @example
   * const { privateKey } = box.l1.accounts[0]!;
   */
  get accounts(): readonly L1AccountKey[] {
    return l1Accounts();
  }

  /**
   * The address of the messaging contract on L1; undefined if no L1 is connected.
   *
   * @example
   * await box.l1.connect('mock');
   * const messaging = box.l1.contractAddress;
   */
  get contractAddress(): Hex | undefined {
    const { l1 } = this.#chain();
    return l1 && `0x${l1.contractAddress.toString(16).padStart(40, '0')}`;
  }

  /**
   * Connects to an L1 node, or to an L1 inside this process: with `'mock'` to one without contracts, with `'evm'` to an EVM. Returns the address of the messaging contract.
   *
   * @example
   * await box.l1.connect('http://127.0.0.1:8545');
   */
  async connect(
    url: string,
    { contractAddress, privateKey }: { readonly contractAddress?: string; readonly privateKey?: string } = {},
  ): Promise<Hex> {
    const loaded = await this.#request('devnet_postmanLoad', {
      network_url: url,
      ...(contractAddress === undefined ? {} : { messaging_contract_address: contractAddress }),
      ...(privateKey === undefined ? {} : { deployer_account_private_key: privateKey }),
    });
    return loaded.messaging_contract_address;
  }

  /**
   * Exchanges the messages that wait on either side.
   *
   * @example
   * await box.l1.connect('mock');
   * const { generated_l2_transactions } = await box.l1.flush();
   */
  async flush({ dryRun = false }: { readonly dryRun?: boolean } = {}): Promise<FlushedMessages> {
    const flushed = await this.#request('devnet_postmanFlush', dryRun ? { dry_run: true } : {});
    const reverted: { transactionHash: Hex; reason: string }[] = [];
    for (const hash of flushed.generated_l2_transactions) {
      const { revert_reason } = await this.#request('starknet_getTransactionReceipt', { transaction_hash: hash });
      if (revert_reason !== undefined)
        reverted.push({ transactionHash: hash, reason: reasonOf({ revert_reason }) ?? revert_reason });
    }
    return { ...flushed, reverted };
  }

  /**
   * Sends a message from a contract on the mock L1. The next `flush` delivers it.
   *
   * @example
   * await box.l1.sendToL2({ from: '0x99', to: bridge.address, handler: 'deposit', payload: [1n] });
   */
  async sendToL2(message: MessageToL2Like): Promise<{ readonly messageHash: Hex; readonly nonce: bigint }> {
    const wire = wireMessageToL2(message);
    await this.#checkHandler(message);
    const sent = await this.#request('devnet_mockL1SendMessageToL2', wire);
    return { messageHash: sent.message_hash, nonce: BigInt(sent.nonce) };
  }

  /**
   * Runs an L1 handler at once, without an L1. Returns the hash of the transaction on L2.
   *
   * @example
   * await box.l1.deliver({ from: '0x99', to: bridge.address, handler: 'deposit', payload: [1n], nonce: 0 });
   */
  async deliver(message: MessageToL2Like & { readonly nonce?: AmountLike }): Promise<Hex> {
    const wire = wireMessageToL2(message);
    await this.#checkHandler(message);
    const { transaction_hash } = await this.#request('devnet_postmanSendMessageToL2', {
      ...wire,
      nonce: toHex(readAmount(message.nonce ?? 0, 'nonce', 251)),
    });
    return transaction_hash;
  }

  /**
   * Consumes a message that a flush has brought to the mock L1. Returns the hash of the message.
   *
   * @example
   * await box.l1.consume({ from: bridge.address, to: '0x99', payload: [5n] });
   */
  async consume(message: MessageToL1Like): Promise<Hex> {
    const { message_hash } = await this.#request('devnet_mockL1ConsumeMessageFromL2', wireMessageToL1(message));
    return message_hash;
  }

  /**
   * Consumes a message from L2 without an L1. Returns the hash of the message.
   *
   * @example
   * await box.l1.consumeFromL2({ from: bridge.address, to: '0x99', payload: [5n] });
   */
  async consumeFromL2(message: MessageToL1Like): Promise<Hex> {
    const { message_hash } = await this.#request('devnet_postmanConsumeMessageFromL2', wireMessageToL1(message));
    return message_hash;
  }

  /** Refuses the name of a handler that the contract does not have. A selector, and a contract without an ABI, can be anything. */
  async #checkHandler({ to, handler }: MessageToL2Like): Promise<void> {
    if (typeof handler !== 'string' || handler.startsWith('0x')) return;
    const chain = this.#chain();
    const address = addressText(to, 'to');
    const classHash = await chain.stateAt('open').classHashOf(BigInt(address) as Felt);
    const definition = classHash === 0n ? undefined : (await chain.classAt(classHash, 'open'))?.definition;
    const names = definition ? [...readAbi(definition.abi ?? []).l1Handlers.keys()] : [];
    if (names.length === 0 || names.includes(handler)) return;
    const wayOut = didYouMean(handler, names, `It has ${names.join(', ')}.`);
    throw new AbiError(`The contract ${address} has no L1 handler ${handler}. ${wayOut}`);
  }
}

/** Names of methods and routes are those of servers, so errors show only the reason. */
const inOwnWords = (request: SendRequest): SendRequest =>
  ((method: string, params?: unknown) =>
    request(method as never, params as never).catch((error: unknown) => {
      if (error instanceof SandboxError) reword(error, `L1: ${wordsOf(method, error)}`);
      throw error;
    })) as SendRequest;

/** Of a flush that L1 did not fail, the message says why, and the reason what has become of the message. */
function wordsOf(method: string, { code, message, reason }: SandboxError): string {
  const isFlush = method === 'devnet_postmanFlush' || method === 'devnet_mockL1SendMessageToL2';
  return isFlush && code !== errors.internalError.code ? message.slice(method.length + 2) : reason;
}

/** Rethrows that the L1 of the option `l1` could not be connected to. */
export function throwAsL1Error(error: unknown): never {
  if (!(error instanceof L1Error)) throw error;
  const { message, help = message } = error;
  const failure = new SandboxError('Sandbox.create', { ...errors.failed, message, data: help });
  reword(failure, `L1: ${help}`);
  throw failure;
}

const wireMessageToL1 = ({ from, to, payload }: MessageToL1Like) => ({
  from_address: addressText(from, 'from'),
  to_address: addressText(to, 'to'),
  payload: payload.map((felt, i) => feltText(felt, `payload[${i}]`)),
});

/** Nodes want addresses of L1 with all of their 40 digits. */
const l1AddressText = (value: AddressLike, name: string): Hex =>
  `0x${addressText(value, name).slice(2).padStart(40, '0')}`;

const wireMessageToL2 = ({ from, to, handler, payload, fee = 1 }: MessageToL2Like) => ({
  l1_contract_address: l1AddressText(from, 'from'),
  l2_contract_address: addressText(to, 'to'),
  entry_point_selector: selectorText(handler, 'handler'),
  payload: payload.map((felt, i) => feltText(felt, `payload[${i}]`)),
  paid_fee_on_l1: toHex(readAmount(fee, 'fee', 128)),
});
