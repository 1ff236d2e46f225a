import type { RequestId } from '../envelope.ts';

/** The header of all answers while there are faults: `on`, or the names of those that the request met. */
export const FAULT_HEADER = 'x-starbox-fault';

const STATUS_TEXTS: Readonly<Record<number, string>> = {
  429: 'Too Many Requests',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
};

/**
 * Thrown by `box.request` in place of an answer that a fault of `box.faults` keeps from the client.
 *
 * @example
 * await box.faults.set([{ fault: 'unavailable', method: 'starknet_blockNumber' }]);
 * const error = await box.request('starknet_blockNumber').catch((error) => error);
 * console.log(error instanceof FaultInterruption && error.status); // 503
 */
export class FaultInterruption extends Error {
  override readonly name = 'FaultInterruption';
  /** `cut`: the connection ended; `status`: HTTP says why; `silence`: the answer never came. */
  readonly kind: 'cut' | 'status' | 'silence';
  /** The names of the faults of this request. */
  readonly faults: string;
  /** The status of HTTP, if there is one. */
  readonly status: number | undefined;
  /** What Retry-After says, if it is there. */
  readonly retryAfterSeconds: number | undefined;
  /** The body that goes with a status. */
  readonly body: string;

  /** @internal */
  constructor(
    kind: FaultInterruption['kind'],
    faults: string,
    { status, retryAfterSeconds, id = null }: InterruptionFacts = {},
  ) {
    const text = status === undefined ? '' : `${status} ${STATUS_TEXTS[status]}`;
    super(
      kind === 'cut'
        ? 'The connection was cut, by a fault of setFaults.'
        : kind === 'silence'
          ? 'The answer was lost, by a fault of setFaults.'
          : `${text}, by a fault of setFaults.`,
    );
    this.kind = kind;
    this.faults = faults;
    this.status = status;
    this.retryAfterSeconds = retryAfterSeconds;
    // Providers send an error of JSON-RPC with the status, which clients show. An id beyond 2^53 stays a number.
    const idText = typeof id === 'bigint' ? String(id) : JSON.stringify(id);
    this.body =
      status === undefined
        ? ''
        : `{"jsonrpc":"2.0","id":${idText},"error":${JSON.stringify({ code: status, message: STATUS_TEXTS[status], data: this.message })}}`;
  }
}

interface InterruptionFacts {
  readonly status?: number;
  readonly retryAfterSeconds?: number;
  readonly id?: RequestId;
}
