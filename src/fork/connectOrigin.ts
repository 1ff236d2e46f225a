import type { ConnectOrigin, ForkTarget, Origin } from '../chain/origin.ts';
import type { ClassCompiler } from '../classes/classCompiler.ts';
import { type Felt, parseFelt } from '../felt/felt.ts';
import { SPEC_VERSION } from '../protocol/version.ts';
import type { CacheFiles } from './cacheFiles.ts';
import { ConnectedOrigin } from './connectedOrigin.ts';
import { DiskAnswers } from './diskAnswers.ts';
import { OFFLINE } from './offlineOrigin.ts';
import { OriginBase } from './originBase.ts';
import { readBlock, tellsState } from './originBlock.ts';
import { type AskOrigin, type OriginAnswer, OriginClient } from './originClient.ts';
import { OriginError } from './originError.ts';
import { type KnownOrigin, recallOrigin, rememberOrigin } from './originIndex.ts';
import { type FetchLike, Transport } from './transport.ts';

/** How origins are reached, and what a start may say about them. */
export interface ForkingOptions {
  readonly fetch?: FetchLike | undefined;
  readonly timeoutSeconds?: number | undefined;
  readonly cachingEnabled?: boolean | undefined;
  readonly sleep?: ((ms: number) => Promise<void>) | undefined;
  /** Where answers are kept between runs. */
  readonly cache?: CacheFiles | undefined;
  /** Nothing is asked: what the cache lacks is an error. */
  readonly isOffline?: boolean | undefined;
  /** Told of every value asked for: by which method, how long it took, and whether there was one. */
  readonly observe?: ((method: string, seconds: number, isOk: boolean) => void) | undefined;
  readonly log?: ((level: 'info' | 'warn', text: string) => void) | undefined;
}

/** Hashes that contracts may ask for reach this many blocks back from the first block of a fork. */
const HASHES_BACK = 9;

/** The way to origins for a node's compiler. */
export function originConnector(options: ForkingOptions): (compiler: ClassCompiler) => ConnectOrigin {
  return (compiler) => async (target) => {
    try {
      return await connect(normalUrl(target.url), target, compiler, options);
    } catch (error) {
      throw error instanceof OriginError ? new Error(error.short) : error;
    }
  };
}

async function connect(
  url: string,
  { blockNumber }: ForkTarget,
  compiler: ClassCompiler,
  options: ForkingOptions,
): Promise<Origin> {
  const { sleep, timeoutSeconds, log, cachingEnabled, cache, isOffline = false } = options;
  const transport = new Transport(url, {
    fetch: options.fetch ?? (globalThis.fetch as unknown as FetchLike),
    ...(timeoutSeconds === undefined ? {} : { timeoutSeconds }),
    ...(sleep ? { sleep } : {}),
    retrying: (error, inMs) => log?.('warn', `The origin will be asked again in ${inMs} ms: ${error.message}`),
  });
  const ask = isOffline ? OFFLINE : new OriginClient(transport, sleep);
  const files = cachingEnabled === false ? undefined : cache;
  const known = isOffline ? await recall(files, url, blockNumber) : await explore(ask, url, blockNumber, log);
  const { chainId, block, hashes } = known;
  const warn = (text: string) => log?.('warn', text);
  const kept = files && known.isIdentified ? await DiskAnswers.open(files, chainId, block.hash, warn) : undefined;
  if (files && kept && !isOffline) await rememberOrigin(files, url, known);
  if (files && !kept)
    log?.(
      'info',
      `Answers of ${url} are not kept on disk: block ${block.number} has no state root that tells its state.`,
    );
  return new ConnectedOrigin({
    url,
    cachingEnabled,
    chainId,
    chainName: asciiOf(chainId),
    block,
    hashes,
    base: new OriginBase({
      origin: ask,
      url,
      blockNumber: block.number,
      compiler,
      kept,
      warn,
      observe: options.observe,
    }),
    ask,
    kept,
    isOffline,
    traffic: () => ({ calls: transport.calls, retries: transport.retries }),
  });
}

interface Explored extends KnownOrigin {
  /** Whether the hash of the block stands for its state, so that answers can be kept under it. */
  readonly isIdentified: boolean;
}

