import { type FSWatcher, watch } from 'node:fs';

/** How often the folders are looked at even if the system reports nothing: some file systems never do, and folders may appear later. */
const POLL_MS = 500;
/** A build writes several files at once. */
const QUIET_MS = 20;

/** Calls a function soon after files in folders may have changed, and now and then. Returns a function that ends this. */
export function watchFolders(folders: () => Promise<readonly string[]>, changed: () => void): () => void {
  const watchers = new Map<string, FSWatcher>();
  let timer: NodeJS.Timeout | undefined;
  let isEnded = false;
  const drop = (folder: string): void => {
    watchers.get(folder)?.close();
    watchers.delete(folder);
  };
  const soon = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      void attach();
      changed();
    }, QUIET_MS).unref();
  };
  const attach = async (): Promise<void> => {
    const wanted = new Set(await folders().catch(() => []));
    if (isEnded) return;
    for (const folder of watchers.keys()) if (!wanted.has(folder)) drop(folder);
    for (const folder of wanted) {
      if (watchers.has(folder)) continue;
      try {
        const watcher = watch(folder, { persistent: false }, (kind) => {
          // The folder may have been removed and made again, which ends the reports.
          if (kind === 'rename') drop(folder);
          soon();
        });
        watcher.on('error', () => drop(folder));
        watchers.set(folder, watcher);
      } catch {
        // There is no such folder yet, or the system has no watchers left.
      }
    }
  };
  void attach();
  const poll = setInterval(() => {
    void attach();
    changed();
  }, POLL_MS).unref();
  return () => {
    isEnded = true;
    clearInterval(poll);
    clearTimeout(timer);
    for (const folder of [...watchers.keys()]) drop(folder);
  };
}
