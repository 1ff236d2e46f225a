import { type Felt, parseFelt } from '../../felt/felt.ts';
import type { NamedChange } from '../../tools/explain/storageChanges.ts';
import type { ComparedContract, Sides, StateComparison } from '../../tools/storage/compareStates.ts';
import type { Unit } from '../balance.ts';
import { type DecodedValue, formatDecoded } from './explanation.ts';
import { type Hex, hex, hexList } from './hex.ts';

/** How two states differ. */
export interface ComparisonAnswer {
  /** Accounts with another balance of a fee token. */
  readonly balances: readonly ComparedBalance[];
  /** Contracts that differ, by address. */
  readonly contracts: readonly ComparedContractAnswer[];
  /** Classes that only the second state has, and those that only the first one has. */
  readonly declared_classes: readonly Hex[];
  readonly missing_classes: readonly Hex[];
  /** The numbers of contracts and storage cells that differ. Of many, only some are listed. */
  readonly contract_count: number;
  readonly cell_count: number;
}

export interface ComparedBalance {
  readonly address: Hex;
  readonly unit: Unit;
  /** Decimal numbers. */
  readonly before: string;
  readonly after: string;
}

export interface ComparedContractAnswer {
  readonly contract_address: Hex;
  readonly contract_name: string | null;
  /** Null where the contract does not exist. */
  readonly class_hash_before: Hex | null;
  readonly class_hash_after: Hex | null;
  readonly nonce_before: Hex;
  readonly nonce_after: Hex;
  readonly storage: readonly ComparedStorage[];
}

/** A variable or entry. `key` is that of its first cell that differs. */
export interface ComparedStorage {
  readonly path: string | null;
  readonly type: string | null;
  readonly key: Hex;
  /** The decoded values; null if the type is not known. */
  readonly value_before: DecodedValue;
  readonly value_after: DecodedValue;
  /** The values as text: decoded, or the felts of the cells. */
  readonly before: string;
  readonly after: string;
}

interface FeeTokens {
  readonly strkAddress: Felt;
  readonly ethAddress: Felt;
}

export function formatComparison(
  { contracts, classes, contractCount, cellCount }: StateComparison,
  names: readonly (string | undefined)[],
  { strkAddress, ethAddress }: FeeTokens,
): ComparisonAnswer {
  const unitOf = (token: Felt): Unit | undefined =>
    token === strkAddress ? 'FRI' : token === ethAddress ? 'WEI' : undefined;
  return {
    balances: contracts.flatMap(({ address, storage }) => balancesIn(storage, unitOf(address))),
    contracts: contracts.map((contract, i) => formatContract(contract, names[i])),
    declared_classes: hexList(classes.after),
    missing_classes: hexList(classes.before),
    contract_count: contractCount,
    cell_count: cellCount,
  };
}

/** The map of balances of the fee tokens. */
const BALANCE = /^ERC20_balances\[(0x[0-9a-f]+)\]$/;
const DECIMAL = /^\d+$/;

function balancesIn(storage: readonly NamedChange[], unit: Unit | undefined): ComparedBalance[] {
  if (!unit) return [];
  return storage.flatMap(({ path, beforeValue, afterValue }) => {
    const address = parseFelt(BALANCE.exec(path ?? '')?.[1]);
    const [before, after] = [formatDecoded(beforeValue), formatDecoded(afterValue)];
    if (address === undefined || typeof before !== 'string' || typeof after !== 'string') return [];
    return DECIMAL.test(before) && DECIMAL.test(after) ? [{ address: hex(address), unit, before, after }] : [];
  });
}

const formatContract = (
  { address, classHash, nonce, storage }: ComparedContract,
  name: string | undefined,
): ComparedContractAnswer => ({
  contract_address: hex(address),
  contract_name: name ?? null,
  class_hash_before: existing(classHash, 'before'),
  class_hash_after: existing(classHash, 'after'),
  nonce_before: hex(nonce.before),
  nonce_after: hex(nonce.after),
  storage: storage.map(formatStorage),
});

const existing = (classHash: Sides<Felt>, side: 'before' | 'after'): Hex | null =>
  classHash[side] === 0n ? null : hex(classHash[side]);

const formatStorage = (change: NamedChange): ComparedStorage => ({
  path: change.path ?? null,
  type: change.type ?? null,
  key: hex(change.key),
  value_before: formatDecoded(change.beforeValue),
  value_after: formatDecoded(change.afterValue),
  before: change.beforeText,
  after: change.afterText,
});
