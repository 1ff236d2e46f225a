// Transactions that the library sends for its users: it knows the keys of the predeployed accounts.
import type { ContractCall as PopulatedCall } from '../abi/contractBackend.ts';
import type { NodeConfig } from '../chain/config.ts';
import { transactionHash } from '../execution/hash/transactionHash.ts';
import { type DeclareV3, type InvokeV3, type ResourceBounds, UNSIGNED } from '../execution/transaction.ts';
import { type Felt, toFelt } from '../felt/felt.ts';
import { starkSign } from '../felt/stark.ts';
import { formatTransaction } from '../rpc/format/transaction.ts';
import { hideFromPrint, SandboxError } from './errors.ts';
import { selectorText } from './l1Controls.ts';
import type { SendRequest } from './requests.ts';
import { addressText, type BlockIdParam, type FeltLike, type Hex, readFelt, toHex, wrongValue } from './values.ts';

/** One call of a contract. */
export interface ContractCall {
  readonly to: FeltLike;
  /** The name of the function, or its selector as `0x…` text or a bigint. */
  readonly entryPoint: string | bigint;
  /** The arguments as field elements: `0x…` text, decimal text or bigint. Nothing means none. */
  readonly calldata?: readonly (FeltLike | number)[] | undefined;
}

/** A call as it is: with its field elements, or as `contract.populate` and starknet.js make it. */
export type CallLike =
  | ContractCall
  | {
      readonly contractAddress: FeltLike;
      readonly entrypoint: string;
      readonly calldata?: readonly (FeltLike | number)[] | undefined;
    };

/** An account that can sign. */
export interface Signer {
  readonly address: FeltLike;
  readonly privateKey: FeltLike;
}

/** How a transaction is sent. */
export interface SendOptions {
  /**
   * Who sends: an account with its key, or an address. The address of a predeployed account is enough; any other account
   * must be impersonated. The first predeployed account unless it is given.
   */
  readonly from?: Signer | FeltLike | undefined;
  /** The nonce; the account's next one unless it is given. */
  readonly nonce?: FeltLike | undefined;
  /** Returns a reverted transaction instead of throwing. */
  readonly allowRevert?: boolean | undefined;
}

/** The receipt of a transaction as `starknet_getTransactionReceipt` gives it. */
export interface Receipt {
  readonly type: string;
  readonly transaction_hash: Hex;
  readonly actual_fee: { readonly amount: Hex; readonly unit: 'FRI' | 'WEI' };
  readonly execution_status: 'SUCCEEDED' | 'REVERTED';
  readonly finality_status: 'PRE_CONFIRMED' | 'ACCEPTED_ON_L2' | 'ACCEPTED_ON_L1';
  readonly revert_reason?: string | undefined;
  readonly events: readonly {
    readonly from_address: Hex;
    readonly keys: readonly Hex[];
    readonly data: readonly Hex[];
  }[];
  readonly messages_sent: readonly {
    readonly from_address: Hex;
    readonly to_address: Hex;
    readonly payload: readonly Hex[];
  }[];
  readonly execution_resources: { readonly l1_gas: number; readonly l1_data_gas: number; readonly l2_gas: number };
  readonly block_number: number;
  readonly block_hash?: Hex | undefined;
  readonly contract_address?: Hex | undefined;
}

/** A transaction that was executed. */
export interface SentTransaction {
  readonly transactionHash: Hex;
  readonly receipt: Receipt;
  /** The events of the receipt; `contract.parseEvents` decodes them. */
  readonly events: Receipt['events'];
  /** What was paid, in FRI. */
  readonly fee: bigint;
}

/**
 * A transaction that is in a block but was reverted.
 *
 * @example
 * await token.write.transfer(bob, 10n ** 30n).catch((error) => console.log(error.reason)); // 'ERC20: insufficient balance'
 */
export class TransactionRevertedError extends SandboxError {
  override readonly name = 'TransactionRevertedError';
  /** The transaction, which is in a block. */
  readonly transactionHash: Hex;
  /** Its receipt, with the fee that it paid and the whole text of its `revert_reason`. */
  readonly receipt: Receipt;

  /** @internal */
  constructor(receipt: Receipt, explanation?: string) {
    const revert_reason = receipt.revert_reason ?? 'no reason is known';
    const answer = {
      code: TRANSACTION_EXECUTION_ERROR,
      message: 'The transaction was reverted',
      data: { revert_reason },
    };
    super(`transaction ${receipt.transaction_hash}`, answer, { explanation });
    this.transactionHash = receipt.transaction_hash;
    this.receipt = receipt;
    hideFromPrint(this, 'receipt');
  }
}

