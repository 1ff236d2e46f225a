import type { Method } from '../method.ts';
import { blockNumber } from './chain/blockNumber.ts';
import { chainId } from './chain/chainId.ts';
import { getStorageProof } from './chain/getStorageProof.ts';
import { specVersion } from './chain/specVersion.ts';
import { syncing } from './chain/syncing.ts';

const all: readonly Method[] = [specVersion, chainId, syncing, blockNumber, getStorageProof];

/** Every method by its name without prefix. */
export const methods: ReadonlyMap<string, Method> = new Map(all.map((method) => [method.name, method]));
