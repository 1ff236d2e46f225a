import type { DecodedValue } from '../../../../src/rpc/format/explanation.ts';
import { type Explanation, eventsOf } from './explanation.ts';

/** A transfer of a token, from its event. */
export interface Transfer {
  readonly token: string;
  readonly from: string;
  readonly to: string;
  /** Of an NFT always 1. */
  readonly amount: bigint;
  /** Which one, of an NFT. */
  readonly id?: string;
  /** Whether it paid the fee. */
  readonly isFee?: boolean;
}

/** A balance in the storage of a contract. */
export interface BalanceCell {
  readonly token: string;
  readonly owner: string;
  readonly before: bigint;
  readonly after: bigint;
}

/** What somebody has more or less of a token. */
export interface BalanceChange {
  readonly owner: string;
  readonly token: string;
  readonly amount: bigint;
  readonly id?: string | undefined;
  readonly isFee: boolean;
  /** The balance afterwards, if the storage tells it. */
  readonly after?: bigint | undefined;
}

interface TokenEvent {
  readonly name: string | null;
  readonly members: DecodedValue;
}

const IS_NUMBER = /^(?:0x[0-9a-f]+|\d+)$/;

const memberOf = (members: DecodedValue, names: readonly string[]): string | undefined => {
  if (members === null || typeof members !== 'object' || Array.isArray(members)) return undefined;
  const found = names.map((name) => (members as Readonly<Record<string, DecodedValue>>)[name]);
  return found.find((value): value is string => typeof value === 'string' && IS_NUMBER.test(value));
};

/** The transfer that an event tells of; undefined if it is none. */
export function transferOf(token: string, { name, members }: TokenEvent): Transfer | undefined {
  if (name?.split('::').at(-1) !== 'Transfer') return undefined;
  const from = memberOf(members, ['from', 'from_', 'sender']);
  const to = memberOf(members, ['to', 'recipient']);
  const amount = memberOf(members, ['value', 'amount']);
  const id = memberOf(members, ['token_id', 'tokenId']);
  if (!from || !to) return undefined;
  if (amount) return { token, from, to, amount: BigInt(amount) };
  return id ? { token, from, to, amount: 1n, id } : undefined;
}

/** The transfers of a transaction that stayed, that of its fee among them. */
export const transfersOf = ({ calls }: Pick<Explanation, 'calls'>): readonly Transfer[] =>
  calls.flatMap((root) =>
    eventsOf([root]).flatMap(({ call, event, isDropped }) => {
      const transfer = isDropped ? undefined : transferOf(call.contract_address, event);
      return transfer ? { ...transfer, isFee: root.phase === 'FEE_TRANSFER' } : [];
    }),
  );

/** A variable that has the balances of owners, such as `ERC20_balances[0x1]`. */
const BALANCE_PATH = /balances?\[(0x[0-9a-f]+|\d+)\]$/i;

/** The balance that a cell of a token has; undefined if it is none. */
export function balanceCell(
  token: string,
  path: string | null,
  before: DecodedValue,
  after: DecodedValue,
): BalanceCell | undefined {
  const owner = BALANCE_PATH.exec(path ?? '')?.[1];
  if (!owner || typeof before !== 'string' || typeof after !== 'string') return undefined;
  if (!IS_NUMBER.test(before) || !IS_NUMBER.test(after)) return undefined;
  return { token, owner: `0x${BigInt(owner).toString(16)}`, before: BigInt(before), after: BigInt(after) };
}

/** The balances that a transaction changed in storage. */
export const balanceCellsOf = ({ storage_changes }: Pick<Explanation, 'storage_changes'>): readonly BalanceCell[] =>
  storage_changes.flatMap(
    ({ contract_address, path, value_before, value_after }) =>
      balanceCell(contract_address, path, value_before, value_after) ?? [],
  );

const isNobody = (address: string): boolean => BigInt(address) === 0n;

/**
 * What changed in all: of each owner and token one row, those who lost something first, fees last. Mints come from nobody, burns go there. The
 * storage adds the balances of tokens that emitted no event, and what an owner has afterwards. If there are more transfers than are given
 * (`isPartial`), it alone tells what changed where it can.
 */
export function balanceChanges(
  transfers: readonly Transfer[],
  cells: readonly BalanceCell[] = [],
  isPartial = false,
): readonly BalanceChange[] {
  const changes = new Map<string, BalanceChange>();
  const stored = new Map(cells.map((cell) => [`${cell.token} ${cell.owner}`, cell]));
  const told = new Set<string>();
  const add = (owner: string, { token, id, isFee = false }: Transfer, amount: bigint) => {
    const place = `${token} ${owner}`;
    if (isPartial && id === undefined && stored.has(place)) return;
    told.add(place);
    const key = `${place} ${id ?? ''} ${isFee}`;
    const sum = (changes.get(key)?.amount ?? 0n) + amount;
    const after = id === undefined ? stored.get(place)?.after : undefined;
    changes.set(key, { owner, token, amount: sum, id, isFee, after });
  };
  for (const transfer of transfers) {
    if (!isNobody(transfer.from)) add(transfer.from, transfer, -transfer.amount);
    if (!isNobody(transfer.to)) add(transfer.to, transfer, transfer.amount);
  }
  for (const [place, { token, owner, before, after }] of stored)
    if (!told.has(place)) changes.set(place, { owner, token, amount: after - before, isFee: false, after });
  const all = [...changes.values()].filter(({ amount }) => amount !== 0n);
  return all.sort((a, b) =>
    a.isFee !== b.isFee ? Number(a.isFee) - Number(b.isFee) : a.amount < b.amount ? -1 : a.amount > b.amount ? 1 : 0,
  );
}
