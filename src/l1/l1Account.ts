import type { L1Client } from './l1Client.ts';
import { L1Error, L1ResponseError, L1UnansweredError } from './l1Error.ts';
import { isL1PrivateKey, l1Address, signL1Transaction } from './l1Transaction.ts';

/** The public private key of the first account of common L1 development nodes. */
export const DEFAULT_PRIVATE_KEY = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80';

/** A call of a contract, or a deployment if `to` is left out. */
export interface L1Call {
  readonly to?: string;
  readonly data: string;
}

/** An account on L1 that sends transactions one after another. */
export class L1Account {
  readonly #client: L1Client;
  readonly #chainId: bigint;
  readonly #privateKey: bigint;
  #nonce: bigint | undefined;

  constructor(client: L1Client, chainId: bigint, privateKey: string) {
    this.#client = client;
    this.#chainId = chainId;
    this.#privateKey = BigInt(privateKey);
  }

  /**
   * Signs and sends a transaction and returns its hash. A call that would fail is not sent. Throws an L1UnansweredError
   * if it is unknown whether L1 has received the transaction.
   */
  async send({ to, data }: L1Call): Promise<string> {
    const from = l1Address(this.#privateKey);
    const gas = await this.#client.estimateGas({ from, ...(to === undefined ? {} : { to }), data });
    const gasPrice = await this.#client.gasPrice();
    this.#nonce ??= await this.#client.nonce(from);
    const signed = signL1Transaction(
      {
        chainId: this.#chainId,
        nonce: this.#nonce,
        to,
        data,
        gasLimit: gas + gas / 4n,
        // The base fee may rise before the transaction is included. The sender pays only the actual fee.
        maxFeePerGas: 2n * gasPrice,
        maxPriorityFeePerGas: gasPrice,
      },
      this.#privateKey,
    );
    const hash = await this.#broadcast(signed.raw, signed.hash);
    this.#nonce++;
    return hash;
  }

  /** Sends a transaction, with one retry if there is no answer. L1 does not accept the same transaction twice. */
  async #broadcast(raw: string, hash: string): Promise<string> {
    let unanswered: L1Error | undefined;
    for (let tries = 0; tries < 2; tries++)
      try {
        return await this.#client.sendRawTransaction(raw);
      } catch (error) {
        if (!(error instanceof L1Error)) throw error;
        if (!(error instanceof L1ResponseError)) unanswered = error;
        // Nodes refuse known transactions with different messages, so we ask whether the node has this one.
        else if (unanswered && (await this.#isOnL1(hash))) return hash;
        else throw error;
      }
    throw new L1UnansweredError(unanswered!, BigInt(hash));
  }

  async #isOnL1(hash: string): Promise<boolean> {
    try {
      return await this.#client.hasTransaction(hash);
    } catch (error) {
      if (!(error instanceof L1Error)) throw error;
      throw new L1UnansweredError(error, BigInt(hash));
    }
  }
}

/** Reads a private key: 64 digits, with or without 0x. */
export function readPrivateKey(text: string): string {
  const reason = fixedHexFault(text, 64);
  if (reason !== undefined)
    throw new L1Error(`LocalSignerError: ${reason}`, 'A private key is 0x and 64 hexadecimal digits.');
  const key = text.startsWith('0x') ? text : `0x${text}`;
  if (!isL1PrivateKey(BigInt(key)))
    throw new L1Error('LocalSignerError: signature error', 'No account has this private key.');
  return key;
}

/** What is wrong with a hexadecimal text that must have `length` digits; undefined if it is valid. */
export function fixedHexFault(text: string, length: number): string | undefined {
  const digits = text.startsWith('0x') ? text.slice(2) : text;
  if (digits.length % 2 === 1) return 'odd number of digits';
  if (digits.length !== length) return 'invalid string length';
  const at = digits.search(/[^0-9a-fA-F]/);
  return at < 0 ? undefined : `invalid character '${digits[at]}' at position ${at}`;
}
