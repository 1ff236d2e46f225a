import type { ProtocolConstants } from './constants.ts';
import { PROTOCOL_0_14_4 } from './v0_14_4.ts';

/** The protocol versions that a block can have, oldest first. A new version is a table like v0_14_4.ts and a line here. */
const VERSIONS: readonly ProtocolConstants[] = [PROTOCOL_0_14_4];

/** The version of new blocks, unless a node is given another. */
export const NEWEST_PROTOCOL: ProtocolConstants = VERSIONS.at(-1)!;

/** A version by its name, such as 0.14.4. */
export const protocolNamed = (version: string): ProtocolConstants | undefined =>
  VERSIONS.find((constants) => constants.version === version);