/** What sending needs to know of the sandbox. */
export interface SenderParts {
  readonly request: SendRequest;
  readonly chainId: () => Felt;
  readonly accounts: () => readonly { readonly address: Felt; readonly privateKey: Felt }[];
  readonly accountClass: NodeConfig['accountClass'];
}

/** Fees that nearly every test can pay: at the default prices, a little more than one STRK of the thousand that accounts have. */
const GENEROUS = { l1Gas: 100_000n, l1DataGas: 100_000n, l2Gas: 1_000_000_000n };
/** Simulations that charge no fee still end at the bound of L2 gas. */
const UNBOUNDED: ResourceBounds = {
  l1Gas: { maxAmount: GENEROUS.l1Gas, maxPricePerUnit: 0n },
  l1DataGas: { maxAmount: GENEROUS.l1DataGas, maxPricePerUnit: 0n },
  l2Gas: { maxAmount: GENEROUS.l2Gas, maxPricePerUnit: 0n },
};
/** Errors of bounds that are too high for the account, or too low for the transaction: large classes take more. */
const WRONG_BOUNDS: ReadonlySet<number> = new Set([53, 54]);
const TRANSACTION_EXECUTION_ERROR = 41;

interface Simulated {
  readonly transaction_trace: {
    readonly execute_invocation:
      | { readonly calls: readonly { readonly result: readonly Hex[] }[] }
      | { readonly revert_reason: string };
  };
}

/** Signs and sends transactions. Those of one account go one after another, so each gets the next nonce. */
export class Sender {
  readonly #parts: SenderParts;
  readonly #last = new Map<Felt, Promise<unknown>>();

  constructor(parts: SenderParts) {
    this.#parts = parts;
  }

