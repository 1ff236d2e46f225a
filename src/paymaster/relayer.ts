import { WELL_KNOWN } from '../chain/genesis/systemClasses.ts';
import type { Node } from '../chain/node.ts';
import { STRK } from '../chain/value/token.ts';
import { contractAddress, storageAddress } from '../execution/hash/address.ts';
import { transactionHash } from '../execution/hash/transactionHash.ts';
import { type InvokeV3, type ResourceBounds, unsignedInvoke } from '../execution/transaction.ts';
import { type Felt, toFelt } from '../felt/felt.ts';
import { starknetKeccak } from '../felt/hash.ts';
import { starkPublicKey, starkSign } from '../felt/stark.ts';
import { nextNonce } from '../mempool/nextNonce.ts';
import { errors } from '../protocol/errors.ts';
import type { EstimatedFee } from '../rpc/format/gas.ts';
import { type Hex, hex } from '../rpc/format/hex.ts';
import { formatTransaction, type InvokeTransactionV3 } from '../rpc/format/transaction.ts';
import { type AskNode, NodeAnswerError } from './askNode.ts';
import { callList } from './outsideExecution.ts';
import type { OutsideCall } from './requests.ts';

/** The balance that the account is given, and the least that it has before it sends, in FRI. */
const BALANCE = 10n ** 24n;
const LEAST = 10n ** 21n;
/** Bounds are half as large again as the estimate, for what changes until the transaction runs. */
const margin = (value: bigint): bigint => (value * 3n) / 2n;
const NOTHING = { maxAmount: 0n, maxPricePerUnit: 0n };
const UNBOUNDED: ResourceBounds = { l1Gas: NOTHING, l1DataGas: NOTHING, l2Gas: NOTHING };

/** The account that sends what users signed, and pays for it. Its key comes from the seed of the node, as those of predeployed accounts do. */
export class Relayer {
  readonly address: Felt;
  readonly #node: Node;
  readonly #privateKey: Felt;
  readonly #publicKey: Felt;

  constructor(node: Node) {
    this.#node = node;
    this.#privateKey = starknetKeccak(`paymaster of ${node.config.seed}`);
    this.#publicKey = starkPublicKey(this.#privateKey);
    this.address = contractAddress(toFelt(0), toFelt(0), WELL_KNOWN.account, [this.#publicKey]);
  }

  /** Deploys the account with its first transaction, and fills it up. Reverting the chain may have taken either back. */
  async prepare(ask: AskNode): Promise<void> {
    const address = hex(this.address);
    const isDeployed = await found(
      ask('starknet_getClassHashAt', { block_id: 'pre_confirmed', contract_address: address }),
    );
    if (!isDeployed)
      await ask('devnet_applyStateDiff', {
        state_diff: {
          deployed_contracts: [{ address, class_hash: hex(WELL_KNOWN.account) }],
          storage_diffs: [
            {
              address,
              storage_entries: [{ key: hex(storageAddress('Account_public_key')), value: hex(this.#publicKey) }],
            },
          ],
        },
      });
    const { amount } = await ask('devnet_getAccountBalance', { address, unit: 'FRI', block_id: 'pre_confirmed' });
    if (BigInt(amount) < LEAST)
      await ask('devnet_deal', { token: hex(STRK.address), address, amount: BALANCE.toString() });
  }

  /** What a transaction with these calls would cost. Throws the answer of the node if it would be refused. */
  async estimate(ask: AskNode, calls: readonly OutsideCall[]): Promise<EstimatedFee> {
    const unsigned = { ...(await this.#unsigned(ask, calls, UNBOUNDED)), isQuery: true };
    const [estimate] = await ask('starknet_estimateFee', {
      request: [this.#signed(unsigned)],
      simulation_flags: [],
      block_id: 'pre_confirmed',
    });
    return estimate!;
  }

  /** Sends a transaction with these calls, for which there is an estimate. */
  async send(ask: AskNode, calls: readonly OutsideCall[], estimate: EstimatedFee): Promise<Hex> {
    const bound = (gas: 'l1_gas' | 'l1_data_gas' | 'l2_gas') => ({
      maxAmount: margin(BigInt(estimate[`${gas}_consumed`])),
      maxPricePerUnit: margin(BigInt(estimate[`${gas}_price`])),
    });
    const bounds = { l1Gas: bound('l1_gas'), l1DataGas: bound('l1_data_gas'), l2Gas: bound('l2_gas') };
    const transaction = this.#signed(await this.#unsigned(ask, calls, bounds));
    const { transaction_hash } = await ask('starknet_addInvokeTransaction', { invoke_transaction: transaction });
    return transaction_hash;
  }

  async #unsigned(ask: AskNode, calls: readonly OutsideCall[], resourceBounds: ResourceBounds): Promise<InvokeV3> {
    const nonce = await ask('starknet_getNonce', { block_id: 'pre_confirmed', contract_address: hex(this.address) });
    return unsignedInvoke({
      senderAddress: this.address,
      nonce: nextNonce(this.#node.value.pool, this.address, BigInt(nonce) as Felt),
      calldata: callList(calls),
      resourceBounds,
    });
  }

  #signed(transaction: InvokeV3): InvokeTransactionV3 {
    const { r, s } = starkSign(this.#privateKey, transactionHash(transaction, this.#node.chainId));
    return writeInvoke({ ...transaction, signature: [r, s] });
  }
}

/** An invocation as clients send it. */
export const writeInvoke = (transaction: InvokeV3): InvokeTransactionV3 =>
  formatTransaction({ transaction, l1TransactionHash: undefined }) as InvokeTransactionV3;

/** What a request asks for; undefined if it is not there. */
export async function found<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof NodeAnswerError && NOT_FOUND.has(error.code)) return undefined;
    throw error;
  }
}

const NOT_FOUND: ReadonlySet<number> = new Set([errors.contractNotFound.code, errors.classHashNotFound.code]);
