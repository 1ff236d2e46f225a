// Transactions that the library sends for its users: it knows the keys of the predeployed accounts.
import type { ContractCall as PopulatedCall } from '../../abi/contractBackend.ts';
import type { NodeConfig } from '../../chain/config.ts';
import { transactionHash } from '../../execution/hash/transactionHash.ts';
import type { DeclareV3, InvokeV3, ResourceBounds } from '../../execution/transaction.ts';
import type { Felt } from '../../felt/felt.ts';
import { errors } from '../../protocol/errors.ts';
import { withoutNote } from '../../rpc/errorReason.ts';
import type { Trace } from '../../rpc/format/trace.ts';
import { beginAtCaller, callSite } from '../../text/callerStack.ts';
import { reword, SandboxError } from '../errors.ts';
import type { SendRequest } from '../requests/requests.ts';
import { type BlockIdParam, type Hex, readBlock, readFelt, toHex } from '../values.ts';
import type { CallLike } from './calls.ts';
import type { FeeEstimate } from './fees.ts';
import { freeInvoke } from './freeInvoke.ts';
import type { QueuedSending } from './queuedSending.ts';
import { readFrom, type SendingAccount, signatureOf, starkSignerOf } from './sendingAccount.ts';
import type { EstimateOptions, SendOptions } from './sendOptions.ts';
import { type SentTransaction, TransactionRevertedError } from './sentTransaction.ts';
import {
  type CallsOf,
  type DeclaredHashes,
  declarationOf,
  invocationOf,
  type Proven,
  type TransactionInput,
  type TransactionKind,
} from './transactionKinds.ts';
import { FREE, generousBounds } from './usualBounds.ts';

/** What sending needs to know of the sandbox. */
interface SenderParts {
  readonly request: SendRequest;
  readonly chainId: () => Felt;
  readonly accounts: () => readonly { readonly address: Felt; readonly privateKey: Felt }[];
  readonly accountClass: NodeConfig['accountClass'];
  /** Explains a transaction when what it returns is called; undefined if it has to be explained before. */
  readonly explainOnDemand?: (hash: Hex) => Promise<(() => string | undefined) | undefined>;
  /** How to debug a transaction that reverted; undefined if the user does not want to. */
  readonly debugHint?: (hash: Hex) => Promise<string | undefined>;
  /** Waits for transactions of the mempool; undefined if the node is elsewhere. */
  readonly queued?: QueuedSending;
}

type InvokeTrace = Extract<Trace, { readonly type: 'INVOKE' }>;

/** Errors of bounds that are too high for the account, or too low for the transaction: large classes take more. */
const WRONG_BOUNDS: ReadonlySet<number> = new Set([
  errors.insufficientResourcesForValidate.code,
  errors.insufficientAccountBalance.code,
]);

/** Signs and sends transactions. Those of one account go one after another, so each gets the next nonce. */
export class Sender {
  readonly #parts: SenderParts;
  readonly #last = new Map<Felt, Promise<unknown>>();

  constructor(parts: SenderParts) {
    this.#parts = parts;
  }

  /** Calls contracts, in one transaction. The calls may depend on its nonce and its sender. */
  async invoke(calls: CallsOf, options: SendOptions = {}): Promise<SentTransaction> {
    const account = this.#accountOf(options);
    return this.#send(account, options, invocationOf(this.#parts.request, calls, account));
  }

  /** What a transaction with these calls would use and cost. */
  async estimate(calls: readonly CallLike[], options: EstimateOptions = {}): Promise<FeeEstimate> {
    const account = this.#accountOf(options);
    return this.#estimate(account, options, invocationOf(this.#parts.request, calls, account));
  }

  /** Calls contracts, in one transaction, and gives its hash without waiting for what becomes of it. */
  async submit(calls: readonly CallLike[], options: SendOptions = {}, proven?: Proven): Promise<Hex> {
    const account = this.#accountOf(options);
    const kind = invocationOf(this.#parts.request, calls, account, proven);
    return this.#inOrder(account.address, () => this.#submit(account, options, kind));
  }

  /** Declares a class whose hashes are known. */
  async declare(declared: DeclaredHashes, options: SendOptions = {}): Promise<SentTransaction> {
    return this.#send(this.#accountOf(options), options, declarationOf(this.#parts.request, declared));
  }

  /** The same, and gives the hash without waiting for what becomes of it. */
  async submitDeclaration(declared: DeclaredHashes, options: SendOptions = {}): Promise<Hex> {
    const account = this.#accountOf(options);
    return this.#inOrder(account.address, () =>
      this.#submit(account, options, declarationOf(this.#parts.request, declared)),
    );
  }

