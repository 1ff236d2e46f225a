const FIRST_MS = 1000;
const NEXT_MS = 10_000;

/**
 * Writes a line about work that takes longer than a second, and another every ten seconds. `progress` says how far it is.
 *
 * @example await tellIfSlow(writeLine, 'Loading chain.json', () => loadDump(hub, path), () => `block ${hub.node.chain.latest.number}`);
 */
export async function tellIfSlow<T>(
  writeLine: (line: string) => void,
  text: string,
  work: () => Promise<T>,
  progress?: () => string,
): Promise<T> {
  const tell = () => {
    writeLine(`${text} …${progress ? ` ${progress()}` : ''}`);
    timer = setTimeout(tell, NEXT_MS);
  };
  let timer = setTimeout(tell, FIRST_MS);
  try {
    return await work();
  } finally {
    clearTimeout(timer);
  }
}
