import type { Paymaster } from '../../paymaster/paymaster.ts';
import type { Hub } from '../../sandbox/hub.ts';
import { throwAsSandboxError } from '../errors.ts';
import type { Connection } from '../requests/connection.ts';
import { toHex } from '../values.ts';
import type { PaymasterRefusal, PaymasterSettingsInput, PaymasterState } from './paymasterTypes.ts';

/**
 * The paymaster (SNIP-29) of a sandbox, which pays for transactions of others. It begins with its first use, also by a client of `box.fetch` at the
 * path `/paymaster`, and servers of `box.listen()` have it from then on. See docs/paymaster.md.
 *
 * @example
 * const body = '{"jsonrpc":"2.0","id":1,"method":"paymaster_isAvailable"}';
 * const answer = await box.fetch('http://box/paymaster', { body }); // as a client such as PaymasterRpc of starknet.js does
 */
export class PaymasterControls {
  readonly #desk: Hub['paymaster'];
  readonly #connection: Connection;

  /** @internal */
  constructor({ paymaster }: Hub, connection: Connection) {
    this.#desk = paymaster;
    this.#connection = connection;
  }

  async #open(): Promise<Paymaster> {
    this.#connection.checkOpen();
    return this.#desk.open();
  }

  /**
   * Changes how it behaves. What is left out stays as it is, but refusals and what was spent are counted from the start.
   *
   * @throws SandboxError for a setting that it cannot have. The message names it.
   * @example
   * await box.paymaster.set({ sponsored: ['key-of-my-dapp'], tokens: [{ address: usdc, decimals: 6, priceInStrk: 8n * 10n ** 18n }] });
   */
  async set(settings: PaymasterSettingsInput): Promise<void> {
    const paymaster = await this.#open();
    const { paymasterWire } = await import('./paymasterWire.ts');
    try {
      paymaster.change(paymasterWire(settings));
    } catch (error) {
      throwAsSandboxError('box.paymaster.set')(error);
    }
  }

  /**
   * Refuses requests with an error of SNIP-29, until the settings change or it has happened so many times.
   *
   * @example
   * await box.paymaster.refuse('MAX_AMOUNT_TOO_LOW', { method: 'execute', times: 1 });
   */
  async refuse(error: PaymasterRefusal['error'], how: Omit<PaymasterRefusal, 'error'> = {}): Promise<void> {
    await this.set({ refusals: [{ ...how, error }] });
  }

  /**
   * Its account, what it has spent, and the transactions that it sent.
   *
   * @example
   * const { transactions } = await box.paymaster.get();
   * for (const { transactionHash, mode } of transactions) console.log(transactionHash, mode);
   */
  async get(): Promise<PaymasterState> {
    const { address, spent, sent } = await this.#open();
    return { address: toHex(address), spent, transactions: sent };
  }
}
