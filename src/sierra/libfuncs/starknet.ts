import { feltOfAscii, P } from '../../felt/felt.ts';
import type { Buffer } from '../casm/builder.ts';
import type { Place } from '../casm/cell.ts';
import { deferred, pointee, value } from '../casm/cell.ts';
import { SYSCALL } from '../prices.ts';
import { valueArg } from '../types/genericArgs.ts';
import { deferredAdd, proveSplit, tryFromFelt } from './arithmetic.ts';
import { constant, same } from './integers.ts';
import { type Family, type Libfunc, repeat, template } from './libfunc.ts';
import { narrowSplit, U128, wideSplit } from './numbers.ts';

const REVERT_CELLS = 2;

/** A call to the operating system: cells of each argument and of each result. */
function syscall(name: string, args: readonly number[], results: readonly number[]): () => Libfunc {
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
  return {
    [`${name}_new_syscall`]: syscall(`${curve}New`, [2, 2], [2]),
    [`${name}_add_syscall`]: syscall(`${curve}Add`, [1, 1], [1]),
    [`${name}_mul_syscall`]: syscall(`${curve}Mul`, [1, 2], [1]),
    [`${name}_get_point_from_x_syscall`]: syscall(`${curve}GetPointFromX`, [2, 1], [2]),
    [`${name}_get_xy_syscall`]: syscall(`${curve}GetXy`, [1], [2, 2]),
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

/** Syscalls, addresses and class hashes. */
/** What a test runner gives for a span of felts. No list of libfuncs has it, since nothing else knows what it does. */
const cheatcode = (selector: bigint): Libfunc =>
  template(['cell', 'cell'], (b, [start, end]) => {
    const [output_start, output_end] = b.temps(2);
    b.hint('Cheatcode', { input_start: start, input_end: end }, { output_start, output_end }, { selector });
    b.advance(2);
    b.done([output_start, output_end]);
  });

export const starknetLibfuncs: Family = {
  storage_read_syscall: syscall('StorageRead', [1, 1], [1]),
  storage_write_syscall: syscall('StorageWrite', [1, 1, 1], []),
  call_contract_syscall: syscall('CallContract', [1, 1, 2], [2]),
  library_call_syscall: syscall('LibraryCall', [1, 1, 2], [2]),
  emit_event_syscall: syscall('EmitEvent', [2, 2], []),
  get_block_hash_syscall: syscall('GetBlockHash', [1], [1]),
  get_execution_info_syscall: syscall('GetExecutionInfo', [], [1]),
  get_execution_info_v2_syscall: syscall('GetExecutionInfo', [], [1]),
  get_execution_info_v3_syscall: syscall('GetExecutionInfo', [], [1]),
  deploy_syscall: syscall('Deploy', [1, 1, 2, 1], [1, 2]),
  keccak_syscall: syscall('Keccak', [2], [2]),
  sha256_process_block_syscall: syscall('Sha256ProcessBlock', [1, 1], [1]),
  sha512_process_block_syscall: syscall('Sha512ProcessBlock', [1, 1], [1]),
  replace_class_syscall: syscall('ReplaceClass', [1], []),
  get_class_hash_at_syscall: syscall('GetClassHashAt', [1], [1]),
  send_message_to_l1_syscall: syscall('SendMessageToL1', [1, 2], []),
  meta_tx_v0_syscall: syscall('MetaTxV0', [1, 1, 2, 2], [2]),
  ...secpFamily('Secp256k1'),
  ...secpFamily('Secp256r1'),
  sha256_state_handle_init: same,
  sha256_state_handle_digest: same,
  sha512_state_handle_init: same,
  sha512_state_handle_digest: same,

  contract_address_const: constant,
  contract_address_to_felt252: same,
  contract_address_try_from_felt252: addressFromFelt,
  class_hash_const: constant,
  class_hash_to_felt252: same,
  class_hash_try_from_felt252: addressFromFelt,
  storage_base_address_const: constant,
  storage_base_address_from_felt252: storageBase,
  storage_address_from_base: same,
  storage_address_from_base_and_offset: deferredAdd,
  storage_address_to_felt252: same,
  storage_address_try_from_felt252: addressFromFelt,

  cheatcode: ({ args }) => cheatcode(valueArg(args, 0)),
};
