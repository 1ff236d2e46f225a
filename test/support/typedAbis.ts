// ABIs written `as const`, for tests of types.
import { erc20Abi } from '../../src/library/contracts/erc20Abi.ts';

const [u256, bool] = erc20Abi;

/** A token with functions in an interface and events in a component. */
export const tokenAbi = [
  { type: 'impl', name: 'ERC20Impl', interface_name: 'token::IERC20' },
  u256,
  bool,
  {
    type: 'interface',
    name: 'token::IERC20',
    items: [
      {
        type: 'function',
        name: 'name',
        inputs: [],
        outputs: [{ type: 'core::byte_array::ByteArray' }],
        state_mutability: 'view',
      },
      {
        type: 'function',
        name: 'balance_of',
        inputs: [{ name: 'account', type: 'core::starknet::contract_address::ContractAddress' }],
        outputs: [{ type: 'core::integer::u256' }],
        state_mutability: 'view',
      },
      {
        type: 'function',
        name: 'transfer',
        inputs: [
          { name: 'recipient', type: 'core::starknet::contract_address::ContractAddress' },
          { name: 'amount', type: 'core::integer::u256' },
        ],
        outputs: [{ type: 'core::bool' }],
        state_mutability: 'external',
      },
      { type: 'function', name: 'pause', inputs: [], outputs: [], state_mutability: 'external' },
    ],
  },
  {
    type: 'constructor',
    name: 'constructor',
    inputs: [
      { name: 'name', type: 'core::byte_array::ByteArray' },
      { name: 'supply', type: 'core::integer::u256' },
    ],
  },
  {
    type: 'event',
    name: 'openzeppelin::ERC20Component::Transfer',
    kind: 'struct',
    members: [
      { name: 'from', type: 'core::starknet::contract_address::ContractAddress', kind: 'key' },
      { name: 'to', type: 'core::starknet::contract_address::ContractAddress', kind: 'key' },
      { name: 'value', type: 'core::integer::u256', kind: 'data' },
    ],
  },
  {
    type: 'event',
    name: 'openzeppelin::ERC20Component::Event',
    kind: 'enum',
    variants: [{ name: 'Transfer', type: 'openzeppelin::ERC20Component::Transfer', kind: 'nested' }],
  },
  { type: 'event', name: 'token::Token::Paused', kind: 'struct', members: [] },
  {
    type: 'event',
    name: 'token::Token::Event',
    kind: 'enum',
    variants: [
      { name: 'ERC20Event', type: 'openzeppelin::ERC20Component::Event', kind: 'flat' },
      { name: 'Paused', type: 'token::Token::Paused', kind: 'nested' },
    ],
  },
] as const;

/** A contract with one of everything. */
export const zooAbi = [
  {
    type: 'struct',
    name: 'zoo::Animal',
    members: [
      { name: 'name', type: 'core::felt252' },
      { name: 'age', type: 'core::integer::u8' },
      { name: 'parent', type: 'core::option::Option::<core::integer::u32>' },
      { name: 'young', type: 'core::array::Array::<zoo::Animal>' },
    ],
  },
  {
    type: 'enum',
    name: 'zoo::Status',
    variants: [
      { name: 'Asleep', type: '()' },
      { name: 'Eating', type: 'zoo::Animal' },
      { name: 'At', type: '(core::integer::i32, core::integer::i32)' },
    ],
  },
  {
    type: 'function',
    name: 'visit',
    inputs: [
      { name: 'animals', type: 'core::array::Span::<zoo::Animal>' },
      { name: 'status', type: 'zoo::Status' },
      { name: 'note', type: 'core::option::Option::<core::byte_array::ByteArray>' },
    ],
    outputs: [{ type: '(core::integer::u64, core::option::Option::<zoo::Status>, [core::felt252; 2])' }],
    state_mutability: 'external',
  },
  {
    type: 'function',
    name: 'find',
    inputs: [{ name: 'pair', type: '(core::array::Array::<(core::integer::u8, core::bool)>, core::felt252)' }],
    outputs: [{ type: 'core::result::Result::<(core::integer::u8, core::integer::u16), core::felt252>' }],
    state_mutability: 'view',
  },
  {
    type: 'function',
    name: 'nested',
    inputs: [{ name: 'x', type: 'core::option::Option::<core::option::Option::<core::bool>>' }],
    outputs: [{ type: 'core::option::Option::<core::option::Option::<core::bool>>' }],
    state_mutability: 'view',
  },
  {
    type: 'event',
    name: 'zoo::Fed',
    kind: 'struct',
    members: [
      { name: 'status', type: 'zoo::Status', kind: 'key' },
      { name: 'food', type: 'core::byte_array::ByteArray', kind: 'data' },
    ],
  },
  { type: 'event', name: 'zoo::Keeper', kind: 'enum', variants: [{ name: 'Fed', type: 'zoo::Fed', kind: 'nested' }] },
  {
    type: 'event',
    name: 'zoo::Event',
    kind: 'enum',
    variants: [{ name: 'Keeper', type: 'zoo::Keeper', kind: 'nested' }],
  },
] as const;

/** An ABI of Cairo 0. */
export const oldAbi = [
  {
    inputs: [
      { name: 'to', type: 'felt' },
      { name: 'data_len', type: 'felt' },
      { name: 'data', type: 'felt*' },
    ],
    name: 'send',
    outputs: [
      { name: 'total', type: 'Uint256' },
      { name: 'rest_len', type: 'felt' },
      { name: 'rest', type: 'felt*' },
    ],
    type: 'function',
  },
  {
    members: [
      { name: 'low', offset: 0, type: 'felt' },
      { name: 'high', offset: 1, type: 'felt' },
    ],
    name: 'Uint256',
    size: 2,
    type: 'struct',
  },
  { inputs: [], name: 'owner', outputs: [{ name: 'res', type: 'felt' }], stateMutability: 'view', type: 'function' },
  { data: [{ name: 'who', type: 'felt' }], keys: [], name: 'Sent', type: 'event' },
] as const;
