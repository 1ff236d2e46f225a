import { expect, test } from 'vitest';
import { randomFormula } from '../../../test/support/hashFormula.ts';
import { finish } from '../../async/steps.ts';
import { toFelt } from '../../felt/felt.ts';
import { directHashing } from '../../felt/hashing.ts';
import { hashInSteps } from './hashInSteps.ts';

test('a formula in steps gives what it gives at once', () => {
  for (let seed = 0; seed < 30; seed++) {
    const formula = randomFormula(seed);
    expect(finish(hashInSteps(formula, toFelt(seed)))).toEqual(formula(directHashing, toFelt(seed)));
  }
});
