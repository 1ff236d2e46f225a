import type { Felt } from '../../src/felt/felt.ts';
import type { HashFormula, Hashing } from '../../src/felt/hashing.ts';
import { Random } from './random.ts';

/** A deterministic formula that combines earlier results with felts and hashes of its own. It has five results. */
export const randomFormula =
  (seed: number): HashFormula =>
  <V>(hashing: Hashing<V>, before: Felt | V) => {
    const random = new Random(seed);
    const values: (Felt | V)[] = [before, random.oddFelt(), random.oddFelt(), random.felt(), random.felt()];
    const some = () => random.pick(values);
    for (let i = 0; i < 12; i++)
      switch (random.below(4)) {
        case 0:
          values.push(hashing.pair(some(), some()));
          break;
        case 1:
          values.push(hashing.plus(some(), random.below(65)));
          break;
        default:
          values.push(hashing.many(Array.from({ length: random.below(20) }, some)));
      }
    values.push(hashing.many([before, ...values.slice(-5)]));
    return values.slice(-5);
  };

/** A formula of many steps: the root of a binary tree over the hashes of a power of two of felts. */
export const treeFormula =
  (felts: readonly Felt[]): HashFormula =>
  (hashing, before) => {
    let level = felts.map((felt) => hashing.many([before, felt, ...felts.slice(0, 5)]));
    while (level.length > 1) level = level.flatMap((a, i) => (i % 2 ? [] : [hashing.pair(a, level[i + 1]!)]));
    return level;
  };