  /** Calls contracts, in one transaction. The calls may depend on its nonce. */
  async invoke(
    calls: readonly CallLike[] | ((nonce: Felt) => readonly CallLike[]),
    options: SendOptions = {},
  ): Promise<SentTransaction> {
    const sender = this.#senderOf(options.from);
    const calldataFor = typeof calls === 'function' ? calls : undefined;
    const fixed = typeof calls === 'function' ? undefined : this.#executeCalldata(calls, sender.own);
    return this.#inOrder(sender.address, async () => {
      const hash = await this.#send(sender, options, (common) => {
        const calldata = fixed ?? this.#executeCalldata(calldataFor!(common.nonce), sender.own);
        return {
          method: 'starknet_addInvokeTransaction',
          name: 'invoke_transaction',
          transaction: { ...common, type: 'INVOKE', senderAddress: sender.address, calldata, proofFacts: [] },
        };
      });
      return this.#sent(hash, options);
    });
  }

  /** What a call returns in a transaction of an account after a block. Nothing is changed, paid or signed. */
  async simulate(call: PopulatedCall, { from }: SendOptions, block: BlockIdParam): Promise<readonly Hex[]> {
    const { request } = this.#parts;
    const sender = this.#senderOf(from);
    const nonce = await request<Hex>('starknet_getNonce', {
      block_id: block,
      contract_address: addressText(sender.address, 'from'),
    });
    const calldata = this.#executeCalldata([call], sender.own);
    const common = { ...UNSIGNED, nonce: readFelt(nonce, 'nonce'), resourceBounds: UNBOUNDED };
    const [simulated] = await request<readonly [Simulated]>('starknet_simulateTransactions', {
      block_id: block,
      transactions: [
        this.#wire(
          { privateKey: undefined },
          {
            method: '',
            name: '',
            transaction: { ...common, type: 'INVOKE', senderAddress: sender.address, calldata, proofFacts: [] },
          },
        ),
      ],
      simulation_flags: ['SKIP_VALIDATE', 'SKIP_FEE_CHARGE'],
    });
    const { execute_invocation } = simulated.transaction_trace;
    if ('revert_reason' in execute_invocation)
      throw new SandboxError(`simulation of ${call.entrypoint}`, {
        code: TRANSACTION_EXECUTION_ERROR,
        message: 'Transaction execution error',
        data: { transaction_index: 0, execution_error: execute_invocation.revert_reason },
      });
    return execute_invocation.calls[0]!.result;
  }

  /** Declares a class whose hashes are known. */
  async declare(
    declaration: { readonly classHash: Felt; readonly compiledClassHash: Felt; readonly contractClass: object },
    options: SendOptions = {},
  ): Promise<SentTransaction> {
    const { classHash, compiledClassHash, contractClass } = declaration;
    const sender = this.#senderOf(options.from);
    return this.#inOrder(sender.address, async () => {
      const hash = await this.#send(sender, options, (common) => ({
        method: 'starknet_addDeclareTransaction',
        name: 'declare_transaction',
        transaction: { ...common, type: 'DECLARE', senderAddress: sender.address, classHash, compiledClassHash },
        more: { contract_class: contractClass },
      }));
      return this.#sent(hash, options);
    });
  }

  async #sent(hash: Hex, { allowRevert }: SendOptions): Promise<SentTransaction> {
    const receipt = await this.#parts.request<Receipt>('starknet_getTransactionReceipt', { transaction_hash: hash });
    if (receipt.execution_status === 'REVERTED' && !allowRevert)
      throw new TransactionRevertedError(receipt, await this.#explanationOf(hash));
    return { transactionHash: hash, receipt, events: receipt.events, fee: BigInt(receipt.actual_fee.amount) };
  }

  /** Undefined where there is none, such as when the transaction was removed meanwhile. */
  #explanationOf(hash: Hex): Promise<string | undefined> {
    return this.#parts.request<{ readonly text: string }>('devnet_explainTransaction', { transaction_hash: hash }).then(
      ({ text }) => text,
      () => undefined,
    );
  }

  #inOrder<T>(address: Felt, send: () => Promise<T>): Promise<T> {
    const before = this.#last.get(address) ?? Promise.resolve();
    const sent = before.then(send, send);
    const settled = sent.then(
      () => undefined,
      () => undefined,
    );
    this.#last.set(address, settled);
    void settled.then(() => {
      if (this.#last.get(address) === settled) this.#last.delete(address);
    });
    return sent;
  }

  #senderOf(from: SendOptions['from']): {
    readonly address: Felt;
    readonly privateKey: Felt | undefined;
    readonly own: boolean;
  } {
    const accounts = this.#parts.accounts();
    if (from === undefined) {
      const first = accounts[0];
      if (!first) throw new TypeError('There are no predeployed accounts here: pass `from`, an account with its key.');
      return { ...first, own: true };
    }
    if (typeof from === 'object') {
      const address = readFelt(from.address, 'from.address');
      const own = accounts.some((account) => account.address === address);
      return { address, privateKey: readFelt(from.privateKey, 'from.privateKey'), own };
    }
    const address = readFelt(from, 'from');
    const account = accounts.find((known) => known.address === address);
    return { address, privateKey: account?.privateKey, own: account !== undefined };
  }

  async #send(
    sender: { readonly address: Felt; readonly privateKey: Felt | undefined },
    { nonce }: SendOptions,
    make: (common: CommonFields) => PreparedTransaction,
  ): Promise<Hex> {
    const { request } = this.#parts;
    const used =
      nonce === undefined
        ? await request<Hex>('starknet_getNonce', {
            block_id: 'pre_confirmed',
            contract_address: addressText(sender.address, 'from'),
          })
        : nonce;
    const common = { ...UNSIGNED, nonce: readFelt(used, 'nonce'), resourceBounds: await this.#bounds() };
    try {
      return await this.#submit(sender, make(common));
    } catch (error) {
      if (!(error instanceof SandboxError) || !WRONG_BOUNDS.has(error.code)) throw error;
      // The usual bounds do not fit: find out what this transaction takes.
      const resourceBounds = await this.#estimated(sender, make({ ...common, isQuery: true }));
      return this.#submit(sender, make({ ...common, resourceBounds }));
    }
  }

  async #submit(sender: { readonly privateKey: Felt | undefined }, prepared: PreparedTransaction): Promise<Hex> {
    const { transaction_hash } = await this.#parts.request<{ readonly transaction_hash: Hex }>(prepared.method, {
      [prepared.name]: this.#wire(sender, prepared),
    });
    return transaction_hash;
  }

  async #estimated(
    sender: { readonly privateKey: Felt | undefined },
    prepared: PreparedTransaction,
  ): Promise<ResourceBounds> {
    const [estimate] = await this.#parts.request<readonly [Record<string, Hex>]>('starknet_estimateFee', {
      request: [this.#wire(sender, prepared)],
      simulation_flags: [],
      block_id: 'pre_confirmed',
    });
    const bound = (name: string) => ({
      maxAmount: BigInt(estimate[`${name}_consumed`]!),
      maxPricePerUnit: BigInt(estimate[`${name}_price`]!),
    });
    return { l1Gas: bound('l1_gas'), l1DataGas: bound('l1_data_gas'), l2Gas: bound('l2_gas') };
  }

  #wire({ privateKey }: { readonly privateKey: Felt | undefined }, { transaction, more }: PreparedTransaction): object {
    const hash = transactionHash(transaction, this.#parts.chainId());
    let signature: readonly Felt[] = [];
    if (privateKey !== undefined) {
      const { r, s } = starkSign(privateKey, hash);
      signature = [r, s];
    }
    const { class_hash: _, ...fields } = formatTransaction({
      hash,
      transaction: { ...transaction, signature },
    } as never) as {
      readonly class_hash?: string;
    };
    return { ...fields, ...more };
  }

  /** Bounds by the prices of the next block, so that a raised price is paid too. */
  async #bounds(): Promise<ResourceBounds> {
    const block = await this.#parts.request<Record<string, { readonly price_in_fri: Hex }>>(
      'starknet_getBlockWithTxHashes',
      { block_id: 'pre_confirmed' },
    );
    const bound = (maxAmount: bigint, name: string) => ({
      maxAmount,
      maxPricePerUnit: (BigInt(block[name]!.price_in_fri) * 3n) / 2n,
    });
    return {
      l1Gas: bound(GENEROUS.l1Gas, 'l1_gas_price'),
      l1DataGas: bound(GENEROUS.l1DataGas, 'l1_data_gas_price'),
      l2Gas: bound(GENEROUS.l2Gas, 'l2_gas_price'),
    };
  }

  /** The calldata of `__execute__`. Cairo 0 accounts take a table of calls and one list of arguments. */
  #executeCalldata(calls: readonly CallLike[], isPredeployed: boolean): readonly Felt[] {
    const read = calls.map((call, i) => readCall(call, `calls[${i}].`));
    const count = toFelt(read.length);
    if (!isPredeployed || this.#parts.accountClass === 'cairo1')
      return [
        count,
        ...read.flatMap((call) => [call.to, call.selector, toFelt(call.calldata.length), ...call.calldata]),
      ];
    const args = read.flatMap((call) => call.calldata);
    let offset = 0;
    const table = read.flatMap((call) => {
      const row = [call.to, call.selector, toFelt(offset), toFelt(call.calldata.length)];
      offset += call.calldata.length;
      return row;
    });
    return [count, ...table, toFelt(args.length), ...args];
  }
}

