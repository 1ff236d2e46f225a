import type { NodeClient } from '../node/nodeClient.ts';
import { labels } from '../stores/labels.ts';
import { recipientOf } from './recipientOf.ts';

/**
 * What was typed for members of events, in the words of the node: `to=account 3` becomes `to=0x…`. Values that name nobody stay as they are.
 * Throws if something has no value.
 */
export async function memberFilter(node: NodeClient, text: string): Promise<string> {
  const parts = text.split(',').filter((part) => part.trim() !== '');
  const read = parts.map(async (part) => {
    const [name = '', value = ''] = part.split(/=(.*)/s).map((side) => side.trim());
    if (name === '' || value === '')
      throw new Error(`Give members with their values, such as to=account 1, value=5. This is none: ${part.trim()}`);
    return `${name}=${isName(value) ? await recipientOf(node, value) : value}`;
  });
  return (await Promise.all(read)).join(', ');
}

const isName = (value: string): boolean =>
  /^account\s+\d+$/i.test(value) ||
  [...labels.get().values()].some((name) => name.toLowerCase() === value.toLowerCase());
