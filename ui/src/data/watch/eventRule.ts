import { canonicalHex, isHex } from '../text/hex.ts';
import type { WatchRule } from './watchRules.ts';

/** What events are looked for by, in the words of the node. */
interface EventFilter {
  readonly contract_address?: string;
  readonly name?: string;
  readonly fields?: unknown;
  readonly from_block?: number;
  readonly to_block?: number;
}

/** The rule that waits for the events of a filter; undefined if a rule would wait for other ones too. */
export function eventRule({ contract_address, name, ...more }: EventFilter): WatchRule | undefined {
  if (contract_address === undefined || !isHex(contract_address) || Object.keys(more).length > 0) return undefined;
  const address = canonicalHex(contract_address);
  return { kind: 'event', address, ...(name !== undefined && { name }) };
}
