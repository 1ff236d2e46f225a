import type { OriginBlock } from '../chain/origin.ts';
import { type Felt, formatFelt, parseFelt } from '../felt/felt.ts';
import { readLines, writeLine } from './checkedLines.ts';
import type { GrowingCacheFiles } from './originCache.ts';

/** What identifies an origin: its chain, the forked block and the hashes of the blocks before it. */
export interface OriginIdentity {
  readonly chainId: Felt;
  readonly block: OriginBlock;
  readonly hashes: ReadonlyMap<number, Felt>;
}

const FILE = 'origins.log';

interface Entry {
  readonly url: string;
  readonly chainId: string;
  readonly number: number;
  /** A string if a number would not be exact. */
  readonly timestamp: number | string;
  readonly isAcceptedOnL1: boolean;
  /** Missing in files of earlier releases. */
  readonly protocolVersion?: string | undefined;
  readonly hashes: readonly (readonly [number, string])[];
}

/** Finds the origin that an earlier run forked at this URL and block. Without a block number it is the one with the newest block. */
export async function findSavedOrigin(
  files: GrowingCacheFiles,
  url: string,
  blockNumber: number | undefined,
): Promise<OriginIdentity | undefined> {
  const entries = (await entriesOf(files)).filter(
    (entry) => entry.url === url && (blockNumber === undefined || entry.number === blockNumber),
  );
  const newest = entries.reduce<Entry | undefined>((a, b) => (a && a.number > b.number ? a : b), undefined);
  return newest && readEntry(newest);
}

/** Saves an origin for later starts in offline mode. Damaged lines stay and mean nothing. */
export async function saveOrigin(files: GrowingCacheFiles, url: string, origin: OriginIdentity): Promise<void> {
  const { number, timestamp, isAcceptedOnL1, protocolVersion } = origin.block;
  const hashes = [...origin.hashes].map(([at, hash]) => [at, formatFelt(hash)] as const);
  const entry: Entry = {
    url,
    chainId: formatFelt(origin.chainId),
    number,
    timestamp: Number.isSafeInteger(Number(timestamp)) ? Number(timestamp) : `${timestamp}`,
    isAcceptedOnL1,
    protocolVersion,
    hashes,
  };
  const text = writeLine(entry, FILE);
  const known = (await files.read(FILE)) ?? '';
  // The last line may have been cut off.
  const start = known === '' || known.endsWith('\n') ? '' : '\n';
  if (!`\n${known}`.includes(`\n${text}`)) await files.append(FILE, `${start}${text}`);
}

async function entriesOf(files: GrowingCacheFiles): Promise<Entry[]> {
  return (await readLines((await files.read(FILE)) ?? '', FILE)).values as Entry[];
}

function readEntry({
  chainId,
  number,
  timestamp,
  isAcceptedOnL1,
  protocolVersion,
  hashes,
}: Entry): OriginIdentity | undefined {
  const read = new Map(hashes.map(([at, hash]) => [at, parseFelt(hash)!]));
  const [id, hash] = [parseFelt(chainId), read.get(number)];
  if (id === undefined || hash === undefined) return undefined;
  const block = { number, hash, timestamp: BigInt(timestamp), isAcceptedOnL1, protocolVersion };
  return { chainId: id, block, hashes: read };
}
