import type { Cell, Machine } from '../../../src/cairo/machine.ts';
import { offsetOf, type Pointer, pointer } from '../../../src/cairo/pointer.ts';
import { type Felt, feltOfAscii } from '../../../src/felt/felt.ts';
import { type FeltKey, feltOf, keyOf, ZERO_KEY } from '../../../src/felt/key.ts';
import type { Random } from '../random.ts';

/** A mocked system call: reads its request and returns the cells of the response after [gas, 0]. */
interface Mock {
  readonly fields: number;
  answer(world: MockWorld, machine: Machine, request: Pointer): Cell[];
}

/** The state of the mocked system calls of one run. The same seed gives the same answers. */
export interface MockWorld {
  readonly random: Random;
  readonly storage: Map<FeltKey, Felt>;
}

const felt = (value: bigint | number): Felt => BigInt(value) as Felt;
const span = (machine: Machine, values: readonly Felt[]): [Pointer, Pointer] => {
  const start = machine.writeKeys(values.map(keyOf));
  machine.setReadOnly(Math.floor(start / 2 ** 32), values.length);
  return [start, (start + values.length) as Pointer];
};
/** Return data that an interface can read: small numbers and sometimes a large one. */
const someRetdata = ({ random }: MockWorld): Felt[] =>
  Array.from({ length: random.below(4) }, () => (random.below(4) === 0 ? random.felt() : felt(random.below(3))));

const nothing: Mock['answer'] = () => [];
const call: Mock = { fields: 4, answer: (world, machine) => span(machine, someRetdata(world)) };

function executionInfo({ random }: MockWorld, machine: Machine): Cell[] {
  const block = machine.writeKeys([7, 1_700_000_000, 0].map((value) => keyOf(felt(value))));
  const [signature, signatureEnd] = span(machine, [random.felt(), random.felt()]);
  const tx = pointer(machine.addSegment(), 0);
  const fields: Cell[] = [felt(3), felt(0xacc), felt(0), signature, signatureEnd, random.felt(), felt(0x534e), felt(5)];
  const empty = (): Cell[] => span(machine, []);
  fields.push(...empty(), felt(0), ...empty(), felt(0), felt(0), ...empty());
  fields.forEach((cell, i) => void machine.set((tx + i) as Pointer, cell));
  const info = pointer(machine.addSegment(), 0);
  [block, tx, felt(random.below(3)), felt(0xc0de), random.felt()].forEach(
    (cell, i) => void machine.set((info + i) as Pointer, cell),
  );
  return [info];
}

const MOCKS: Readonly<Record<string, Mock>> = {
  StorageRead: {
    fields: 2,
    answer({ storage, random }, machine, request) {
      const key = machine.getKey((request + 3) as Pointer) ?? ZERO_KEY;
      let value = storage.get(key);
      if (value === undefined) storage.set(key, (value = felt(random.below(3) === 0 ? random.below(2 ** 16) : 0)));
      return [value];
    },
  },
  StorageWrite: {
    fields: 3,
    answer({ storage }, machine, request) {
      const value = machine.getKey((request + 4) as Pointer) ?? ZERO_KEY;
      storage.set(machine.getKey((request + 3) as Pointer) ?? ZERO_KEY, feltOf(value));
      return [];
    },
  },
  EmitEvent: { fields: 4, answer: nothing },
  SendMessageToL1: { fields: 3, answer: nothing },
  ReplaceClass: { fields: 1, answer: nothing },
  CallContract: call,
  LibraryCall: call,
  Deploy: { fields: 5, answer: (world, machine) => [world.random.felt(), ...span(machine, [])] },
  GetClassHashAt: { fields: 1, answer: ({ random }) => [felt(random.below(2))] },
  GetBlockHash: { fields: 1, answer: ({ random }) => [random.felt()] },
  GetExecutionInfo: { fields: 0, answer: (world, machine) => executionInfo(world, machine) },
  Keccak: {
    fields: 2,
    answer: ({ random }) => [felt(random.bits(128)), felt(random.bits(128))],
  },
};
const BY_SELECTOR = new Map(Object.entries(MOCKS).map(([name, mock]) => [feltOfAscii(name) as bigint, { name, mock }]));

/** Answers a system call of a Sierra class. Returns its name and the address of the next request. */
export function answerSyscall(world: MockWorld, machine: Machine, request: Pointer): { name: string; next: Pointer } {
  const known = BY_SELECTOR.get(machine.get(request) as bigint);
  // Random programs make empty requests.
  const gas = machine.get((request + 1) as Pointer) ?? felt(0);
  const fields = known?.mock.fields ?? 0;
  let at = (request + 2 + fields) as Pointer;
  const write = (cell: Cell) => {
    machine.set(at, cell);
    at = (at + 1) as Pointer;
  };
  write(gas);
  if (known === undefined || world.random.below(40) === 0) {
    const reason = machine.writeKeys([keyOf(feltOfAscii('mock failure'))]);
    [felt(1), reason, (reason + 1) as Pointer].forEach(write);
  } else {
    write(felt(0));
    known.mock.answer(world, machine, request).forEach(write);
  }
  return { name: `${known?.name ?? 'unknown'} at ${offsetOf(request)}`, next: at };
}
