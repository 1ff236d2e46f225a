import { ChainError, helpedData } from '../protocol/chainError.ts';

/** Why messages could not be exchanged with L1, for a warning: with what to do, if it is known. */
export function exchangeFault(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const data = error instanceof ChainError ? helpedData(error) : undefined;
  return typeof data === 'string' ? `${message} ${data}` : message;
}