/** Asks who the origin is, and for the blocks that the fork needs to know. */
async function explore(
  ask: AskOrigin,
  url: string,
  blockNumber: number | undefined,
  log: ForkingOptions['log'],
): Promise<Explored> {
  const [specVersion, chain, forked] = await ask.ask([
    { method: 'specVersion', params: [] },
    { method: 'chainId', params: [] },
    {
      method: 'getBlockWithTxHashes',
      params: { block_id: blockNumber === undefined ? 'latest' : { block_number: blockNumber } },
    },
  ]);
  checkVersion(url, specVersion!, log);
  const chainId = parseFelt(resultOf(url, 'chainId', chain!));
  if (chainId === undefined) throw notStarknet(url, 'chainId');
  const shown = resultOf(url, 'getBlockWithTxHashes', forked!);
  const block = readBlock(shown);
  if (!block)
    throw new OriginError(
      'unreadable',
      `Block deserialized as pre-confirmed, no hash available. Most likely RPC version incompatibility. Origin: ${url}`,
    );
  const hashes = new Map([[block.number, block.hash]]);
  const before = Array.from({ length: Math.min(HASHES_BACK, block.number) }, (_, i) => block.number - 1 - i);
  const older = await ask.ask(
    before.map((number) => ({ method: 'getBlockWithTxHashes', params: { block_id: { block_number: number } } })),
  );
  for (const answer of older) {
    const read = readBlock(resultOf(url, 'getBlockWithTxHashes', answer));
    if (read) hashes.set(read.number, read.hash);
  }
  return { chainId, block, hashes, isIdentified: tellsState(shown) };
}

async function recall(files: CacheFiles | undefined, url: string, blockNumber: number | undefined): Promise<Explored> {
  if (!files) throw new OriginError('notCached', '--fork-offline needs the cache, which is off (--fork-cache).');
  const known = await recallOrigin(files, url, blockNumber);
  if (known) return { ...known, isIdentified: true };
  const which = blockNumber === undefined ? '' : ` at block ${blockNumber}`;
  throw new OriginError(
    'notCached',
    `--fork-offline: nothing is cached of ${url}${which}. Start once without it, at the block you need. (Sandboxes are not cached: their blocks have no state root.)`,
  );
}

/** The URL as it is shown and used; throws for what is no URL of a web server. */
export function normalUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:'))
    throw new OriginError('unreachable', `'${text.slice(0, 200)}' is no http or https URL of a node to fork.`);
  return url.href;
}

/** The first version whose blocks, classes and errors read as ours do. */
const OLDEST = [0, 6];

function checkVersion(url: string, answer: OriginAnswer, log: ForkingOptions['log']): void {
  const version = resultOf(url, 'specVersion', answer);
  const parts = typeof version === 'string' ? /^(\d+)\.(\d+)\./.exec(version) : null;
  if (!parts) throw notStarknet(url, 'specVersion');
  const [major, minor] = [Number(parts[1]), Number(parts[2])];
  if (major === OLDEST[0] && minor < OLDEST[1]!)
    throw new OriginError(
      'refused',
      `The origin ${url} speaks JSON-RPC ${version}, which is too old to fork from (at least ${OLDEST.join('.')}). Use a newer endpoint of it, such as …/rpc/v0_10.`,
    );
  if (version !== SPEC_VERSION)
    log?.(
      'warn',
      `The origin ${url} speaks JSON-RPC ${version}, this sandbox ${SPEC_VERSION}: what it says about its past is passed on in its version.`,
    );
}

function resultOf(url: string, method: string, { result, error }: OriginAnswer): unknown {
  if (!error) return result;
  throw new OriginError(
    'refused',
    `JSON-RPC error: code=${error.code}, message="${error.message}" (${method} at ${url})`,
  );
}

const notStarknet = (url: string, method: string) =>
  new OriginError('refused', `${url} is not a Starknet JSON-RPC node: it does not answer ${method} as one.`);

/** The text of a short string. */
function asciiOf(felt: Felt): string {
  const hex = felt.toString(16);
  const bytes = (hex.length % 2 ? `0${hex}` : hex).match(/../g) ?? [];
  return felt === 0n ? '' : bytes.map((byte) => String.fromCharCode(Number.parseInt(byte, 16))).join('');
}
