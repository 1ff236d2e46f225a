import { isStateHead } from '../../stateFile/envelope.ts';
import { findMethod } from '../method.ts';
import { methods } from '../methods/index.ts';
import type { FileKind } from './files.ts';

// Sandboxes write the members in the order of JSON-RPC. Programs that rewrite a dump may sort or reformat them.
const LIST_OF_REQUESTS = /^\s*\[\s*\{\s*"(?:jsonrpc|method|params|id)"\s*:/;
const FIRST_METHOD = /"method"\s*:\s*"(\w+)"/;
const EMPTY_LIST = /^\s*\[\s*\]\s*$/;

/** The kind of a file, by its beginning; undefined if it is not one of our files. */
export function kindOfFile(head: string): FileKind | undefined {
  if (isStateHead(head)) return 'state';
  return EMPTY_LIST.test(head) || (LIST_OF_REQUESTS.test(head) && isJournaled(FIRST_METHOD.exec(head)?.[1]))
    ? 'dump'
    : undefined;
}

/** Whether a dump may hold such a request: it changes the chain. */
function isJournaled(method = ''): boolean {
  return findMethod(methods, method)?.method.journal !== undefined;
}
