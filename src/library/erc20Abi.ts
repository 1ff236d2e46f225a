const ADDRESS = 'core::starknet::contract_address::ContractAddress';
const U256 = 'core::integer::u256';

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
  {
    type: 'function',
    name: 'decimals',
    inputs: [],
    outputs: [{ type: 'core::integer::u8' }],
    state_mutability: 'view',
  },
  { type: 'function', name: 'total_supply', inputs: [], outputs: [{ type: U256 }], state_mutability: 'view' },
  { type: 'function', name: 'totalSupply', inputs: [], outputs: [{ type: U256 }], state_mutability: 'view' },
  {
    type: 'function',
    name: 'balance_of',
    inputs: [{ name: 'account', type: ADDRESS }],
    outputs: [{ type: U256 }],
    state_mutability: 'view',
  },
  {
    type: 'function',
    name: 'balanceOf',
    inputs: [{ name: 'account', type: ADDRESS }],
    outputs: [{ type: U256 }],
    state_mutability: 'view',
  },
  {
    type: 'function',
    name: 'allowance',
    inputs: [
      { name: 'owner', type: ADDRESS },
      { name: 'spender', type: ADDRESS },
    ],
    outputs: [{ type: U256 }],
    state_mutability: 'view',
  },
  {
    type: 'function',
    name: 'transfer',
    inputs: [
      { name: 'recipient', type: ADDRESS },
      { name: 'amount', type: U256 },
    ],
    outputs: [{ type: 'core::bool' }],
    state_mutability: 'external',
  },
  {
    type: 'function',
    name: 'transfer_from',
    inputs: [
      { name: 'sender', type: ADDRESS },
      { name: 'recipient', type: ADDRESS },
      { name: 'amount', type: U256 },
    ],
    outputs: [{ type: 'core::bool' }],
    state_mutability: 'external',
  },
  {
    type: 'function',
    name: 'transferFrom',
    inputs: [
      { name: 'sender', type: ADDRESS },
      { name: 'recipient', type: ADDRESS },
      { name: 'amount', type: U256 },
    ],
    outputs: [{ type: 'core::bool' }],
    state_mutability: 'external',
  },
  {
    type: 'function',
    name: 'approve',
    inputs: [
      { name: 'spender', type: ADDRESS },
      { name: 'amount', type: U256 },
    ],
    outputs: [{ type: 'core::bool' }],
    state_mutability: 'external',
  },
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
      { name: 'owner', type: ADDRESS, kind: 'key' },
      { name: 'spender', type: ADDRESS, kind: 'key' },
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
