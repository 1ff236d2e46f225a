import type { L1Client } from './l1Client.ts';
import { L1Error, L1ResponseError, L1UnansweredError } from './l1Error.ts';

/** The first account of the usual L1 development nodes; everybody knows its key. */
export const DEFAULT_PRIVATE_KEY = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80';

/** A call of a contract; without `to` it is a deployment. */
export interface L1Call {
  readonly to?: string;
  readonly data: string;
}

/** An account on L1 that sends transactions one after the other. */
export class L1Account {
  readonly #client: L1Client;
  readonly #chainId: bigint;
  readonly #privateKey: string;
  #nonce: bigint | undefined;

  constructor(client: L1Client, chainId: bigint, privateKey: string) {
    this.#client = client;
    this.#chainId = chainId;
    this.#privateKey = privateKey;
  }

  /**
   * Signs and sends; the transaction's hash. A call that would fail is refused before it is sent. Throws an
   * L1UnansweredError when L1 may have the transaction and may not.
   */
  async send({ to, data }: L1Call): Promise<string> {
    // Loaded here: a start without L1 does not pay for it.
    const { addr, Transaction } = await import('micro-eth-signer');
    const from = addr.fromPrivateKey(this.#privateKey);
    const gas = await this.#client.estimateGas({ from, ...(to === undefined ? {} : { to }), data });
    const gasPrice = await this.#client.gasPrice();
    this.#nonce ??= await this.#client.nonce(from);
    const transaction = Transaction.prepare(
      {
        type: 'eip1559',
        chainId: this.#chainId,
        nonce: this.#nonce,
        to: to ?? '0x',
        value: 0n,
        data,
        gasLimit: gas + gas / 4n,
        // The base fee may rise before the transaction gets its place; what is not needed is not paid.
        maxFeePerGas: 2n * gasPrice,
        maxPriorityFeePerGas: gasPrice,
      },
      false,
    );
    const signed = transaction.signBy(this.#privateKey);
    const hash = await this.#broadcast(signed.toHex(), signed.hash);
    this.#nonce++;
    return hash;
  }

  /** Sends once more what got no answer: a transaction that L1 has cannot come in twice. */
  async #broadcast(raw: string, hash: string): Promise<string> {
    let unanswered: L1Error | undefined;
    for (let tries = 0; tries < 2; tries++)
      try {
        return await this.#client.sendRawTransaction(raw);
      } catch (error) {
        if (!(error instanceof L1Error)) throw error;
        if (!(error instanceof L1ResponseError)) unanswered = error;
        // Nodes refuse in many words what they have: whether they have it is asked instead.
        else if (unanswered && (await this.#isThere(hash))) return hash;
        else throw error;
      }
    throw new L1UnansweredError(unanswered!, BigInt(hash));
  }

  async #isThere(hash: string): Promise<boolean> {
    try {
      return await this.#client.knows(hash);
    } catch (error) {
      if (!(error instanceof L1Error)) throw error;
      throw new L1UnansweredError(error, BigInt(hash));
    }
  }
}

/** Reads a private key as people write it: 64 digits, 0x optional. */
export async function readPrivateKey(text: string): Promise<string> {
  const reason = fixedHexFault(text, 64);
  if (reason !== undefined)
    throw new L1Error(`LocalSignerError: ${reason}`, 'A private key is 0x and 64 hexadecimal digits.');
  const key = text.startsWith('0x') ? text : `0x${text}`;
  const { addr } = await import('micro-eth-signer');
  if (!addr.isValidPrivateKey(key))
    throw new L1Error('LocalSignerError: signature error', 'No account has this private key.');
  return key;
}

/** What is wrong with a hexadecimal text that must have a number of digits; undefined when it is right. */
export function fixedHexFault(text: string, length: number): string | undefined {
  const digits = text.startsWith('0x') ? text.slice(2) : text;
  if (digits.length % 2 === 1) return 'odd number of digits';
  if (digits.length !== length) return 'invalid string length';
  const at = digits.search(/[^0-9a-fA-F]/);
  return at < 0 ? undefined : `invalid character '${digits[at]}' at position ${at}`;
}