  /** What a call returns in a transaction of an account after a block. Nothing is changed, paid or signed. */
  async simulate(call: PopulatedCall, options: SendOptions, block: BlockIdParam): Promise<readonly Hex[]> {
    const { request, chainId } = this.#parts;
    const account = { ...this.#accountOf(options), sign: undefined };
    const transaction = await freeInvoke(account, await this.#nonceOf(account.address, block), [call], chainId());
    // The flags decide the type of the result.
    const [{ transaction_trace }] = await request<readonly [{ readonly transaction_trace: InvokeTrace }]>(
      'starknet_simulateTransactions',
      {
        block_id: block,
        transactions: [transaction],
        simulation_flags: ['SKIP_VALIDATE', 'SKIP_FEE_CHARGE'],
      },
    );
    const { execute_invocation } = transaction_trace;
    if ('revert_reason' in execute_invocation)
      throw new SandboxError(`simulation of ${call.entrypoint}`, {
        ...errors.transactionExecutionError,
        data: { transaction_index: 0, execution_error: execute_invocation.revert_reason },
      });
    return execute_invocation.calls[0]!.result;
  }

  #accountOf(options: Pick<SendOptions, 'from'>): SendingAccount {
    const accounts = this.#parts.accounts();
    const given = 'from' in options ? readFrom(options.from) : accounts[0] && { ...accounts[0], sign: undefined };
    if (!given) throw new TypeError('There are no predeployed accounts here: pass `from`, an account with its key.');
    const own = accounts.find(({ address }) => address === given.address);
    return {
      address: given.address,
      sign: given.sign ?? (own && starkSignerOf(own.privateKey)),
      accountClass: own ? this.#parts.accountClass : 'cairo1',
    };
  }

  #send<T extends InvokeV3 | DeclareV3, W extends TransactionInput>(
    account: SendingAccount,
    options: SendOptions,
    kind: TransactionKind<T, W>,
  ): Promise<SentTransaction> {
    // Other transactions may be sent first, and then V8 does not know any more who called.
    const caller = callSite();
    const sent = this.#inOrder(account.address, async () => {
      const hash = await this.#submit(account, options, kind);
      // One that waits does not keep later ones of the account from being sent.
      const { queued } = this.#parts;
      return queued?.waits(hash)
        ? { waits: queued.included(hash).then(() => this.#sent(hash, options.allowRevert)) }
        : this.#sent(hash, options.allowRevert);
    }).then((result) => ('waits' in result ? result.waits : result));
    return sent.catch((error: unknown) => {
      if (error instanceof Error) beginAtCaller(error, caller);
      throw error;
    });
  }

