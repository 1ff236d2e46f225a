import type { Node } from '../../chain/node.ts';
import { beginAtCaller, callSite } from '../../text/callerStack.ts';
import { SandboxClosedError } from '../errors.ts';
import type { Connection } from './connection.ts';

/**
 * Looks at a chain now and after each change until `look` is true. Rejects with what it throws, and when the sandbox is closed, since nothing
 * changes afterwards; `waiting` says what was waited for.
 */
export function followUntil(node: Node, connection: Connection, waiting: string, look: () => boolean): Promise<void> {
  const site = callSite();
  return new Promise((resolve, reject) => {
    const stop = () => {
      stopFollowing();
      stopListening();
    };
    const check = () => {
      try {
        if (!look()) return;
        resolve();
      } catch (error) {
        reject(error);
      }
      stop();
    };
    const stopFollowing = node.follow(check);
    const close = () => {
      stop();
      const error = new SandboxClosedError(
        `This sandbox was closed while ${waiting}. Close it later. In a test, an \`await\` may be missing.`,
      );
      beginAtCaller(error, site);
      reject(error);
    };
    const stopListening = connection.onClose(close);
    check();
    // It may have been closed between the sending and this.
    if (connection.isClosed) close();
  });
}
