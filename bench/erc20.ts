import type { CasmClass } from '../src/cairo/casm.ts';
import type { Cell, EntryPointRun, FinishedRun, Machine } from '../src/cairo/machine.ts';
import { type Pointer, pointer } from '../src/cairo/pointer.ts';
import { programOfCasm } from '../src/cairo/program.ts';
import { VmError } from '../src/cairo/vmError.ts';
import { type Felt, feltOfAscii } from '../src/felt/felt.ts';
import { type FeltKey, keyOf, ZERO_KEY } from '../src/felt/key.ts';
import { NEWEST_PROTOCOL } from '../src/protocol/versions.ts';
import { hyperlaneClass, hyperlaneNames } from '../test/support/cairo/hyperlane.ts';

const TRANSFER = 0x83afd3f4caedc6eebf44246fe54e38c95e3179a5ec9ea81740eca5b482d12en;

/** A real class with an ERC-20 `transfer`. */
export async function erc20Class(): Promise<CasmClass> {
  for (const name of hyperlaneNames()) {
    const casm = await hyperlaneClass(name);
    if (casm.entryPointsByType.EXTERNAL.some(({ selector }) => selector === TRANSFER)) return casm;
  }
  throw new Error('No class with an entry point `transfer` was found.');
}

const key = (value: bigint): FeltKey => keyOf(value as Felt);
const selector = (name: string): FeltKey => keyOf(feltOfAscii(name));

/** A call of `transfer(recipient, 1)`. */
export function transferRun(casm: CasmClass, recipient: bigint): EntryPointRun {
  const entry = casm.entryPointsByType.EXTERNAL.find((point) => point.selector === TRANSFER)!;
  return {
    program: programOfCasm(casm),
    offset: entry.offset,
    builtins: entry.builtins,
    calldata: [key(recipient), key(1n), ZERO_KEY],
    initialGas: 10_000_000_000n,
    selector: ZERO_KEY,
    constants: NEWEST_PROTOCOL,
  };
}

const STORAGE_READ = selector('StorageRead');
const STORAGE_WRITE = selector('StorageWrite');
const EMIT_EVENT = selector('EmitEvent');
const GET_EXECUTION_INFO = selector('GetExecutionInfo');
const BALANCE = key(1_000_000n);

/** Runs an entry point with a storage in which every account has a balance, without converting a felt to a bigint. */
export function runWithStorage(machine: Machine, run: EntryPointRun, storage: Map<FeltKey, FeltKey>): FinishedRun {
  let end = machine.begin(run);
  for (;;) {
    const stop = machine.run(1_000_000);
    if (stop.kind === 'error') throw stop.error;
    if (stop.kind === 'end') break;
    if (stop.kind === 'budget') continue;
    const request = stop.pointer;
    const at = (offset: number) => (request + offset) as Pointer;
    const gas = machine.getKey(at(1))!;
    const respond = (offset: number) => {
      machine.setKey(at(offset), gas);
      machine.setKey(at(offset + 1), ZERO_KEY);
      end = at(offset + 2);
    };
    switch (machine.getKey(request)) {
      case STORAGE_READ:
        respond(4);
        machine.setKey(at(6), storage.get(machine.getKey(at(3))!) ?? BALANCE);
        end = at(7);
        break;
      case STORAGE_WRITE:
        storage.set(machine.getKey(at(3))!, machine.getKey(at(4))!);
        respond(5);
        break;
      case EMIT_EVENT:
        machine.getKeys(machine.getPointer(at(2))!, 1);
        respond(6);
        break;
      case GET_EXECUTION_INFO: {
        respond(2);
        const info = executionInfo(machine);
        machine.set(at(4), info);
        end = at(5);
        break;
      }
      default:
        throw new Error('The benchmark does not implement this syscall.');
    }
  }
  const result = machine.finish(end);
  if (result instanceof VmError) throw result;
  if (result.failed) throw new Error('The transfer failed.');
  return result;
}

function executionInfo(machine: Machine): Pointer {
  const block = machine.writeKeys([key(7n), key(1_700_000_000n), ZERO_KEY]);
  const empty = machine.writeKeys([]);
  const tx = pointer(machine.addSegment(), 0);
  const zero = 0n as Felt;
  const fields: Cell[] = [zero, zero, zero, empty, empty, zero, zero, zero, empty, empty, zero, empty, empty, zero];
  fields.push(zero, empty, empty);
  fields.forEach((cell, i) => void machine.set((tx + i) as Pointer, cell));
  const info = pointer(machine.addSegment(), 0);
  [block, tx, 0xacc0n as Felt, 0xc0den as Felt, TRANSFER as Felt].forEach(
    (cell, i) => void machine.set((info + i) as Pointer, cell),
  );
  return info;
}
