import { isStateHead } from '../chain/stateFile/envelope.ts';

/** A dump begins with its first request, in the order of members that every sandbox writes. White space is anybody's. */
const DUMP_HEAD =
  /^\s*\[\s*(?:\]\s*$|\{\s*"jsonrpc"\s*:\s*"2\.0"\s*,\s*"method"\s*:\s*"(?:devnet|starknet)_\w+"\s*,\s*"params"\s*:)/;

/** Whether a file that begins like this is a dump or a state file. */
export const isOwnFile = (head: string): boolean => isStateHead(head) || DUMP_HEAD.test(head);
