import { ForkTrail } from '../chain/forkTrail.ts';
import type { ForkTarget, Origin, OriginBlock } from '../chain/origin.ts';
import type { ClassLibrary } from '../classes/classLibrary.ts';
import { type Felt, parseFelt } from '../felt/felt.ts';
import { failed } from '../protocol/chainError.ts';
import type { ProtocolConstants } from '../protocol/constants.ts';
import { hint, message, type Words } from '../protocol/message.ts';
import { SPEC_VERSION } from '../protocol/version.ts';
import { protocolAfter, protocolNamed } from '../protocol/versions.ts';
import { DiskOriginCache } from './diskOriginCache.ts';
import { OFFLINE } from './offlineOrigin.ts';
import { OriginBase } from './originBase.ts';
import { hasStateRoot, readBlock, readIdentity } from './originBlock.ts';
import type { GrowingCacheFiles } from './originCache.ts';
import { type OriginAnswer, OriginClient, type OriginEndpoint } from './originClient.ts';
import { OriginError } from './originError.ts';
import { findSavedOrigin, type OriginIdentity, saveOrigin } from './originIndex.ts';
import { RemoteOrigin } from './remoteOrigin.ts';
import { type FetchLike, Transport } from './transport.ts';

/** How to reach the origins of forks. */
export interface ForkingOptions {
  readonly fetch?: FetchLike | undefined;
  readonly timeoutSeconds?: number | undefined;
  readonly cachingEnabled?: boolean | undefined;
  readonly sleep?: ((ms: number) => Promise<void>) | undefined;
  /** The files in which answers are cached between runs. */
  readonly cache?: GrowingCacheFiles | undefined;
  /** Offline mode makes no requests. A value that is not cached is an error. */
  readonly isOffline?: boolean | undefined;
  /** What answers in place of a node, if the origin's place is a record. Nothing is asked or cached then. */
  readonly standIn?: ((place: string) => Promise<OriginEndpoint | undefined>) | undefined;
  /** What listens to a node, and passes on what it answers. Nothing is cached then. */
  readonly listener?: ((node: OriginEndpoint) => OriginEndpoint) | undefined;
  /** Is called for every requested value, with the method, the duration, and whether the request succeeded. */
  readonly observe?: ((method: string, seconds: number, isOk: boolean) => void) | undefined;
  readonly log?: ((level: 'info' | 'warn', text: Words) => void) | undefined;
}

/** Connects a node to an origin. */
export async function connectOrigin(
  target: ForkTarget,
  library: ClassLibrary,
  protocol: ProtocolConstants | undefined,
  options: ForkingOptions,
  trail = new ForkTrail(),
): Promise<Origin> {
  try {
    const standIn = await options.standIn?.(target.url);
    const url = standIn ? target.url : normalUrl(target.url);
    return await connect(url, standIn, target, library, protocol, options, trail);
  } catch (error) {
    throw error instanceof OriginError ? failed(error.short) : error;
  }
}

async function connect(
  url: string,
  standIn: OriginEndpoint | undefined,
  { blockNumber }: ForkTarget,
  library: ClassLibrary,
  protocol: ProtocolConstants | undefined,
  options: ForkingOptions,
  trail: ForkTrail,
): Promise<Origin> {
  const { sleep, timeoutSeconds, log, cachingEnabled, cache, isOffline = false, listener } = options;
  const transport = new Transport(url, {
    fetch: options.fetch ?? (globalThis.fetch as unknown as FetchLike),
    ...(timeoutSeconds === undefined ? {} : { timeoutSeconds }),
    ...(sleep ? { sleep } : {}),
    trail,
    onRetry: (error, inMs) =>
      log?.('warn', message`The request to the origin is retried in ${inMs} ms: ${error.words}`),
  });
  const asked = isOffline ? OFFLINE : new OriginClient(transport, sleep);
  const endpoint = standIn ?? listener?.(asked) ?? asked;
  const files = cachingEnabled === false || endpoint !== asked ? undefined : cache;
  const known =
    isOffline && !standIn
      ? await loadOrigin(files, url, blockNumber)
      : await fetchOrigin(endpoint, url, blockNumber, protocol, log);
  const { chainId, block, hashes } = known;
  if (!protocol) checkProtocol(block, log);
  const warn = (text: string) => log?.('warn', text);
  const originCache =
    files && known.isCacheable ? await DiskOriginCache.open(files, chainId, block.hash, warn) : undefined;
  if (files && originCache && !isOffline)
    await saveOrigin(files, url, known).catch((error: Error) =>
      warn(`The fork cannot be started offline later: ${error.message}`),
    );
  if (files && !originCache)
    log?.(
      'info',
      `Answers of ${url} are not cached on disk: block ${block.number} has no state root that tells its state.`,
    );
  return new RemoteOrigin({
    url,
    cachingEnabled,
    chainId,
    chainName: asciiOf(chainId),
    block,
    hashes,
    trail,
    base: new OriginBase({
      endpoint,
      url,
      blockNumber: block.number,
      library,
      cache: originCache,
      warn,
      observe: options.observe,
    }),
    endpoint,
    cache: originCache,
    isOffline,
    traffic: () => ({ calls: transport.calls, retries: transport.retries }),
  });
}

