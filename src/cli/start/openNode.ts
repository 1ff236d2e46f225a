import { existsSync } from 'node:fs';
import type { NodeConfig } from '../../chain/config.ts';
import type { Node } from '../../chain/node.ts';
import { builtinClassTexts } from '../../libraryNode/builtinTexts.ts';
import type { Options } from '../../options/options.ts';
import type { Log } from '../../server/log/log.ts';
import { logPrints } from '../../server/log/logPrints.ts';
import type { Metrics } from '../../server/metrics/metrics.ts';
import { missingArgent } from '../options/configure.ts';
import { classCache } from './classCache.ts';
import { forkingNode } from './forkingNode.ts';
import { lineOf } from './openLog.ts';
import { openSurroundings } from './openSurroundings.ts';
import type { Start } from './readStart.ts';
import { tellIfSlow } from './tellIfSlow.ts';

export type OpenedNode = Awaited<ReturnType<typeof openNode>>;

/** What metrics ask for after the start. */
interface Counts {
  readonly boxes: () => number;
  readonly faultRules: () => number;
}

/** Creates the node with what it needs and what counts its work. */
export async function openNode(start: Start, options: Options, log: Log, counts: Counts) {
  const { config, origin } = start;
  const metrics = await openMetrics(options, () => node, counts);
  const cache = classCache(options['class-cache'], log);
  warnOfMissingFiles(config, options, log);
  const print = logPrints(log, () => node.chain);
  const { buildFiles, ...surroundings } = await openSurroundings(options, cache, print);
  const node: Node = await tellIfSlow(lineOf(log), workOf(start), () =>
    forkingNode(builtinClassTexts, config, options, log, metrics, surroundings, origin),
  );
  return { node, metrics, cache, print, hasher: surroundings.hasher, buildFiles };
}

/** What takes time. An origin that came with a file is not asked. */
export const workOf = ({ config, origin }: Pick<Start, 'config' | 'origin'>): string =>
  config.fork && !origin ? `Asking ${config.fork.url}` : 'Preparing the chain';

/** The metrics that --metrics-host asks for. They are created before the node, because they count its first requests to an origin. */
async function openMetrics(options: Options, node: () => Node, counts: Counts): Promise<Metrics | undefined> {
  if (options['metrics-host'] === undefined) return undefined;
  const { Metrics } = await import('../../server/metrics/metrics.ts');
  return new Metrics(() => node().chain, counts.boxes, counts.faultRules);
}

/** Names the files and folders that options count on and that are not there. The start goes on without them. */
function warnOfMissingFiles(config: NodeConfig, options: Options, log: Log): void {
  const withoutArgent = missingArgent(config);
  if (withoutArgent !== undefined) log.write('warn', 'starbox', withoutArgent);
  for (const folder of options.artifacts ?? [])
    if (!existsSync(folder))
      log.write('warn', 'starbox', `--artifacts ${folder}: there is no such folder. It is read once it exists.`);
}
