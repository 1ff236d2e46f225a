/**
 * What may differ between a fork and its origin: block hashes, since the first block of a fork is its own, and what contains such
 * hashes, namely contract 0x1 and the commitment to its changes.
 */
const BLOCK_HASHES = new Set(['block_hash', 'parent_hash', 'state_diff_commitment']);

/** An answer without these differences. */
export const comparable = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (key, member) => {
    if (BLOCK_HASHES.has(key)) return undefined;
    return key === 'storage_diffs' ? member.filter(({ address }: { address: string }) => address !== '0x1') : member;
  });
