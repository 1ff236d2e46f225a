import type { Log } from '../../server/log/log.ts';

const FIRST_MS = 1000;
const NEXT_MS = 10_000;

/**
 * Logs what is going on if it takes longer than a second, and again every ten seconds. `progress` says how far it is.
 *
 * @example await tellIfSlow(log, 'Loading chain.json', () => loadDump(hub, path), () => `block ${hub.node.chain.latest.number}`);
 */
export async function tellIfSlow<T>(
  log: Log,
  text: string,
  work: () => Promise<T>,
  progress?: () => string,
): Promise<T> {
  const tell = () => {
    log.write('info', 'starbox', `${text} …${progress ? ` ${progress()}` : ''}`);
    log.flush();
    timer = setTimeout(tell, NEXT_MS);
  };
  let timer = setTimeout(tell, FIRST_MS);
  try {
    return await work();
  } finally {
    clearTimeout(timer);
  }
}
