import type { Cancellation } from '../chain/cancellation.ts';
import type { EvmL1 } from '../chain/l1Connection.ts';
import type { Node } from '../chain/node.ts';
import type { MessageToL1 } from '../chain/run/broadcast.ts';
import type { MessageOutcome } from '../chain/value/messaging.ts';
import { L1Error } from '../l1/l1Error.ts';
import type { LoggedMessages } from '../l1/messagesFromL1.ts';

/** What an L1 is started with. */
export interface L1Start {
  readonly bytecode: string;
  readonly cancellationSeconds: bigint;
  readonly now: bigint;
}

/** The work that an EVM does something for. It ends when that is cancelled. */
export type EvmWork = Pick<Cancellation, 'throwIfAborted'>;

/** What became of messages from L2. */
export interface SentToEvm {
  readonly l1: EvmL1;
  /** Those that L1 has. */
  readonly taken: readonly MessageToL1[];
  /** What became of each. */
  readonly outcomes: readonly MessageOutcome[];
  /** Why the last of the others was left out: it would be refused every time. */
  readonly refusal: L1Error | undefined;
}

/** Answers clients of Ethereum. */
export interface EthAnswers {
  /** Answers a request. Throws an EthError. */
  request(method: string, params: unknown, work?: Cancellation): Promise<unknown>;
  /** Whether a method changes the chain without a transaction. */
  isForTests(method: string): boolean;
}

/**
 * What an EVM in this process does (l1Evm.ts). The types of its packages are not named here, because users of this package who need no EVM do
 * not have them.
 */
export interface L1Evm {
  /** A new L1 with its accounts and the messaging contract. */
  start(given: L1Start): Promise<EvmL1>;
  /** The messages to L2 that L1 has logged since its cursor. `rest` is called between them, and ends the work by throwing. */
  messagesOf(l1: EvmL1, rest?: () => Promise<void> | undefined): Promise<LoggedMessages>;
  /** The L1 after these messages from L2, which can be consumed from then on. Throws an L1Error if it does not take one. */
  withMessages(l1: EvmL1, messages: readonly MessageToL1[], now: bigint, work?: EvmWork): Promise<SentToEvm>;
  /** Finds out which messages from L2 are no longer on L1. */
  consumedMessages(l1: EvmL1): Promise<(hash: bigint, outcome: MessageOutcome) => Promise<boolean>>;
  /** `deliver` exchanges messages with L2. If it is given, clients see the messages of the chain at once, and the chain theirs. */
  answers(node: Node, deliver: (() => Promise<void>) | undefined): EthAnswers;
}

/** Loads an EVM, which the platform has. Throws an L1Error if its packages are not installed. */
export type LoadEvm = () => L1Evm | Promise<L1Evm>;

/** Loads an EVM. Throws an L1Error where there is none, as in a page. */
export async function evmFrom(load: LoadEvm | undefined): Promise<L1Evm> {
  if (!load) throw new L1Error('There is no EVM here', 'An EVM runs on Node.js. In a page, use mock.');
  return load();
}
