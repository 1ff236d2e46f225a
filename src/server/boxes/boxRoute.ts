import { isPagePath } from '../page.ts';
import { BOX_PREFIX, type Box } from './box.ts';
import type { BoxRegistry } from './boxRegistry.ts';

/** Where a request goes: to the main chain or to a box, and which path it asks for there. */
export interface Route {
  readonly box: Box | undefined;
  readonly path: string;
}

const BOX_PATH = /^\/box\/([0-9a-f]{32})(\/.*)?$/;

/** The body of a 404 for a box. */
export const NO_BOX =
  'There is no such box. It was dropped, also if it was not used for the time of --box-timeout. Create another one with devnet_createBox.\n';

/**
 * The route of the URL of a request; undefined if it is below that of a box that does not exist. A slash at the end makes no difference,
 * except for the page, whose files are below it.
 */
export function routeOf(url: string, boxes: BoxRegistry | undefined): Route | undefined {
  const path = url.split('?', 1)[0]!;
  if (!path.startsWith(BOX_PREFIX)) return { box: undefined, path: withoutSlash(path) };
  const [, id, rest] = BOX_PATH.exec(path) ?? [];
  const box = id === undefined ? undefined : boxes?.find(id);
  return box && { box, path: withoutSlash(rest ?? '/') };
}

const withoutSlash = (path: string): string => (/[^/]\/$/.test(path) && !isPagePath(path) ? path.slice(0, -1) : path);
