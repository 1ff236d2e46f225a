const ADDRESS = 'core::starknet::contract_address::ContractAddress';
const U256 = 'core::integer::u256';

interface Parameter {
  readonly name: string;
  readonly type: string;
}

const view = <const N extends string, const I extends readonly Parameter[], const T extends string>(
  name: N,
  inputs: I,
  type: T,
) => ({ type: 'function', name, inputs, outputs: [{ type }], state_mutability: 'view' }) as const;

const external = <const N extends string, const I extends readonly Parameter[]>(name: N, inputs: I) =>
  ({ type: 'function', name, inputs, outputs: [{ type: 'core::bool' }], state_mutability: 'external' }) as const;

const account = { name: 'account', type: ADDRESS } as const;
const owner = { name: 'owner', type: ADDRESS } as const;
const spender = { name: 'spender', type: ADDRESS } as const;
const sender = { name: 'sender', type: ADDRESS } as const;
const recipient = { name: 'recipient', type: ADDRESS } as const;
const amount = { name: 'amount', type: U256 } as const;

/**
 * The ABI of an ERC-20 token, with the functions and events that all tokens have, in both spellings.
 *
 * @example
 * const usdc = box.contract(erc20Abi, '0x53c9…');
 * const balance = await usdc.read.balanceOf(alice.address);
 */
export const erc20Abi = [
  {
    type: 'struct',
    name: U256,
    members: [
      { name: 'low', type: 'core::integer::u128' },
      { name: 'high', type: 'core::integer::u128' },
    ],
  },
  {
    type: 'enum',
    name: 'core::bool',
    variants: [
      { name: 'False', type: '()' },
      { name: 'True', type: '()' },
    ],
  },
  // Older tokens return a short string, which is read as text too.
  view('name', [], 'core::byte_array::ByteArray'),
  view('symbol', [], 'core::byte_array::ByteArray'),
  view('decimals', [], 'core::integer::u8'),
  view('total_supply', [], U256),
  view('totalSupply', [], U256),
  view('balance_of', [account], U256),
  view('balanceOf', [account], U256),
  view('allowance', [owner, spender], U256),
  external('transfer', [recipient, amount]),
  external('transfer_from', [sender, recipient, amount]),
  external('transferFrom', [sender, recipient, amount]),
  external('approve', [spender, amount]),
  {
    type: 'event',
    name: 'erc20::Transfer',
    kind: 'struct',
    members: [
      { name: 'from', type: ADDRESS, kind: 'key' },
      { name: 'to', type: ADDRESS, kind: 'key' },
      { name: 'value', type: U256, kind: 'data' },
    ],
  },
  {
    type: 'event',
    name: 'erc20::Approval',
    kind: 'struct',
    members: [
      { ...owner, kind: 'key' },
      { ...spender, kind: 'key' },
      { name: 'value', type: U256, kind: 'data' },
    ],
  },
  {
    type: 'event',
    name: 'erc20::Event',
    kind: 'enum',
    variants: [
      { name: 'Transfer', type: 'erc20::Transfer', kind: 'nested' },
      { name: 'Approval', type: 'erc20::Approval', kind: 'nested' },
    ],
  },
] as const;
