import { addressOf } from '../chain/addressOf.ts';
import { plainPath } from '../chain/plainPath.ts';
import type { NodeClient } from '../node/nodeClient.ts';
import { canonicalHex, isHex } from '../text/hex.ts';
import type { WatchRule } from './watchRules.ts';

/** The rule for a cell as somebody types it: its contract by address or name, and its path or key. Rejects if there is no such cell. */
export async function cellRule(node: NodeClient, contract: string, cell: string): Promise<WatchRule> {
  const found = await addressOf(node, contract);
  if (!isHex(found)) throw new Error(`No contract is called ${contract.trim()}.`);
  const address = canonicalHex(found);
  const askFor = (key: string) =>
    node.request('sandbox_getStorageWriters', { contract_address: address, key, limit: 1 });
  const wanted = await plainPath(node, cell.trim());
  // The node says what is wrong with a name.
  const { keys, type } = await askFor(wanted);
  if (isHex(wanted)) return { kind: 'cell', address, cell: canonicalHex(wanted) };
  // A path can be written in several ways; that of its first key is the one that the page shows. Of a member it is that of the whole value.
  const first = await askFor(keys[0]!);
  const path = first.type === type ? first.path : null;
  return { kind: 'cell', address, cell: path ?? wanted };
}
