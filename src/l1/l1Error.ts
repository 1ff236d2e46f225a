/** A failure of L1. The message is that of starknet-devnet, which clients know; `help` says what to do. */
export class L1Error extends Error {
  override readonly name = 'L1Error';
  readonly help: string | undefined;

  constructor(message: string, help?: string) {
    super(message);
    this.help = help;
  }
}

/** A transaction was sent without an answer, so it is unknown whether L1 has received it. */
export class L1UnansweredError extends L1Error {
  readonly transactionHash: bigint;

  constructor({ message, help }: L1Error, transactionHash: bigint) {
    super(message, `${help ?? ''} Whether it has the transaction is found out by the next flush.`.trim());
    this.transactionHash = transactionHash;
  }
}

/** The L1 node answered with an error. */
export class L1ResponseError extends L1Error {
  /** The code and message of the node's answer. */
  readonly words: string;

  constructor(method: string, code: unknown, message: unknown) {
    const words = `error code ${typeof code === 'number' ? code : 'unknown'}: ${String(message ?? '').slice(0, 500)}`;
    super(`RpcError: ${words}`, `The L1 node refused ${method}.`);
    this.words = `server returned an error response: ${words}`;
  }
}
