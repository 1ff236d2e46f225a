import type { NodeClient } from '../node/nodeClient.ts';
import { canonicalHex, isHex } from '../text/hex.ts';
import { find, WHOLE_HASH } from './search.ts';

/** The one transaction with a hash, which may be given by its beginning or as `0x4182…a21a`. Rejects if there is none or several. */
export async function transactionOf(node: NodeClient, text: string): Promise<string> {
  const wanted = text.trim();
  if (isHex(wanted) && WHOLE_HASH.test(wanted)) return canonicalHex(wanted);
  const { list } = await find(node, wanted);
  const hashes = list.flatMap(({ what, name }) => (what === 'Transaction' ? name : []));
  if (hashes.length === 1) return hashes[0]!;
  throw new Error(
    hashes.length > 1
      ? `${hashes.length} transactions have a hash like ${wanted}: give more of it.`
      : `No transaction here has a hash like ${wanted}: give the first digits of one, 0x and at least two.`,
  );
}
