import type { Cancellation } from '../chain/cancellation.ts';
import type { Node } from '../chain/node.ts';
import { type EthError, type EthErrorKind, noEvm } from '../l1evm/ethError.ts';
import { type EthAnswers, evmFrom, type LoadEvm } from '../l1evm/loadEvm.ts';
import { helpedData } from '../protocol/chainError.ts';
import { hint, message } from '../protocol/message.ts';
import { type Answer, errorAnswer } from '../rpc/answer.ts';
import type { CallAnswerer } from '../rpc/answerText.ts';
import type { Dispatcher } from '../rpc/dispatch.ts';
import { RefusedMessage, RpcError } from '../rpc/rpcError.ts';
import { exchangeFault } from './exchangeFault.ts';

interface L1DeskOptions {
  readonly warn?: ((text: string) => void) | undefined;
  readonly loadEvm?: LoadEvm | undefined;
}

/** The way to the L1 of a node, if its EVM runs in this process. It is loaded with its first request. */
export class L1Desk {
  readonly #node: Node;
  readonly #dispatcher: Dispatcher;
  readonly #isRestricted: boolean;
  readonly #warn: ((text: string) => void) | undefined;
  readonly #loadEvm: LoadEvm | undefined;
  #loading: Promise<EthAnswers> | undefined;

  constructor(node: Node, dispatcher: Dispatcher, isRestricted: boolean, { warn, loadEvm }: L1DeskOptions) {
    this.#node = node;
    this.#dispatcher = dispatcher;
    this.#isRestricted = isRestricted;
    this.#warn = warn;
    this.#loadEvm = loadEvm;
  }

  /** Whether there is an EVM. */
  get isOpen(): boolean {
    return this.#node.chain.l1?.kind === 'evm';
  }

  async #open(): Promise<EthAnswers> {
    if (!this.isOpen) throw noEvm();
    this.#loading ??= evmFrom(this.#loadEvm).then((evm) =>
      evm.answers(this.#node, this.#node.config.l1.auto ? () => this.#deliver() : undefined),
    );
    return this.#loading;
  }

  /** Delivers the messages of a transaction at once. The transaction is done, so a message that L2 refuses is a warning. */
  async #deliver(): Promise<void> {
    let isRefused = true;
    // A refusal ends a flush, and the next one begins after the refused message.
    while (isRefused)
      isRefused = await this.#dispatcher.flush().then(
        () => false,
        (error: unknown) => {
          this.#warn?.(`Messages could not be exchanged with L1: ${exchangeFault(error)}`);
          return error instanceof RefusedMessage;
        },
      );
  }

  /** Answers one of them. Throws errors with the codes of EIP-1474. */
  async request(method: string, params: unknown, signal?: Cancellation): Promise<unknown> {
    try {
      return await (await this.#open()).request(method, params, signal);
    } catch (error) {
      throw isEthError(error) ? Object.assign(error, { code: CODES[error.kind] }) : error;
    }
  }

  /** Answers their calls over JSON-RPC. */
  front(): CallAnswerer {
    const dispatcher = this.#dispatcher;
    return {
      faults: dispatcher.faults,
      errorOf: (thrown, method) => dispatcher.errorOf(thrown, method),
      reportMalformed: (reason) => dispatcher.reportMalformed(reason),
      answer: async ({ id, method, params }, { signal }): Promise<Answer> => {
        try {
          if (this.#isRestricted && (await this.#open()).isForTests(method))
            throw new RpcError('methodForbidden', { help: message`${method} is forbidden by ${hint('restriction')}.` });
          return { jsonrpc: '2.0', id, result: await this.request(method, params, signal) };
        } catch (error) {
          if (!isEthError(error)) {
            const known = dispatcher.errorOf(error, method);
            return errorAnswer(id, known, helpedData(known));
          }
          const { code, message: text, data } = error;
          return { jsonrpc: '2.0', id, error: { code, message: text, ...(data !== undefined && { data }) } };
        }
      },
    };
  }
}

/** The codes of EIP-1474; that of a revert is the one of geth and anvil. */
const CODES: Readonly<Record<EthErrorKind, number>> = {
  invalidParams: -32602,
  unknownMethod: -32601,
  notFound: -32001,
  refused: -32003,
  reverted: 3,
  failed: -32000,
};

const isEthError = (error: unknown): error is EthError & { readonly code: number } =>
  error instanceof Error && error.name === 'EthError';
