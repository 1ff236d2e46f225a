import type { WatchedFiles } from '../../classes/artifactStore.ts';
import type { Options } from '../../options/options.ts';
import type { Hub } from '../../sandbox/hub.ts';
import type { BuildWatcher } from '../../sandbox/watch/buildWatcher.ts';
import type { Log } from '../../server/log/log.ts';

/** Follows the builds of the user's contracts, if --watch or --watch-contract asks for it. */
export async function watchBuilds(
  hub: Hub,
  files: WatchedFiles,
  options: Options,
  log: Log,
): Promise<BuildWatcher | undefined> {
  const contracts = options['watch-contract'] ?? [];
  if (!options.watch && contracts.length === 0) return undefined;
  const [{ BuildWatcher }, { logRebuild }] = await Promise.all([
    import('../../sandbox/watch/buildWatcher.ts'),
    import('../../server/log/logRebuild.ts'),
  ]);
  const watcher = await BuildWatcher.start({
    hub,
    files,
    contracts,
    reports: {
      rebuilt: (rebuild) => {
        logRebuild(log, rebuild);
        log.flush();
      },
      problem: (text) => log.write('warn', 'watch', text),
    },
  });
  const where = options.artifacts?.join(', ') ?? 'target/dev and target/release of the nearest Scarb.toml';
  log.write('info', 'watch', `Following the builds in ${where}`);
  return watcher;
}
