import type { ProtocolConstants } from './constants.ts';
import { PROTOCOL_0_13_4 } from './v0_13_4.ts';
import { PROTOCOL_0_13_5 } from './v0_13_5.ts';
import { PROTOCOL_0_13_6 } from './v0_13_6.ts';
import { PROTOCOL_0_14_0 } from './v0_14_0.ts';
import { PROTOCOL_0_14_1 } from './v0_14_1.ts';
import { PROTOCOL_0_14_2 } from './v0_14_2.ts';
import { PROTOCOL_0_14_3 } from './v0_14_3.ts';
import { PROTOCOL_0_14_4 } from './v0_14_4.ts';

/** The protocol versions that a block can have, oldest first. A new version is a table like v0_14_4.ts and a line here. */
const VERSIONS: readonly ProtocolConstants[] = [
  PROTOCOL_0_13_4,
  PROTOCOL_0_13_5,
  PROTOCOL_0_13_6,
  PROTOCOL_0_14_0,
  PROTOCOL_0_14_1,
  PROTOCOL_0_14_2,
  PROTOCOL_0_14_3,
  PROTOCOL_0_14_4,
];

/** The version of new blocks, unless a node is given another. */
export const NEWEST_PROTOCOL: ProtocolConstants = VERSIONS.at(-1)!;

/** The names of the versions, oldest first. */
export const protocolNames: readonly string[] = VERSIONS.map(({ version }) => version);

/** A version by its name, such as 0.14.4. */
export const protocolNamed = (version: string): ProtocolConstants | undefined =>
  VERSIONS.find((constants) => constants.version === version);

/**
 * The version to execute by on top of a block of another node. If there is no table for that version, it is the newest version before it,
 * or the oldest of all. Without a version it is the newest.
 */
export function protocolAfter(version: string | undefined): ProtocolConstants {
  if (version === undefined) return NEWEST_PROTOCOL;
  const named = protocolNamed(version);
  if (named) return named;
  return VERSIONS.findLast((constants) => compareVersions(constants.version, version) <= 0) ?? VERSIONS[0]!;
}

/** Compares versions part by part: 0.13.1.1 comes after 0.13.1. */
function compareVersions(a: string, b: string): number {
  const [left, right] = [a, b].map((text) => text.split('.').map((part) => Number.parseInt(part, 10) || 0));
  for (let i = 0; i < Math.max(left!.length, right!.length); i++) {
    const difference = (left![i] ?? 0) - (right![i] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
