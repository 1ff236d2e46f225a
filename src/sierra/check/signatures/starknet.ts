import { argsOf } from '../../types/specialization.ts';
import { constant, toFelt252, tryFromFelt252 } from './integers.ts';
import { plain, type SignatureRule, type SignatureTable, signatureOf } from './signature.ts';

/** A system call: what it takes and gives besides gas and the system pointer. */
const syscall = (inputs: string, outputs: string): SignatureRule => {
  const more = (list: string): string => (list ? `, ${list}` : '');
  return plain(
    `GasBuiltin, System${more(inputs)} -> GasBuiltin, System${more(outputs)} | GasBuiltin, System, Array<felt252>`,
  );
};

const BLOCK_INFO = "Box<Struct<'core::starknet::info::BlockInfo', u64, u64, ContractAddress>>";
const TX_FIELDS = 'felt252, ContractAddress, u128, felts, felt252, felt252, felt252';
const BOUNDS = "Struct<'core::starknet::info::v2::ResourceBounds', felt252, u64, u128>";
const BOUNDS_SPAN = `Struct<'core::array::Span::<core::starknet::info::v2::ResourceBounds>', @Array<${BOUNDS}>>`;
const TX_V2_FIELDS = `${TX_FIELDS}, ${BOUNDS_SPAN}, u128, felts, u32, u32, felts`;

const executionInfo = (module: string, txFields: string): SignatureRule =>
  syscall(
    '',
    `Box<Struct<'${module}::ExecutionInfo', ${BLOCK_INFO}, Box<Struct<'${module}::TxInfo', ${txFields}>>, ` +
      'ContractAddress, ContractAddress, felt252>>',
  );

function secp256(curve: 'k1' | 'r1'): SignatureTable {
  const point = `Secp256${curve}Point`;
  const maybe = `Enum<'core::option::Option::<core::starknet::secp256${curve}::${point}>', ${point}, unit>`;
  return {
    [`secp256${curve}_new_syscall`]: syscall('u256, u256', maybe),
    [`secp256${curve}_add_syscall`]: syscall(`${point}, ${point}`, point),
    [`secp256${curve}_mul_syscall`]: syscall(`${point}, u256`, point),
    [`secp256${curve}_get_point_from_x_syscall`]: syscall('u256, bool', maybe),
    [`secp256${curve}_get_xy_syscall`]: syscall(point, 'u256, u256'),
  };
}

const ADDRESSES = 1n << 251n;

/** Addresses, storage and system calls. */
export const starknet: SignatureTable = {
  contract_address_const: constant('ContractAddress', 0n, ADDRESSES),
  contract_address_to_felt252: toFelt252('ContractAddress'),
  contract_address_try_from_felt252: tryFromFelt252('ContractAddress'),
  class_hash_const: constant('ClassHash', 0n, ADDRESSES),
  class_hash_to_felt252: toFelt252('ClassHash'),
  class_hash_try_from_felt252: tryFromFelt252('ClassHash'),
  storage_base_address_const: constant('StorageBaseAddress', 0n, ADDRESSES - 256n),
  storage_base_address_from_felt252: plain('RangeCheck, felt252 -> RangeCheck, StorageBaseAddress $0'),
  storage_address_from_base: plain('StorageBaseAddress -> + StorageAddress =0'),
  storage_address_from_base_and_offset: plain('StorageBaseAddress, u8 -> + StorageAddress'),
  storage_address_to_felt252: toFelt252('StorageAddress'),
  storage_address_try_from_felt252: tryFromFelt252('StorageAddress'),

  storage_read_syscall: syscall('u32, StorageAddress', 'felt252'),
  storage_write_syscall: syscall('u32, StorageAddress, felt252', ''),
  get_block_hash_syscall: syscall('u64', 'felt252'),
  get_execution_info_syscall: executionInfo('core::starknet::info', TX_FIELDS),
  get_execution_info_v2_syscall: executionInfo('core::starknet::info::v2', TX_V2_FIELDS),
  get_execution_info_v3_syscall: executionInfo('core::starknet::info::v3', `${TX_V2_FIELDS}, felts`),
  call_contract_syscall: syscall('ContractAddress, felt252, felts', 'felts'),
  library_call_syscall: syscall('ClassHash, felt252, felts', 'felts'),
  deploy_syscall: syscall('ClassHash, felt252, felts, bool', 'ContractAddress, felts'),
  emit_event_syscall: syscall('felts, felts', ''),
  send_message_to_l1_syscall: syscall('felt252, felts', ''),
  replace_class_syscall: syscall('ClassHash', ''),
  get_class_hash_at_syscall: syscall('ContractAddress', 'ClassHash'),
  meta_tx_v0_syscall: syscall('ContractAddress, felt252, felts, felts', 'felts'),
  keccak_syscall: syscall('u64s', 'u256'),
  ...secp256('k1'),
  ...secp256('r1'),
  sha256_process_block_syscall: syscall('Sha256StateHandle, u32x16', 'Sha256StateHandle'),
  sha256_state_handle_init: plain('u32x8 -> Sha256StateHandle'),
  sha256_state_handle_digest: plain('Sha256StateHandle -> u32x8'),
  sha512_process_block_syscall: syscall('Sha512StateHandle, u64x16', 'Sha512StateHandle'),
  sha512_state_handle_init: plain('u64x8 -> Sha512StateHandle'),
  sha512_state_handle_digest: plain('Sha512StateHandle -> u64x8'),

  cheatcode: (context, args) => {
    argsOf(args, 'value');
    return signatureOf(context, 'felts -> + felts $0');
  },
};
