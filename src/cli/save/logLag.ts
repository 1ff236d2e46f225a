import type { JournalLag } from '../../rpc/journal/journalFile.ts';
import type { Log } from '../../server/log/log.ts';

/** Logs when the file of `--dump-on block` falls behind the chain, and when it is complete again. */
export const logLag =
  (log: Log, path: string | undefined) =>
  (lag: JournalLag | undefined): void =>
    lag
      ? log.write(
          'error',
          'starbox',
          `The dump ${path} is behind the chain and is written as soon as possible: ${lag.reason}`,
        )
      : log.write('info', 'starbox', `The dump ${path} is complete again.`);
