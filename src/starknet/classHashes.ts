import { parseCasm } from '../cairo/casmJson.ts';
import { formatFelt } from '../felt/felt.ts';
import { readSierraFile } from '../sierra/class/readSierraClass.ts';
import { compiledClassHash, compiledClassHashPoseidon } from '../sierra/hash/compiledClassHash.ts';
import { sierraClassHash } from '../sierra/hash/sierraClassHash.ts';

/** What declarations of starknet.js get. A hash that is missing is computed by starknet.js, which takes seconds for a large class. */
interface DeclarePayload {
  readonly contract?: unknown;
  readonly casm?: unknown;
  readonly classHash?: unknown;
  readonly compiledClassHash?: unknown;
}

/**
 * Adds the hashes of a class that starknet.js would compute itself. It leaves out what it does not know for sure, and classes that it
 * cannot read; then starknet.js computes the hash or reports the error. Without a Starknet version, the CASM hash is left out.
 */
export function withClassHashes<T extends DeclarePayload>(payload: T, starknetVersion: string | undefined): T {
  const { contract, casm } = payload ?? {};
  // starknet.js hashes other ABIs in its own way.
  const isSierra =
    isObject(contract) && 'sierra_program' in contract && 'abi' in contract && Array.isArray(contract.abi);
  if (!isSierra) return payload;
  const classHash = payload.classHash ?? computed(() => sierraClassHash(readSierraFile(contract)));
  const compiledHash = payload.compiledClassHash ?? casmHash(casm, starknetVersion);
  return {
    ...payload,
    ...(classHash !== undefined && { classHash }),
    ...(compiledHash !== undefined && { compiledClassHash: compiledHash }),
  };
}

function casmHash(casm: unknown, starknetVersion: string | undefined): string | undefined {
  if (!isObject(casm) || starknetVersion === undefined) return undefined;
  const parts = /^(\d+)\.(\d+)\.(\d+)/.exec(starknetVersion)?.slice(1).map(Number);
  if (!parts) return undefined;
  const [major, minor, patch] = parts as [number, number, number];
  // Hashes of compiled classes are BLAKE2s since Starknet 0.14.1.
  const isBlake = major > 0 || minor > 14 || (minor === 14 && patch >= 1);
  return isBlake
    ? computed(() => compiledClassHash(parseCasm(casm)))
    : computed(() => compiledClassHashPoseidon(parseCasm(casm)));
}

// Hashes are not kept by object: an object may be changed between two declarations.
function computed(compute: () => Parameters<typeof formatFelt>[0]): string | undefined {
  try {
    return formatFelt(compute());
  } catch {
    return undefined;
  }
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
