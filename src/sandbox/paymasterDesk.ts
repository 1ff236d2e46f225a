import type { Node } from '../chain/node.ts';
import type { Paymaster } from '../paymaster/paymaster.ts';
import type { PaymasterSettings } from '../paymaster/settings.ts';
import type { CallAnswerer } from '../rpc/answerText.ts';
import type { Dispatcher } from '../rpc/dispatch.ts';

/** The paymaster of a node. It is off until somebody asks for it, and loaded with its first request. */
export class PaymasterDesk {
  readonly #node: Node;
  readonly #dispatcher: Dispatcher;
  readonly #isRestricted: boolean;
  #settings: PaymasterSettings | undefined;
  #loading: Promise<Paymaster> | undefined;
  #loaded: Paymaster | undefined;

  constructor(node: Node, dispatcher: Dispatcher, settings: PaymasterSettings | undefined, isRestricted: boolean) {
    this.#node = node;
    this.#dispatcher = dispatcher;
    this.#settings = settings;
    this.#isRestricted = isRestricted;
  }

  /** Whether clients of the server can use it. */
  get isOpen(): boolean {
    return this.#settings !== undefined || this.#loading !== undefined;
  }

  /** The present settings, for a copy of the node; undefined if it is off. */
  get settings(): PaymasterSettings | undefined {
    return this.#loaded?.settings ?? this.#settings;
  }

  /** The paymaster itself, which is on from now on. */
  open(): Promise<Paymaster> {
    this.#loading ??= import('../paymaster/paymaster.ts').then(({ Paymaster }) => {
      this.#loaded = new Paymaster(this.#node, this.#dispatcher, this.#settings);
      return this.#loaded;
    });
    return this.#loading;
  }

  /** Answers the calls of a client with this key. */
  async front(apiKey?: string | undefined): Promise<CallAnswerer> {
    const { paymasterFront } = await import('../paymaster/paymasterFront.ts');
    return paymasterFront(await this.open(), this.#dispatcher, { apiKey, isRestricted: this.#isRestricted });
  }
}
