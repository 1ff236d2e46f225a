// The errors of SNIP-29, with the codes and messages of its specification.
export const paymasterErrors = {
  INVALID_ADDRESS: 150,
  TOKEN_NOT_SUPPORTED: 151,
  INVALID_SIGNATURE: 153,
  MAX_AMOUNT_TOO_LOW: 154,
  CLASS_HASH_NOT_SUPPORTED: 155,
  TRANSACTION_EXECUTION_ERROR: 156,
  INVALID_TIME_BOUNDS: 157,
  INVALID_DEPLOYMENT_DATA: 158,
  INVALID_CLASS_HASH: 159,
  INVALID_ID: 160,
  UNKNOWN_ERROR: 163,
} as const;

/** The name of an error of SNIP-29, such as `INVALID_SIGNATURE`. */
export type PaymasterErrorName = keyof typeof paymasterErrors;

export const PAYMASTER_ERROR_NAMES = Object.keys(paymasterErrors) as readonly PaymasterErrorName[];

/** Why a paymaster refuses a transaction. The data says what is wrong and what to do. */
export class PaymasterError extends Error {
  override readonly name = 'PaymasterError';
  readonly code: number;
  readonly data: unknown;

  constructor(kind: PaymasterErrorName, data?: unknown) {
    super(`An error occurred (${kind})`);
    this.code = paymasterErrors[kind];
    this.data = data;
  }
}

/** The error of a transaction that the accounts or the contracts refuse. */
export const executionError = (reason: unknown): PaymasterError =>
  new PaymasterError('TRANSACTION_EXECUTION_ERROR', { execution_error: reason });