interface ForkedOrigin extends OriginIdentity {
  /** Whether the hash of the block identifies its state, so that answers can be cached under it. */
  readonly isCacheable: boolean;
}

/** Requests the version and chain id of the origin, and the blocks that the fork needs. */
async function fetchOrigin(
  endpoint: OriginEndpoint,
  url: string,
  blockNumber: number | undefined,
  protocol: ProtocolConstants | undefined,
  log: ForkingOptions['log'],
): Promise<ForkedOrigin> {
  const [specVersion, chain, forked] = await endpoint.call([
    { method: 'specVersion', params: [] },
    { method: 'chainId', params: [] },
    {
      method: 'getBlockWithTxHashes',
      params: { block_id: blockNumber === undefined ? 'latest' : { block_number: blockNumber } },
      part: 'head',
    },
  ]);
  checkVersion(url, specVersion!, log);
  const chainId = parseFelt(resultOf(url, 'chainId', chain!));
  if (chainId === undefined) throw notStarknet(url, 'chainId');
  const shown = resultOf(url, `getBlockWithTxHashes ${blockNumber ?? 'latest'}`, forked!);
  const block = readBlock(shown);
  if (!block)
    throw new OriginError(
      'unreadable',
      `Block deserialized as pre-confirmed, no hash available. Most likely RPC version incompatibility. Origin: ${url}`,
    );
  const hashes = new Map([[block.number, block.hash]]);
  // Contracts in the first block of the fork may ask for the hash of this block and of those before it.
  const { storedBlockHashBuffer } = protocol ?? protocolAfter(block.protocolVersion);
  const oldest = Math.max(0, block.number + 1 - storedBlockHashBuffer);
  const before = Array.from({ length: block.number - oldest }, (_, i) => block.number - 1 - i);
  const older = await endpoint.call(
    before.map((number) => ({
      method: 'getBlockWithTxHashes',
      params: { block_id: { block_number: number } },
      part: 'number',
    })),
  );
  for (const answer of older) {
    const read = readIdentity(resultOf(url, 'getBlockWithTxHashes', answer));
    if (read) hashes.set(read.number, read.hash);
  }
  return { chainId, block, hashes, isCacheable: hasStateRoot(shown) };
}

async function loadOrigin(
  files: GrowingCacheFiles | undefined,
  url: string,
  blockNumber: number | undefined,
): Promise<ForkedOrigin> {
  if (!files)
    throw new OriginError(
      'notCached',
      message`${hint('offlineMode')} needs the cache, which is off (${hint('forkCache')}).`,
    );
  const known = await findSavedOrigin(files, url, blockNumber);
  if (known) return { ...known, isCacheable: true };
  const which = blockNumber === undefined ? '' : ` at block ${blockNumber}`;
  throw new OriginError(
    'notCached',
    message`${hint('offlineMode')}: nothing is cached of ${url}${which}. Start once without it, at the block you need. (Sandboxes are not cached: their blocks have no state root.)`,
  );
}

/** Normalizes the URL of an origin. Throws if it is not an http or https URL. */
function normalUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:'))
    throw new OriginError('unreachable', `'${text.slice(0, 200)}' is no http or https URL of a node to fork.`);
  return url.href;
}

/** The oldest version of the JSON-RPC specification whose blocks, classes and errors we can read. */
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
  // Patch versions add nothing that an answer from the past must have.
  if (!SPEC_VERSION.startsWith(`${major}.${minor}.`))
    log?.(
      'warn',
      `The origin ${url} speaks JSON-RPC ${version}, this sandbox ${SPEC_VERSION}: what it says about its past is passed on in its version.`,
    );
}

/** Warns if there is no table for the protocol version of the forked block. */
function checkProtocol({ number, protocolVersion }: OriginBlock, log: ForkingOptions['log']): void {
  if (protocolVersion === undefined || protocolNamed(protocolVersion)) return;
  const used = protocolAfter(protocolVersion).version;
  log?.(
    'warn',
    message`Block ${number} of the origin follows protocol ${protocolVersion}, which this sandbox does not know. New blocks follow ${used}; ${hint('protocolVersion')} chooses another.`,
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
