import { type Connection, ConnectionFailure } from '../../transport/connection.ts';

/** How often the page asks again for what no notification tells. */
export const ASK_AGAIN_MS = 2_000;

interface Newest {
  readonly block_number: number;
  readonly block_hash: string;
}

/** What becomes known by asking: whether blocks were taken back, or that the node does not answer. */
interface Listener {
  answered(isTakenBack: boolean): void;
  silent(): void;
}

/** Asks a node again and again, in place of notifications. A page that nobody sees asks nothing. */
export class Asking {
  readonly #connection: Connection;
  readonly #listener: Listener;
  #timer: ReturnType<typeof setInterval> | undefined;
  #newest: Newest | undefined;
  #isUnderWay = false;

  constructor(connection: Connection, listener: Listener) {
    this.#connection = connection;
    this.#listener = listener;
  }

  begin(): void {
    if (this.#timer !== undefined) return;
    // Anything may have happened since the last notification.
    this.#newest = undefined;
    this.#timer = setInterval(() => void this.#ask(), ASK_AGAIN_MS);
    void this.#ask();
  }

  end(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  async #ask(): Promise<void> {
    if (document.hidden || this.#isUnderWay) return;
    this.#isUnderWay = true;
    const isTakenBack = await this.#look().catch((error: unknown) =>
      // A node that answers with an error is there all the same.
      error instanceof ConnectionFailure ? undefined : true,
    );
    this.#isUnderWay = false;
    if (this.#timer === undefined) return;
    if (isTakenBack === undefined) this.#listener.silent();
    else this.#listener.answered(isTakenBack);
  }

  /** Whether the newest block of the last time is not a block of the chain any more. */
  async #look(): Promise<boolean> {
    const last = this.#newest;
    const newest = (await this.#connection.request('chain_blockHashAndNumber')) as Newest;
    this.#newest = newest;
    if (!last || newest.block_number < last.block_number) return true;
    if (newest.block_number === last.block_number) return newest.block_hash !== last.block_hash;
    const block_id = { block_number: last.block_number };
    const now = (await this.#connection.request('chain_getBlockWithTxHashes', { block_id })) as Newest;
    return now.block_hash !== last.block_hash;
  }
}
