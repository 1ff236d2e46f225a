import { expect, test } from 'vitest';
import { tidyEntry } from '../../../test/support/cairo/tidyProgram.ts';
import { Random } from '../../../test/support/random.ts';
import { type Felt, P } from '../../felt/felt.ts';
import { type Dictionaries, PlainDictionaries } from '../hints/dictionaries.ts';
import type { Squash } from '../hints/squash.ts';
import { type Pointer, pointer } from '../pointer.ts';
import { KernelDictionaries } from './kernelDictionaries.ts';
import { VmInstance } from './vmInstance.ts';

const SEED = 7;

function runningInstance(random: Random): VmInstance {
  const vm = new VmInstance();
  vm.push(vm.load(tidyEntry(random).program).block);
  return vm;
}

/** All steps of a squash, as the hints make them. */
function stepsOf(squash: Squash): unknown[] {
  const steps: unknown[] = [squash.largestKey, squash.keysLeft];
  while (squash.keysLeft > 0) {
    steps.push(squash.currentKey);
    for (; squash.accessesLeft > 0; squash.advanceAccess()) steps.push(squash.accessesLeft, squash.currentAccess);
    squash.advanceKey();
  }
  return steps;
}

test(`hints that the driver runs see the same dictionaries as in the definition (seed ${SEED})`, () => {
  for (let i = 0; i < 20; i++) {
    const random = new Random(SEED + i);
    const vm = runningInstance(random);
    const both: readonly Dictionaries[] = [new PlainDictionaries(), new KernelDictionaries(vm)];
    const segments = [vm.addSegment(), vm.addSegment()];
    for (const segment of segments) for (const each of both) each.add(segment);
    const keys = Array.from({ length: 30 }, () => random.pick([random.felt(), BigInt(random.word() % 9) as Felt]));
    for (let access = 0; access < 200; access++) {
      const end = pointer(random.pick(segments), random.word() % 100);
      const key = random.pick(keys);
      const value = random.pick([random.felt(), (P - 1n) as Felt, pointer(1, random.word() % 1000)]);
      const seen = both.map((each) => [each.indexOf(end), each.read(end, key)]);
      expect(seen[1]).toEqual(seen[0]);
      for (const each of both) each.write(end, key, value);
    }
    const accesses = pointer(vm.addSegment(), 0);
    const accessed = Array.from({ length: 1 + (random.word() % 60) }, () => random.pick(keys));
    accessed.forEach((key, at) => void vm.set((accesses + 3 * at) as Pointer, key));
    expect(both.map((each) => each.squash)).toEqual([undefined, undefined]);
    const [plain, kernel] = both.map((each) => stepsOf(each.startSquash(accesses, accessed)));
    expect(kernel).toEqual(plain);
    for (const each of both)
      expect(() => each.indexOf(accesses)).toThrow('The given value does not point to a known dictionary.');
  }
});