  /** Signs and submits a transaction. */
  async #submit<T extends InvokeV3 | DeclareV3, W extends TransactionInput>(
    account: SendingAccount,
    options: SendOptions,
    kind: TransactionKind<T, W>,
  ): Promise<Hex> {
    const { resourceBounds } = options;
    const tip = await tipIn(options);
    const completed = resourceBounds && (await import('./fees.ts')).readBounds(resourceBounds);
    const nonce = await this.#nonce(account, options, 'pre_confirmed');
    const fields = { senderAddress: account.address, nonce, tip };
    const signed = async (resourceBounds: ResourceBounds, isQuery = false) =>
      kind.write(await this.#sign(account, { ...kind.make({ ...fields, resourceBounds }), isQuery }));
    const submit = async (bounds: ResourceBounds) => {
      const transaction = await signed(bounds);
      const sent = await kind
        .submit(transaction)
        .catch((error) => this.#throwExplained(error, transaction, account.sign === undefined));
      return sent.transaction_hash;
    };
    const usual = await this.#usualBounds();
    return submit(completed?.(usual) ?? usual).catch(async (error: unknown) => {
      // Bounds that the user chose are meant as they are.
      if (completed || !(error instanceof SandboxError) || !WRONG_BOUNDS.has(error.code)) throw error;
      // The usual bounds do not fit: find out what this transaction takes.
      return submit((await this.#estimateOf(await signed(usual, true), 'pre_confirmed')).resourceBounds);
    });
  }

  /**
   * Throws the error of a submission. The data of a refused validation is a text, without a place for an explanation: it is added here.
   * An account that refuses a transaction without a signature is not impersonated.
   */
  async #throwExplained(error: unknown, transaction: TransactionInput, isUnsigned: boolean): Promise<never> {
    if (!(error instanceof SandboxError) || error.code !== errors.validationFailure.code) throw error;
    const sender = transaction.sender_address;
    const advice = isUnsigned
      ? `. The key of ${sender} is not known, so nothing was signed: call box.impersonate('${sender}') before, or pass its key with from: { address, privateKey }.`
      : '';
    const params = { request: [transaction], simulation_flags: [], block_id: 'pre_confirmed' } as const;
    const explained = await this.#parts.request('devnet_explainEstimate', params).catch(() => undefined);
    // The explanation has the note too.
    const message = explained ? withoutNote(error.message) : error.message;
    Object.assign(error, explained && { explanation: explained.text });
    reword(error, message + advice);
    throw error;
  }

  /** Runs a task after the earlier ones of the same account. */
  #inOrder<T>(address: Felt, send: () => Promise<T>): Promise<T> {
    const sent = (this.#last.get(address) ?? Promise.resolve()).then(send);
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

  /** The nonce that was given, or the next one of the account. */
  async #nonce({ address }: SendingAccount, { nonce }: Pick<SendOptions, 'nonce'>, block: BlockIdParam): Promise<Felt> {
    if (nonce !== undefined) return readFelt(nonce, 'nonce');
    const { queued } = this.#parts;
    const next = await this.#nonceOf(address, block).catch((error: unknown) => {
      // The deployment of the account may wait, which has the nonce zero.
      if (queued && queued.nextNonce(address, 0n as Felt) > 0n) return 0n as Felt;
      throw error;
    });
    return queued?.nextNonce(address, next) ?? next;
  }

  async #nonceOf(address: Felt, block: BlockIdParam): Promise<Felt> {
    const sender = toHex(address);
    const nonce = await this.#parts
      .request('starknet_getNonce', { block_id: block, contract_address: sender })
      .catch((error: unknown) => {
        if (error instanceof SandboxError && error.code === errors.contractNotFound.code)
          reword(
            error,
            `from: There is no account at ${sender}. Only accounts that are deployed can send, also with impersonate; a contract can be made to see another caller with box.cheats.caller.`,
          );
        throw error;
      });
    return BigInt(nonce) as Felt;
  }

  async #sign<T extends InvokeV3 | DeclareV3>({ sign }: SendingAccount, transaction: T): Promise<T> {
    if (!sign) return transaction;
    const hash = transactionHash(transaction, this.#parts.chainId());
    return {
      ...transaction,
      signature: await signatureOf(sign, hash, 'calldata' in transaction ? transaction.calldata : undefined),
    };
  }

  /** Bounds by the prices of the next block, so that a raised price is paid too. */
  async #usualBounds(): Promise<ResourceBounds> {
    const block = await this.#parts.request('starknet_getBlockWithTxHashes', { block_id: 'pre_confirmed' });
    return generousBounds({
      l1Gas: BigInt(block.l1_gas_price.price_in_fri),
      l1DataGas: BigInt(block.l1_data_gas_price.price_in_fri),
      l2Gas: BigInt(block.l2_gas_price.price_in_fri),
    });
  }

  async #estimate<T extends InvokeV3 | DeclareV3, W extends TransactionInput>(
    account: SendingAccount,
    options: EstimateOptions,
    kind: TransactionKind<T, W>,
  ): Promise<FeeEstimate> {
    const tip = await tipIn(options);
    const block = readBlock(options.block ?? 'pre_confirmed', 'block');
    const nonce = await this.#nonce(account, options, block);
    const transaction = kind.make({ senderAddress: account.address, nonce, tip, resourceBounds: FREE });
    const charged = await (await import('./fees.ts')).chargedTip(this.#parts.request, block, tip);
    const signed = await this.#sign(account, { ...transaction, isQuery: true });
    return this.#estimateOf(kind.write(signed), block, charged);
  }

  async #estimateOf(transaction: TransactionInput, block: BlockIdParam, tip = 0n): Promise<FeeEstimate> {
    const [estimate] = await this.#parts.request('starknet_estimateFee', {
      request: [transaction],
      simulation_flags: [],
      block_id: block,
    });
    const { readEstimate } = await import('./fees.ts');
    return readEstimate(estimate!, tip);
  }

  async #explanationOf(hash: Hex): Promise<() => string | undefined> {
    const { request } = this.#parts;
    // There is no explanation if the transaction was removed meanwhile.
    const explained = await request('devnet_explainTransaction', { transaction_hash: hash }).catch(() => undefined);
    return () => explained?.text;
  }

  async #sent(hash: Hex, allowRevert: boolean | undefined): Promise<SentTransaction> {
    const { request } = this.#parts;
    const receipt = await request('starknet_getTransactionReceipt', { transaction_hash: hash });
    if (receipt.execution_status === 'REVERTED' && !allowRevert) {
      const explain = (await this.#parts.explainOnDemand?.(hash)) ?? (await this.#explanationOf(hash));
      throw new TransactionRevertedError(receipt, explain, await this.#parts.debugHint?.(hash));
    }
    return { transactionHash: hash, receipt, events: receipt.events, fee: BigInt(receipt.actual_fee.amount) };
  }
}

const tipIn = async ({ tip }: Pick<SendOptions, 'tip'>): Promise<bigint> =>
  tip === undefined ? 0n : (await import('./fees.ts')).readTip(tip);