type CommonFields = Omit<InvokeV3, 'type' | 'senderAddress' | 'calldata' | 'proofFacts'>;

interface PreparedTransaction {
  readonly method: string;
  /** The name of the method's parameter. */
  readonly name: string;
  readonly transaction: InvokeV3 | DeclareV3;
  readonly more?: object | undefined;
}

const DECIMAL = /^\d{1,77}$/;

/** Reads an argument that is already a field element; other clients compile arguments to decimal text. */
export function readArgument(value: FeltLike | number, name: string): Felt {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return readFelt(BigInt(value), name);
  if (typeof value === 'string' && DECIMAL.test(value)) return readFelt(BigInt(value), name);
  return readFelt(value as FeltLike, name);
}

/** Reads a call in either form; `place` is what errors put before the names of its members. */
export function readCall(
  call: CallLike,
  place: string,
): { readonly to: Felt; readonly selector: Felt; readonly calldata: readonly Felt[] } {
  if (typeof call !== 'object' || call === null)
    throw wrongValue(place === '' ? 'call' : place.slice(0, -1), 'a call, such as { to, entryPoint, calldata }', call);
  const { to, entryPoint, names } =
    'to' in call
      ? { ...call, names: ['to', 'entryPoint'] as const }
      : { to: call.contractAddress, entryPoint: call.entrypoint, names: ['contractAddress', 'entrypoint'] as const };
  const { calldata = [] } = call;
  if (!Array.isArray(calldata)) throw wrongValue(`${place}calldata`, 'a list of field elements', calldata);
  return {
    to: readFelt(addressText(to, `${place}${names[0]}`), names[0]),
    selector: readFelt(selectorText(entryPoint, `${place}${names[1]}`), names[1]),
    calldata: calldata.map((felt, k) => readArgument(felt, `${place}calldata[${k}]`)),
  };
}

/** The address of an account that was given as it is, or with its key. */
export const addressOf = (account: Signer | FeltLike): Hex =>
  toHex(readFelt(typeof account === 'object' ? account.address : account, 'address'));
