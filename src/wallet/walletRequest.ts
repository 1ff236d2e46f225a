import type { Hex } from '../library/index.ts';
import type { AskedCall } from './askedCall.ts';
import type { Decisions, Question } from './decisions.ts';
import type { HeldAccount } from './heldAccount.ts';
import { errorName, WalletError, type WalletErrorCode, type WalletErrorName } from './walletError.ts';

/** Where a request came from, if it is not from this process. */
export interface AskedFrom {
  /** Tells that the client has gone. */
  readonly signal?: AbortSignal | undefined;
  /** The origin of the page. */
  readonly origin?: string | undefined;
  /** What it takes to remember the request. */
  readonly bytes?: number | undefined;
}

/** A request that a dapp has made to a wallet. */
export interface WalletRequest {
  /** The method, such as `wallet_addInvokeTransaction`. */
  readonly type: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** Whether the user is asked. Others, such as `wallet_requestChainId`, are answered at once. */
  readonly asksUser: boolean;
  /** The origin of the page that asked, such as `http://localhost:5173`. Undefined for a dapp in the process of the test. */
  readonly origin: string | undefined;
  /** The account of the wallet at that time. */
  readonly account: Hex | undefined;
  /** The calls of a transaction, decoded. */
  readonly calls: readonly AskedCall[];
  readonly status: 'waiting' | 'approved' | 'rejected' | 'failed';
  /** What the dapp got. */
  readonly result: unknown;
  readonly error: WalletError | undefined;
  /** Approves it, if it is held. */
  approve(): void;
  /** Rejects it, if it is held, as a user does. */
  reject(): void;
  /** Lets it fail, if it is held, with an error of the wallet API. */
  fail(error: WalletErrorName | WalletErrorCode): void;
}

/** A request as the wallet itself keeps it. */
export class RecordedRequest implements WalletRequest, Question {
  readonly type: string;
  readonly params: Readonly<Record<string, unknown>>;
  asksUser = false;
  /** The account of the wallet when the dapp asked. */
  held: HeldAccount | undefined;
  calls: readonly AskedCall[] = [];
  status: WalletRequest['status'] = 'waiting';
  result: unknown;
  error: WalletError | undefined;
  readonly origin: string | undefined;
  readonly bytes: number;
  readonly #decisions: Decisions;

  constructor(
    type: string,
    params: Readonly<Record<string, unknown>>,
    decisions: Decisions,
    { origin, bytes = 0 }: AskedFrom,
  ) {
    this.type = type;
    this.params = params;
    this.#decisions = decisions;
    this.origin = origin;
    this.bytes = bytes;
  }

  get account(): Hex | undefined {
    return this.held?.address;
  }

  approve(): void {
    this.#decide('approve');
  }

  reject(): void {
    this.#decide(new WalletError('USER_REFUSED_OP'));
  }

  fail(error: WalletErrorName | WalletErrorCode): void {
    this.#decide(new WalletError(errorName(error)));
  }

  succeeded(result: unknown): void {
    this.result = result;
    this.status = 'approved';
  }

  failed(error: WalletError): void {
    this.error = error;
    this.status = error.code === 113 ? 'rejected' : 'failed';
  }

  #decide(outcome: 'approve' | WalletError): void {
    if (this.#decisions.decideHeld(this, outcome)) return;
    throw new Error(
      `This ${this.type} is not held: it is ${this.status}. Call wallet.hold() before the dapp asks, and decide then.`,
    );
  }
}

/** The most requests that are remembered after their answers, and the bytes of those that came over HTTP. */
const MAX_REQUESTS = 1000;
const MAX_REQUEST_BYTES = 4_000_000;

/** Forgets the oldest answered requests beyond the limits. Those that wait are kept: somebody has to decide them. */
export function forgetOld(requests: RecordedRequest[]): void {
  let bytes = requests.reduce((sum, request) => sum + request.bytes, 0);
  while (requests.length > MAX_REQUESTS || bytes > MAX_REQUEST_BYTES) {
    const oldest = requests.findIndex(({ status }) => status !== 'waiting');
    if (oldest < 0) return;
    bytes -= requests.splice(oldest, 1)[0]!.bytes;
  }
}
