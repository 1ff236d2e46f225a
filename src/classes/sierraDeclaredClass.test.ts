import { expect, test } from 'vitest';
import { contractClass } from '../../test/support/calls/contracts.ts';
import { feltOfAscii, toFelt } from '../felt/felt.ts';
import type { SierraClass } from '../sierra/class/sierraClass.ts';
import { sierraRunnable } from './sierraDeclaredClass.ts';

test('a class counts as reading its gas counter if its program uses a libfunc that returns it', () => {
  const { definition, casm } = contractClass('branching');
  const { sierraProgram } = definition as SierraClass;
  expect(sierraRunnable(sierraProgram, casm!).readsGas).toBe(false);
  for (const name of ['gas_reserve_create', 'get_available_gas', 'get_unspent_gas']) {
    const dictionarySize = Number(sierraProgram[6]);
    const last = sierraProgram.with(8 + dictionarySize - 1, feltOfAscii(name));
    expect(sierraRunnable(last, casm!).readsGas).toBe(true);
    // After the dictionary there are no names.
    const behind = sierraProgram.with(8 + dictionarySize, feltOfAscii(name));
    expect(sierraRunnable(behind, casm!).readsGas).toBe(false);
  }
  expect(sierraRunnable([1, 7, 0].map(toFelt), casm!).readsGas).toBe(false);
});
