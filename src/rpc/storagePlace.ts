// Places in storage that clients name, and the errors about those that do not exist.
import { AbiError } from '../abi/abiError.ts';
import { encodeValue } from '../abi/encode.ts';
import type { ChainView } from '../chain/chainView.ts';
import type { BlockId } from '../chain/value/blockId.ts';
import { type Felt, formatFelt } from '../felt/felt.ts';
import type { Json } from '../json/json.ts';
import { ContractStorage } from '../tools/storage/contractStorage.ts';
import { StoragePathError, type StoragePlace } from '../tools/storage/storagePath.ts';
import { storageTypeText } from '../tools/storage/storageType.ts';
import { cellsToWrite, keyAt, type StoredCell } from '../tools/storage/storedValue.ts';
import { list } from './decode/decoder.ts';
import { felt } from './decode/felt.ts';
import { contractNotFound } from './notFound.ts';
import { invalidParams } from './rpcError.ts';

/** The storage of a contract that exists. */
export async function storageOf(chain: ChainView, contractAddress: Felt, id: BlockId): Promise<ContractStorage> {
  if ((await chain.stateAt(id).classHashOf(contractAddress)) === 0n)
    throw await contractNotFound(chain, contractAddress, id);
  return new ContractStorage(chain, id, contractAddress);
}

/** Runs what may fail because of a path. */
export async function byPath<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw error instanceof StoragePathError ? invalidParams(error.message) : error;
  }
}

const felts = list(felt, 'storedFelts');

/** The cells to write for a value. Its type decides how it is read; without one it is a felt, or a list of felts for cells in a row. */
export function cellsOfValue(path: string, { key, type }: StoragePlace, value: Json): readonly StoredCell[] {
  if (type?.kind === 'value')
    try {
      return cellsToWrite(type.type, key, encodeValue(type.type, value, path));
    } catch (error) {
      if (type.type.kind !== 'unknown')
        throw invalidParams(error instanceof AbiError || error instanceof Error ? error.message : String(error));
    }
  if (type?.kind === 'map' || type?.kind === 'node')
    throw invalidParams(
      `${path} is ${storageTypeText(type)}: name one of its entries, such as ${path}${type.kind === 'map' ? '[key]' : `.${type.members[0]?.name}`}.`,
    );
  return (Array.isArray(value) ? felts(value) : [felt(value)]).map((each, i) => ({ key: keyAt(key, i), value: each }));
}

/** The entry of a map of balances, as a path. */
export const balancePath = (map: string, address: Felt): string => `${map}[${formatFelt(address)}]`;
