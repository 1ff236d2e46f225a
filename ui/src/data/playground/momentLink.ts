import { linkOfChain } from '../../transport/chainLink.ts';
import { readStored, writeStored } from '../stores/stored.ts';

/** The part of a link that holds an exported transaction, or why there is none. */
export type MomentLink = { readonly text: string } | { readonly reason: string };

export const momentLink = (bytes: Uint8Array): Promise<MomentLink> =>
  linkOfChain({ kind: 'moment', bytes }).then(
    (text) => ({ text }),
    (error: Error) => ({ reason: error.message }),
  );

/**
 * The address of a playground with a link behind it; undefined if it is none that can be opened: only http and https can. The address may
 * have been copied while the playground showed another chain, or another place of it.
 */
export function linkAt(address: string, link: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const { protocol, origin, pathname } = new URL(address);
  return /^https?:$/.test(protocol) ? origin + pathname + link : undefined;
}

const KEY = 'starbox.playground';
const IS_PLAYGROUND = import.meta.env.MODE === 'playground';

/** Where people who get a link have a playground: this page, if it is one, or what this browser was told. */
export const playgroundAddress = {
  read: (): string => (IS_PLAYGROUND ? window.location.origin + window.location.pathname : (readStored(KEY) ?? '')),
  write: (address: string): void => {
    writeStored(KEY, address);
  },
};
