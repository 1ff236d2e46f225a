import type { RpcProvider } from 'starknet';
import { type ErrorAnswer, hideFromPrint, SandboxError } from '../library/errors.ts';
import { beginAtCaller } from '../text/callerStack.ts';
import { type Methods, replace } from './methods.ts';

/**
 * Lets errors of the node say what the library's errors say: the reason, the line of Cairo and the calls. starknet.js writes the parameters
 * of the request and the data of the answer as JSON, in lines of thousands of characters. Its error has them as members too.
 */
export function writeErrorsReadably(rpc: RpcProvider): void {
  replace(rpc.channel as unknown as Methods, 'errorHandler', (original) => (...args) => {
    try {
      return original(...args);
    } catch (error) {
      const [method, params] = args;
      const answer = (error as { readonly baseError?: ErrorAnswer } | undefined)?.baseError;
      if (error instanceof Error && answer) {
        error.message = `RPC: ${new SandboxError(String(method), answer, { params }).message}`;
        beginAtCaller(error);
        for (const member of ['baseError', 'request']) if (member in error) hideFromPrint(error, member);
      }
      throw error;
    }
  });
}
