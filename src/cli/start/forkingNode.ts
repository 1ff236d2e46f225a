// Creates the node of a configuration. On a fork it has a cache, and the log shows the number of requests to the origin.
import type { NodeConfig } from '../../chain/config.ts';
import { createNode, type PlatformParts } from '../../chain/createNode.ts';
import { ClassChoiceError } from '../../chain/genesis/systemClasses.ts';
import type { Node } from '../../chain/node.ts';
import type { BuiltinTexts } from '../../classes/builtinClasses.ts';
import { originConnector } from '../../fork/originConnector.ts';
import type { Options } from '../../options/options.ts';
import { ChainError } from '../../protocol/chainError.ts';
import { writeWords } from '../../protocol/message.ts';
import type { ExportedOrigin } from '../../rpc/record/exportedAnswers.ts';
import type { Log } from '../../server/log/log.ts';
import type { Metrics } from '../../server/metrics/metrics.ts';
import { classFiles } from '../options/configure.ts';
import { commandHints } from '../options/hints.ts';
import { forkCache } from './forkCache.ts';
import { recordFiles } from './recordFiles.ts';
import { StartError } from './startError.ts';

const TARGET = 'starbox::fork';

/** Creates the node. If an origin cannot be forked or a class cannot be used, the start fails with one line. */
export async function forkingNode(
  texts: BuiltinTexts,
  config: NodeConfig,
  options: Options,
  log: Log,
  metrics: Metrics | undefined,
  surroundings: PlatformParts,
  exported: ExportedOrigin | undefined,
): Promise<Node> {
  const connect = originConnector({
    cachingEnabled: config.fork?.cachingEnabled,
    cache: forkCache(options['fork-cache'], (text) => log.write('warn', TARGET, text)),
    isOffline: options['fork-offline'],
    // Clients may fork other nodes, but not read files.
    standIn: exported?.standIn ?? recordFiles((text) => log.write('info', TARGET, text), config.fork?.url ?? ''),
    observe: metrics && ((method, seconds, isOk) => metrics.upstream(`starknet_${method}`, seconds, isOk)),
    log: (level, text) => log.write(level, TARGET, writeWords(text, commandHints)),
  });
  try {
    return await createNode(texts, config, connect, surroundings);
  } catch (error) {
    if (!config.fork && !(error instanceof ClassChoiceError)) throw error;
    log.flush();
    throw new StartError(reasonOf(error));
  }
}

/** Why a start failed, with the options as the command line names them. */
function reasonOf(error: unknown): string {
  if (error instanceof ClassChoiceError) {
    const { chosen, reason } = error;
    return chosen === 'accountClassCustom'
      ? `--account-class-custom: ${reason}`
      : `--system-classes: ${classFiles[chosen]}: ${reason}`;
  }
  if (error instanceof ChainError) return writeWords(error.words, commandHints);
  return error instanceof Error ? error.message : String(error);
}

const SECOND_MS = 1000;
/** How often traffic is logged: while many values are fetched, and otherwise. */
const BUSY_SECONDS = 10;
const QUIET_SECONDS = 60;

/**
 * Logs how many requests went to the origin: once a minute, and every ten seconds while requests follow one another, so that a user who waits for
 * a first run sees why. Returns a function that stops this, logs once more and writes the cache.
 */
export function followTraffic(node: Node, log: Log): () => Promise<void> {
  let logged = '';
  let seconds = 0;
  let busySeconds = 0;
  let before = 0;
  const report = () => {
    const { origin } = node.chain;
    if (!origin) return;
    const { upstream, retries, cached } = origin.counts;
    const again = retries > 0 ? ` (${retries} of them again)` : '';
    const text = `${upstream} upstream calls${again}, ${cached} answered from cache`;
    seconds = 0;
    if (text === logged) return;
    logged = text;
    log.write('info', TARGET, text);
  };
  const look = () => {
    const upstream = node.chain.origin?.counts.upstream ?? 0;
    busySeconds = upstream > before ? busySeconds + 1 : 0;
    before = upstream;
    seconds++;
    if (seconds >= QUIET_SECONDS || (busySeconds > 1 && seconds >= BUSY_SECONDS)) report();
  };
  report();
  const timer = setInterval(look, SECOND_MS).unref();
  return async () => {
    clearInterval(timer);
    report();
    await node.chain.origin?.flush();
  };
}
