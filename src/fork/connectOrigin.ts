import type { ConnectOrigin, ForkTarget, Origin } from '../chain/origin.ts';
import type { ClassCompiler } from '../classes/classCompiler.ts';
import { type Felt, parseFelt } from '../felt/felt.ts';
import { SPEC_VERSION } from '../protocol/version.ts';
import { ConnectedOrigin } from './connectedOrigin.ts';
import { OriginBase } from './originBase.ts';
import { readBlock } from './originBlock.ts';
import { type OriginAnswer, OriginClient } from './originClient.ts';
import { OriginError } from './originError.ts';
import { type FetchLike, Transport } from './transport.ts';

/** How origins are reached, and what a start may say about them. */
export interface ForkingOptions {
  readonly fetch?: FetchLike | undefined;
  readonly timeoutSeconds?: number | undefined;
  readonly cachingEnabled?: boolean | undefined;
  readonly sleep?: ((ms: number) => Promise<void>) | undefined;
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
  const { fetch = globalThis.fetch as unknown as FetchLike, timeoutSeconds, sleep, log, cachingEnabled } = options;
  const transport = new Transport(url, {
    fetch,
    ...(timeoutSeconds === undefined ? {} : { timeoutSeconds }),
    ...(sleep ? { sleep } : {}),
    retrying: (error, inMs) => log?.('warn', `The origin will be asked again in ${inMs} ms: ${error.message}`),
  });
  const ask = new OriginClient(transport, sleep);
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
  if (chainId === undefined) throw notStarknet(url, 'chainId', chain!);
  const block = readBlock(resultOf(url, 'getBlockWithTxHashes', forked!));
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
  const kept = undefined;
  return new ConnectedOrigin({
    url,
    cachingEnabled,
    chainId,
    chainName: asciiOf(chainId),
    block,
    hashes,
    base: new OriginBase({ origin: ask, blockNumber: block.number, compiler, kept }),
    ask,
    kept,
    traffic: () => ({ calls: transport.calls, retries: transport.retries }),
  });
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
  if (!parts) throw notStarknet(url, 'specVersion', answer);
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

const notStarknet = (url: string, method: string, { result }: OriginAnswer) =>
  new OriginError(
    'refused',
    `${url} answered ${method} with ${JSON.stringify(result)?.slice(0, 80)}: it is no Starknet JSON-RPC node.`,
  );

/** The text of a short string. */
function asciiOf(felt: Felt): string {
  const hex = felt.toString(16);
  const bytes = (hex.length % 2 ? `0${hex}` : hex).match(/../g) ?? [];
  return felt === 0n ? '' : bytes.map((byte) => String.fromCharCode(Number.parseInt(byte, 16))).join('');
}
