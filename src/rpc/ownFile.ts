import { isStateHead } from '../chain/stateFile/envelope.ts';
import type { FileKind } from './files.ts';

/** A dump begins with its first request, in the order of members that every sandbox writes. White space is anybody's. */
const DUMP_HEAD =
  /^\s*\[\s*(?:\]\s*$|\{\s*"jsonrpc"\s*:\s*"2\.0"\s*,\s*"method"\s*:\s*"(?:devnet|starknet)_\w+"\s*,\s*"params"\s*:)/;

/** What kind of file begins like this; undefined when it is none of ours. */
export function kindOfFile(head: string): FileKind | undefined {
  if (isStateHead(head)) return 'state';
  return DUMP_HEAD.test(head) ? 'dump' : undefined;
}
