import type { NodeClient } from '../node/nodeClient.ts';
import { contractOf } from './recipientOf.ts';

/** Keys that are names begin with no digit, quote or bracket. */
const isName = (text: string): boolean => /^\s*[^\s\d'(),]/.test(text);

/** A path of storage with addresses in place of names: `balances[account 8]` becomes `balances[0x…]`. What means nothing stays as it is. */
export async function plainPath(node: NodeClient, path: string): Promise<string> {
  const read = (text: string) => (isName(text) ? contractOf(node, text).catch(() => text) : text);
  const parts = path.split(/\[([^[\]]*)\]/).map(async (part, i) => {
    if (i % 2 === 0) return part;
    // A name may have parentheses, and a key several parts.
    const whole = await read(part);
    const all = whole === part ? await Promise.all(part.split(/('[^']*'|[(),])/).map(read)) : [whole];
    return `[${all.join('')}]`;
  });
  return (await Promise.all(parts)).join('');
}
