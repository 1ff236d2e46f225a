import type { ChainBytes } from '../../transport/workerMessages.ts';
import { momentAddress } from './momentAddress.ts';

/**
 * The place that the link that opened the playground leads to: the moment of an exported transaction, or the screen that says why the
 * chain of the link could not be loaded. Undefined if it leads nowhere else, also where the page is loaded again at another place.
 */
export async function placeOfLink(
  chain: Promise<ChainBytes | undefined>,
  started: Promise<Error | undefined>,
  path: string,
): Promise<string | undefined> {
  if (await started) return '/playground';
  const given = await chain;
  return path === '/' && given?.kind === 'moment' ? momentAddress(given.bytes) : undefined;
}
