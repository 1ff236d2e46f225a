import { storageAddress } from '../../execution/hash/address.ts';
import { type Felt, feltOfAscii, toFelt } from '../../felt/felt.ts';
import { poseidonPermutation } from '../../felt/hash.ts';
import { type FeltKey, keyOf } from '../../felt/key.ts';

// The fee tokens, and the storage names by which genesis, minting and fees find their cells, whatever their class.

export interface Token {
  readonly address: Felt;
  readonly name: string;
  readonly symbol: string;
  readonly unit: 'WEI' | 'FRI';
}

export const ETH: Token = {
  address: toFelt(0x49d36570d4e46f48e99674bd3fcc84644ddd6b96f7c741b1562b82f9e004dc7n),
  name: 'Ether',
  symbol: 'ETH',
  unit: 'WEI',
};

export const STRK: Token = {
  address: toFelt(0x4718f5a0fc34cc1af16a1cdee98ffb20c31f5cd61d6ab07201858f4287c938dn),
  name: 'StarkNet Token',
  symbol: 'STRK',
  unit: 'FRI',
};

const DECIMALS = toFelt(18n);
const LOW = 2n ** 128n - 1n;
const ADDRESS_BOUND = 2n ** 251n - 256n;

type Cell = readonly [key: FeltKey, value: FeltKey];

/** The two cells of a u256 at an address. */
export function u256Cells(address: Felt, value: bigint): Cell[] {
  return [
    [keyOf(address), keyOf(toFelt(value & LOW))],
    [keyOf(toFelt(address + 1n)), keyOf(toFelt(value >> 128n))],
  ];
}

export const balanceAddress = (account: Felt): Felt => storageAddress('ERC20_balances', account);
export const supplyAddress = (): Felt => storageAddress('ERC20_total_supply');

/** The cells of a token's name, symbol, decimals and minter. */
export function describingCells(token: Token, minter: Felt): Cell[] {
  return [
    ...textCells('ERC20_name', token.name),
    ...textCells('ERC20_symbol', token.symbol),
    [keyOf(storageAddress('ERC20_decimals')), keyOf(DECIMALS)],
    [keyOf(storageAddress('permitted_minter')), keyOf(minter)],
  ];
}

/** A ByteArray of at most 31 characters: its length, then its bytes in the first cell of its first chunk. */
function textCells(variable: string, text: string): Cell[] {
  const base = storageAddress(variable);
  const [chunk] = poseidonPermutation([base, toFelt(0n), feltOfAscii('ByteArray')]);
  return [
    [keyOf(base), keyOf(toFelt(text.length))],
    [keyOf(toFelt(chunk % ADDRESS_BOUND)), keyOf(feltOfAscii(text))],
  ];
}
