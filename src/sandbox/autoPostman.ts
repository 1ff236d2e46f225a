import type { Node } from '../chain/node.ts';

/** Exchanges messages with L1 after each block. */
export class AutoPostman {
  readonly #stopFollowing: () => void;
  readonly #flush: () => Promise<void>;
  readonly #warn: ((text: string) => void) | undefined;
  #isFlushing = false;
  #again = false;
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
        const { message, data } = error as { readonly message: string; readonly data?: unknown };
        const fault = typeof data === 'string' ? `${message} ${data}` : message;
        if (fault !== this.#lastFault) this.#warn?.(fault);
        this.#lastFault = fault;
      }
    }
    this.#isFlushing = false;
  }
}
