// What happened to a transaction that a test hands to a matcher, whoever sent it.
import { type Receipt, SandboxError } from '../library/index.ts';
import { ownRequest } from '../library/requests/connection.ts';
import { errors } from '../protocol/errors.ts';
import { boxWith, type TrackedBox, trackedBoxes } from './trackedBoxes.ts';

/** A transaction that was executed. */
export interface Executed {
  readonly receipt: Receipt;
  /** Where it was executed; undefined if no tracked sandbox has it. */
  readonly box: TrackedBox | undefined;
}

/** A transaction, estimate or call that was refused because its code failed. */
export interface Reverted {
  readonly reason: string;
  /** The calls that led there, as text for a terminal; empty if they are not known. */
  readonly explanation: () => Promise<string>;
}

export type Outcome =
  | { readonly kind: 'executed'; readonly executed: Executed }
  | { readonly kind: 'reverted'; readonly reverted: Reverted }
  /** The test gave something that is no transaction: the result of a call, for example. */
  | { readonly kind: 'other'; readonly value: unknown };

/** Errors of contracts in calls, in transactions and estimates, and of accounts that refuse to validate. */
const REVERT_CODES: ReadonlySet<unknown> = new Set([
  errors.contractError.code,
  errors.transactionExecutionError.code,
  errors.validationFailure.code,
]);

/**
 * Waits for a promise, or calls a function and waits for what it returns. Errors that are no reverts are thrown again, so
 * that a test with a mistake never passes.
 */
export async function outcomeOf(received: unknown): Promise<Outcome> {
  let value: unknown;
  try {
    value = await (typeof received === 'function' ? received() : received);
  } catch (error) {
    return revertedBy(error);
  }
  const receipt = receiptIn(value);
  const hash = receipt?.transaction_hash ?? hashIn(value);
  if (hash === undefined) return { kind: 'other', value };
  const box = await boxWith(hash, trackedBoxes());
  const found =
    receipt ??
    (box && (await ownRequest(box)('starknet_getTransactionReceipt', { transaction_hash: hash as `0x${string}` })));
  if (!found)
    throw new Error(
      `No sandbox has the transaction ${hash}. Pass its receipt, use a sandbox of useSandbox or sandboxTest, or call trackSandbox(box).`,
    );
  return executedOutcome({ receipt: found as Receipt, box });
}

function executedOutcome(executed: Executed): Outcome {
  const { receipt } = executed;
  if (receipt.execution_status !== 'REVERTED') return { kind: 'executed', executed };
  return { kind: 'reverted', reverted: { reason: reasonIn(receipt), explanation: () => explanationOf(executed) } };
}

/** Why a transaction was reverted. */
export const reasonIn = ({ revert_reason = '' }: Receipt): string =>
  new SandboxError('', { ...errors.transactionExecutionError, data: { revert_reason } }).reason;

/** Whether an error is that of code that failed. */
export const isRevert = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && REVERT_CODES.has((error as Partial<SandboxError>).code);

/** The calls of a transaction; empty where it cannot be asked for them. */
export async function explanationOf({ receipt, box }: Executed): Promise<string> {
  return box ? (await box.explain(receipt.transaction_hash).catch(() => '')).trimEnd() : '';
}

function revertedBy(error: unknown): Outcome {
  if (!(typeof error === 'object' && error !== null)) throw error;
  // starknet.js keeps the answer of the node as `baseError`.
  const { baseError } = error as { readonly baseError?: ConstructorParameters<typeof SandboxError>[1] };
  const read = (baseError ? new SandboxError('', baseError) : error) as Partial<SandboxError>;
  if (!REVERT_CODES.has(read.code)) throw error;
  const { reason = '' } = read;
  return { kind: 'reverted', reverted: { reason, explanation: async () => (read.explanation ?? '').trimEnd() } };
}

/** The receipt in what this library or starknet.js returns; starknet.js has it as `value` of its own object. */
function receiptIn(value: unknown): Receipt | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { receipt, value: inner } = value as { readonly receipt?: unknown; readonly value?: unknown };
  return [value, receipt, inner].find(isReceipt);
}

const isReceipt = (value: unknown): value is Receipt =>
  typeof value === 'object' && value !== null && 'execution_status' in value && 'transaction_hash' in value;

const HASH = /^0x[0-9a-fA-F]{1,64}$/;

function hashIn(value: unknown): string | undefined {
  const { transactionHash, transaction_hash = transactionHash } = (
    typeof value === 'object' && value !== null ? value : { transactionHash: value }
  ) as { readonly transactionHash?: unknown; readonly transaction_hash?: unknown };
  return typeof transaction_hash === 'string' && HASH.test(transaction_hash) ? transaction_hash : undefined;
}

/** The executed transaction; a revert, or something that is no transaction, is an error. */
export async function requireExecuted(outcome: Outcome): Promise<Executed> {
  if (outcome.kind === 'executed') return outcome.executed;
  if (outcome.kind === 'reverted')
    throw new Error(
      `The transaction was reverted: ${withExplanation(outcome.reverted.reason, await outcome.reverted.explanation())}`,
    );
  throw new TypeError(
    'Expected a transaction: a promise (or a function that returns one) of what box.execute, a contract or an account of starknet.js returns, or a receipt.',
  );
}

/** A message with the calls below it. */
export const withExplanation = (message: string, explanation: string): string =>
  explanation === '' ? message : `${message}\n\n${explanation}`;
