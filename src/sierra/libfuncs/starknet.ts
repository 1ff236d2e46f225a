import { feltOfAscii, P } from '../../felt/felt.ts';
import type { Buffer } from '../casm/buffer.ts';
import type { Place } from '../casm/cell.ts';
import { deferred, pointee, value } from '../casm/cell.ts';
import { SYSCALL } from '../prices.ts';
import type { Version } from '../program.ts';
import { valueArg } from '../types/genericArgs.ts';
import { argsOf } from '../types/specialization.ts';
import { deferredAdd, proveSplit, tryFromFelt } from './arithmetic.ts';
import { constantOf, retype, toFelt252, tryFromFelt252 } from './conversions.ts';
import { type Family, type Libfunc, type LibfuncRow, libfunc, repeat, template } from './libfunc.ts';
import { narrowSplit, U128, wideSplit } from './numbers.ts';
import { signatureOf } from './signature.ts';

const REVERT_CELLS = 2;
const VERSION_1_8: Version = { major: 1, minor: 8, patch: 0 };
const VERSION_1_9: Version = { major: 1, minor: 9, patch: 0 };

/** The arguments or results of a syscall, without gas and the system pointer: their types, and the cells of each. */
type SyscallValues = readonly [types: string, ...cells: number[]];

/** The row of a syscall. `name` is its selector as a short string, `since` the Sierra version that it needs on the network. */
function syscall(
  name: string,
  [inputs, ...args]: SyscallValues,
  [outputs, ...results]: SyscallValues,
  since?: Version,
): LibfuncRow {
  const more = (list: string): string => (list ? `, ${list}` : '');
  const row = libfunc(
    `GasBuiltin, System${more(inputs)} -> GasBuiltin, System${more(outputs)} | GasBuiltin, System, Array<felt252>`,
    syscallCode(name, args, results),
  );
  return since ? { ...row, since } : row;
}

/** The code of a syscall, from the cells of each argument and of each result. */
function syscallCode(name: string, args: readonly number[], results: readonly number[]): () => Libfunc {
  const argCells = args.reduce((sum, size) => sum + size, 0);
  const resultCells = results.reduce((sum, size) => sum + size, 0);
  return () =>
    template(
      ['cell', 'buffer', ...repeat('cell', argCells)],
      (b, params) => {
        const [gas, system, ...cells] = params as [Place, Buffer, ...Place[]];
        const entry = system.cell;
        const selector = b.temp(feltOfAscii(name));
        b.push(system, selector, gas, ...cells);
        b.hint('SystemCall', { system: entry });
        const gasLeft = b.next(system);
        const failed = b.temp(b.next(system));
        const response = (at: number, size: number) =>
          Array.from({ length: size }, (_, i) => pointee(system.base, system.moved + at + i));
        const after = (count: number) => deferred('+', system.base, value(system.moved + count));
        b.jumpIf(failed, 'Failure');
        let at = 0;
        const outputs = results.map((size) => {
          const group = response(at, size);
          at += size;
          return group;
        });
        b.done(gasLeft, after(resultCells), ...outputs);
        b.exit('Failure', gasLeft, after(REVERT_CELLS), response(0, REVERT_CELLS));
      },
      { extra: SYSCALL },
    );
}

function secpFamily(curve: 'Secp256k1' | 'Secp256r1'): Family {
  const name = curve.toLowerCase();
  const point = `${curve}Point`;
  const maybe = `Enum<'core::option::Option::<core::starknet::${name}::${point}>', ${point}, unit>`;
  return {
    [`${name}_new_syscall`]: syscall(`${curve}New`, ['u256, u256', 2, 2], [maybe, 2]),
    [`${name}_add_syscall`]: syscall(`${curve}Add`, [`${point}, ${point}`, 1, 1], [point, 1]),
    [`${name}_mul_syscall`]: syscall(`${curve}Mul`, [`${point}, u256`, 1, 2], [point, 1]),
    [`${name}_get_point_from_x_syscall`]: syscall(`${curve}GetPointFromX`, ['u256, bool', 2, 1], [maybe, 2]),
    [`${name}_get_xy_syscall`]: syscall(`${curve}GetXy`, [point, 1], ['u256, u256', 2, 2]),
  };
}

/** The number of storage addresses that may be the base of a variable. */
const BASES = 2n ** 251n - 256n;

const storageBase = (): Libfunc =>
  template(['rangeCheck', 'cell'], (b, [rc, felt]) => {
    const [x, y, product, yFixed, xToMax, small, base] = b.temps(7);
    b.hint('TestLessThan', { lhs: felt, rhs: BASES }, { dst: small });
    b.jumpIf(small, 'Small');
    b.assert(base, b.sub(felt, BASES));
    const over = wideSplit(P - BASES);
    proveSplit(b, over, base, x, y, product);
    b.push(rc, x, y);
    b.assert(yFixed, b.add(y, U128 - over.rest));
    b.push(rc, yFixed);
    b.jump('Done');
    b.label('Small');
    b.assert(base, felt);
    const inside = narrowSplit(BASES);
    proveSplit(b, inside, base, x, y, product);
    b.push(rc, y);
    b.assert(yFixed, b.add(y, U128 - inside.rest));
    b.push(rc, yFixed, x);
    b.assert(xToMax, b.sub(x, U128 - 1n));
    b.jumpIf(xToMax, 'Done');
    b.fail();
    b.label('Done');
    b.done(rc, base);
  });

const addressFromFelt = (): Libfunc => tryFromFelt(251n);

