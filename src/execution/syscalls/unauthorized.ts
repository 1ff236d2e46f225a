import { SyscallError } from '../calls/callError.ts';

/** What a validation may not do. */
export const unauthorized = (what: string) =>
  new SyscallError(`Unauthorized syscall ${what} in execution mode Validate.`);
