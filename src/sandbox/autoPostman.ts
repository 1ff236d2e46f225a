import { DroppedWrite, type Node } from '../chain/node.ts';
import { RefusedMessage } from '../rpc/rpcError.ts';
import { exchangeFault } from './exchangeFault.ts';

/** Exchanges messages with L1 after each block. */
export class AutoPostman {
  readonly #stopFollowing: () => void;
  readonly #flush: () => Promise<void>;
  readonly #warn: ((text: string) => void) | undefined;
  #isFlushing = false;
  #again = false;
  #isStopped = false;
  /** The last failure: the same failure is reported once, not with every block. */
  #lastFault: string | undefined;

  constructor(node: Node, flush: () => Promise<void>, warn: ((text: string) => void) | undefined) {
    this.#flush = flush;
    this.#warn = warn;
    this.#stopFollowing = node.follow((events) => {
      if (node.chain.l1 && events.some(({ kind }) => kind === 'block')) void this.#run();
    });
  }

  stop(): void {
    this.#stopFollowing();
    this.#isStopped = true;
    this.#again = false;
  }

  /** Runs one flush at a time. Blocks that are made meanwhile, also by the flush itself, cause another one. */
  async #run(): Promise<void> {
    this.#again = true;
    if (this.#isFlushing) return;
    this.#isFlushing = true;
    while (this.#again) {
      this.#again = false;
      try {
        await this.#flush();
        this.#lastFault = undefined;
      } catch (error) {
        // The chain was restored, so there is nothing left to exchange.
        if (error instanceof DroppedWrite) continue;
        // Those after a refused message must not wait for the next block.
        if (error instanceof RefusedMessage) this.#again = !this.#isStopped;
        const fault = exchangeFault(error);
        if (fault !== this.#lastFault) this.#warn?.(fault);
        this.#lastFault = fault;
      }
    }
    this.#isFlushing = false;
  }
}
