import type { ChainView } from '../chain/chainView.ts';
import type { Node } from '../chain/node.ts';
import type { StateEdit } from '../chain/run/broadcast.ts';
import { call } from '../chain/run/call.ts';
import type { BlockId } from '../chain/value/blockId.ts';
import { contractErrorOfCall } from '../execution/errors/contractError.ts';
import { ADDRESS_BOUND } from '../execution/hash/address.ts';
import { type Felt, formatFelt, toFelt } from '../felt/felt.ts';
import { pedersen, starknetKeccak } from '../felt/hash.ts';
import { feltOf, keyOf } from '../felt/key.ts';
import { nameHash } from '../tools/storage/nameHash.ts';
import { wholeEdit } from './editState.ts';
import { reasonOf } from './errorReason.ts';
import { formatContractError } from './format/contractError.ts';
import { failed } from './rpcError.ts';

export type Unit = 'WEI' | 'FRI';

/** An account's balance of the fee token of a unit, from balanceOf. */
export function balanceOf(node: Node, chain: ChainView, address: Felt, unit: Unit, id: BlockId): Promise<bigint> {
  return readBalance(chain, unit === 'WEI' ? node.system.ethAddress : node.system.strkAddress, address, id);
}

/** An account's balance of a token, from balanceOf. */
export async function readBalance(chain: ChainView, token: Felt, address: Felt, id: BlockId): Promise<bigint> {
  const camel = await call(
    chain,
    { contractAddress: token, entryPointSelector: starknetKeccak('balanceOf'), calldata: [keyOf(address)] },
    id,
  );
  const result =
    camel.kind === 'finished' && !camel.info.failed
      ? camel
      : await call(
          chain,
          { contractAddress: token, entryPointSelector: starknetKeccak('balance_of'), calldata: [keyOf(address)] },
          id,
        );
  if (result.kind === 'error') throw failed(`The balance of ${formatFelt(address)} could not be read.`);
  const { info } = result;
  if (info.failed || info.retdata.length < 2) {
    const reason = info.failed ? reasonOf({ revert_error: formatContractError(contractErrorOfCall(info)) }) : undefined;
    throw failed(
      `The balance of ${formatFelt(address)} could not be read from the contract ${formatFelt(token)}. Is it an ERC-20 token? ${info.failed ? `Its function balance_of failed: ${reason ?? 'no reason is known'}` : 'Its function balance_of returned no u256'}`,
    );
  }
  return feltOf(info.retdata[0]!) + (feltOf(info.retdata[1]!) << 128n);
}

// The storage names that token classes use for balances. The right one is the one that changes the result of balanceOf.
const BALANCE_NAMES = ['ERC20_balances', 'balances', '_balances', 'ERC20_balance', 'balance', 'account_balances'];
const LOW = 2n ** 128n - 1n;

interface WantedBalance {
  readonly token: Felt;
  readonly address: Felt;
  readonly amount: bigint;
  /** The storage variable with the balances. */
  readonly map?: string | undefined;
}

/**
 * The cells to write for this balance. They are found by trying maps, with a function that gives the chain after an edit: the given map, or
 * well-known names and the variables of the class whose names speak of balances.
 */
export async function balanceCell(
  chain: ChainView,
  edited: (edit: StateEdit) => Promise<ChainView>,
  id: BlockId,
  { token, address, amount, map }: WantedBalance,
): Promise<readonly { readonly key: Felt; readonly value: Felt }[]> {
  const { balancePath, byPath, storageOf } = await import('./storagePlace.ts');
  const storage = await storageOf(chain, token, id);
  // The search must use another value than the current balance, or a change could not be seen.
  const tried = amount === (await readBalance(chain, token, address, id)) ? amount ^ 1n : amount;
  const isBalance = async (key: Felt): Promise<boolean> => {
    const view = await edited(wholeEdit({ storage: [{ address: token, entries: u256Cells(key, tried) }] }));
    return (await readBalance(view, token, address, id)) === tried;
  };
  if (map !== undefined) {
    const { key } = await byPath(() => storage.placeOf(balancePath(map, address)));
    if (await isBalance(key)) return u256Cells(key, amount);
    throw failed(
      `${map} of the token ${formatFelt(token)} is not where it keeps its balances: balanceOf does not read it.`,
    );
  }
  const own = (await storage.variableNames()).filter((name) => /balance/i.test(name));
  const names = [...new Set([...BALANCE_NAMES, ...own])];
  for (const name of names) {
    const key = toFelt(pedersen(nameHash(name), address) % ADDRESS_BOUND);
    if (await isBalance(key)) return u256Cells(key, amount);
  }
  throw failed(
    `The token ${formatFelt(token)} keeps its balances under none of the names ${names.join(', ')}. Give the name of the map as balances, or set its storage with setStorageAt.`,
  );
}

const u256Cells = (key: Felt, value: bigint) => [
  { key, value: toFelt(value & LOW) },
  { key: toFelt(key + 1n), value: toFelt(value >> 128n) },
];