/** Calls a test runner with a span of felts. It is in no list of libfuncs, because only test runners implement it. */
const cheatcode = (selector: bigint): Libfunc =>
  template(['cell', 'cell'], (b, [start, end]) => {
    const [output_start, output_end] = b.temps(2);
    b.hint('Cheatcode', { input_start: start, input_end: end }, { output_start, output_end }, { selector });
    b.advance(2);
    b.done([output_start, output_end]);
  });

const BLOCK_INFO = "Box<Struct<'core::starknet::info::BlockInfo', u64, u64, ContractAddress>>";
const TX_FIELDS = 'felt252, ContractAddress, u128, felts, felt252, felt252, felt252';
const BOUNDS = "Struct<'core::starknet::info::v2::ResourceBounds', felt252, u64, u128>";
const BOUNDS_SPAN = `Struct<'core::array::Span::<core::starknet::info::v2::ResourceBounds>', @Array<${BOUNDS}>>`;
const TX_V2_FIELDS = `${TX_FIELDS}, ${BOUNDS_SPAN}, u128, felts, u32, u32, felts`;

const executionInfo = (module: string, txFields: string, since?: Version): LibfuncRow => {
  const transaction = `Box<Struct<'${module}::TxInfo', ${txFields}>>`;
  const info = `Struct<'${module}::ExecutionInfo', ${BLOCK_INFO}, ${transaction}, ContractAddress, ContractAddress, felt252>`;
  return syscall('GetExecutionInfo', [''], [`Box<${info}>`, 1], since);
};

const ADDRESSES = 1n << 251n;

/** The syscalls, which are all in the list of the network. */
export const syscallLibfuncs: Family = {
  storage_read_syscall: syscall('StorageRead', ['u32, StorageAddress', 1, 1], ['felt252', 1]),
  storage_write_syscall: syscall('StorageWrite', ['u32, StorageAddress, felt252', 1, 1, 1], ['']),
  call_contract_syscall: syscall('CallContract', ['ContractAddress, felt252, felts', 1, 1, 2], ['felts', 2]),
  library_call_syscall: syscall('LibraryCall', ['ClassHash, felt252, felts', 1, 1, 2], ['felts', 2]),
  emit_event_syscall: syscall('EmitEvent', ['felts, felts', 2, 2], ['']),
  get_block_hash_syscall: syscall('GetBlockHash', ['u64', 1], ['felt252', 1]),
  get_execution_info_syscall: executionInfo('core::starknet::info', TX_FIELDS),
  get_execution_info_v2_syscall: executionInfo('core::starknet::info::v2', TX_V2_FIELDS),
  get_execution_info_v3_syscall: executionInfo('core::starknet::info::v3', `${TX_V2_FIELDS}, felts`, VERSION_1_8),
  deploy_syscall: syscall('Deploy', ['ClassHash, felt252, felts, bool', 1, 1, 2, 1], ['ContractAddress, felts', 1, 2]),
  keccak_syscall: syscall('Keccak', ['u64s', 2], ['u256', 2]),
  sha256_process_block_syscall: syscall(
    'Sha256ProcessBlock',
    ['Sha256StateHandle, u32x16', 1, 1],
    ['Sha256StateHandle', 1],
  ),
  sha512_process_block_syscall: syscall(
    'Sha512ProcessBlock',
    ['Sha512StateHandle, u64x16', 1, 1],
    ['Sha512StateHandle', 1],
    VERSION_1_9,
  ),
  replace_class_syscall: syscall('ReplaceClass', ['ClassHash', 1], ['']),
  get_class_hash_at_syscall: syscall('GetClassHashAt', ['ContractAddress', 1], ['ClassHash', 1]),
  send_message_to_l1_syscall: syscall('SendMessageToL1', ['felt252, felts', 1, 2], ['']),
  meta_tx_v0_syscall: syscall('MetaTxV0', ['ContractAddress, felt252, felts, felts', 1, 1, 2, 2], ['felts', 2]),
  ...secpFamily('Secp256k1'),
  ...secpFamily('Secp256r1'),
};

/** Syscalls, addresses and class hashes. */
export const starknetLibfuncs: Family = {
  ...syscallLibfuncs,
  sha256_state_handle_init: libfunc('u32x8 -> Sha256StateHandle', retype),
  sha256_state_handle_digest: libfunc('Sha256StateHandle -> u32x8', retype),
  sha512_state_handle_init: libfunc('u64x8 -> Sha512StateHandle', retype),
  sha512_state_handle_digest: libfunc('Sha512StateHandle -> u64x8', retype),

  contract_address_const: constantOf('ContractAddress', 0n, ADDRESSES),
  contract_address_to_felt252: toFelt252('ContractAddress'),
  contract_address_try_from_felt252: tryFromFelt252('ContractAddress', addressFromFelt),
  class_hash_const: constantOf('ClassHash', 0n, ADDRESSES),
  class_hash_to_felt252: toFelt252('ClassHash'),
  class_hash_try_from_felt252: tryFromFelt252('ClassHash', addressFromFelt),
  storage_base_address_const: constantOf('StorageBaseAddress', 0n, BASES),
  storage_base_address_from_felt252: libfunc('RangeCheck, felt252 -> RangeCheck, StorageBaseAddress $0', storageBase),
  storage_address_from_base: libfunc('StorageBaseAddress -> + StorageAddress =0', retype),
  storage_address_from_base_and_offset: libfunc('StorageBaseAddress, u8 -> + StorageAddress', deferredAdd),
  storage_address_to_felt252: toFelt252('StorageAddress'),
  storage_address_try_from_felt252: tryFromFelt252('StorageAddress', addressFromFelt),

  cheatcode: libfunc(
    (context, args) => {
      argsOf(args, 'value');
      return signatureOf(context, 'felts -> + felts $0');
    },
    ({ args }) => cheatcode(valueArg(args, 0)),
  ),
};
