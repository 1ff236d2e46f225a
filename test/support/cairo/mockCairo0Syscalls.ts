import type { Cell, Machine } from '../../../src/cairo/machine.ts';
import { offsetOf, type Pointer, pointer } from '../../../src/cairo/pointer.ts';
import { VmError } from '../../../src/cairo/vmError.ts';
import { type Felt, feltOfAscii } from '../../../src/felt/felt.ts';
import { feltOf, keyOf, ZERO_KEY } from '../../../src/felt/key.ts';
import type { MockWorld } from './mockSyscalls.ts';

/** A mocked Cairo 0 system call: the number of cells of its request after the selector, and its response. */
interface Mock {
  readonly fields: number;
  answer(world: MockWorld, machine: Machine, request: Pointer): Cell[];
}

const felt = (value: bigint | number): Felt => BigInt(value) as Felt;
const key = (machine: Machine, at: number) => machine.getKey(at as Pointer) ?? ZERO_KEY;
const one = (value: (world: MockWorld) => Felt): Mock => ({ fields: 0, answer: (world) => [value(world)] });
const list = (world: MockWorld, machine: Machine): Cell[] => {
  const values = Array.from({ length: world.random.below(4) }, () => felt(world.random.below(3)));
  const start = machine.writeKeys(values.map(keyOf));
  machine.setReadOnly(Math.floor(start / 2 ** 32), values.length);
  return [felt(values.length), start];
};

const MOCKS: Readonly<Record<string, Mock>> = {
  StorageRead: {
    fields: 1,
    answer({ storage, random }, machine, request) {
      const address = key(machine, request + 1);
      let value = storage.get(address);
      if (value === undefined) storage.set(address, (value = felt(random.below(2) === 0 ? random.below(2 ** 16) : 0)));
      return [value];
    },
  },
  StorageWrite: {
    fields: 2,
    answer({ storage }, machine, request) {
      storage.set(key(machine, request + 1), feltOf(key(machine, request + 2)));
      return [];
    },
  },
  EmitEvent: { fields: 4, answer: () => [] },
  GetCallerAddress: one(({ random }) => felt(random.below(3))),
  GetContractAddress: one(() => felt(0xc0de)),
  GetBlockNumber: one(() => felt(7)),
  GetBlockTimestamp: one(() => felt(1_700_000_000)),
  GetSequencerAddress: one(() => felt(0x5e9)),
  GetTxSignature: { fields: 0, answer: list },
  CallContract: { fields: 4, answer: list },
  LibraryCall: { fields: 4, answer: list },
  Deploy: { fields: 5, answer: ({ random }) => [random.felt(), felt(0), felt(0)] },
  GetTxInfo: {
    fields: 0,
    answer(_, machine) {
      const empty = machine.writeKeys([]);
      const info = pointer(machine.addSegment(), 0);
      [felt(1), felt(0xacc), felt(0), felt(0), empty, felt(0x123), felt(0x534e), felt(1)].forEach(
        (cell, i) => void machine.set((info + i) as Pointer, cell),
      );
      return [info];
    },
  },
};
const BY_SELECTOR = new Map(Object.entries(MOCKS).map(([name, mock]) => [feltOfAscii(name) as bigint, { name, mock }]));

/** Answers a system call of a Cairo 0 class. Returns its name and the address of the next request. */
export function answerCairo0Syscall(
  world: MockWorld,
  machine: Machine,
  request: Pointer,
): { name: string; next: Pointer } {
  const known = BY_SELECTOR.get(machine.get(request) as bigint);
  if (known === undefined) throw new VmError('Invalid syscall selector');
  let at = (request + 1 + known.mock.fields) as Pointer;
  for (const cell of known.mock.answer(world, machine, request)) {
    machine.set(at, cell);
    at = (at + 1) as Pointer;
  }
  return { name: `${known.name} at ${offsetOf(request)}`, next: at };
}
