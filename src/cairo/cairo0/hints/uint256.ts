import { P } from '../../../felt/felt.ts';
import { integerSqrt } from '../../modular.ts';
import { VmError } from '../../vmError.ts';
import type { Cairo0HintRun, Ids } from '../ids.ts';

const LIMB = 1n << 128n;

/** The value of a Uint256; its low and high parts may be wider than 128 bits. */
const wide = (ids: Ids, name: string, low = 0, high = 1): bigint =>
  ids.member(name, 'low', low) + (ids.member(name, 'high', high) << 128n);

function setWide(ids: Ids, name: string, value: bigint): void {
  ids.set(name, value % LIMB);
  ids.set(name, value >> 128n, 1);
}

const carries =
  (lowOnly: boolean): Cairo0HintRun =>
  (ids) => {
    const low = (ids.member('a', 'low', 0) + ids.member('b', 'low', 0)) % P >= LIMB ? 1n : 0n;
    if (!lowOnly) {
      const high = (ids.member('a', 'high', 1) + ids.member('b', 'high', 1) + low) % P >= LIMB ? 1n : 0n;
      ids.set('carry_high', high);
    }
    ids.set('carry_low', low);
  };

const divide =
  (low: number, high: number): Cairo0HintRun =>
  (ids) => {
    const a = wide(ids, 'a');
    const divisor = wide(ids, 'div', low, high);
    if (divisor === 0n) throw new VmError('attempt to divide by zero');
    setWide(ids, 'quotient', a / divisor);
    setWide(ids, 'remainder', a % divisor);
  };

function root(ids: Ids): bigint {
  const value = integerSqrt(wide(ids, 'n'));
  if (value >= LIMB) throw new VmError(`assert 0 <= ${value} < 2 ** 128`);
  return value;
}

/** uint256.cairo. */
export const UINT256 = {
  uint256Add: carries(false),
  uint256AddLow: carries(true),
  uint128Add: (ids) => ids.set('carry', (ids.felt('a') + ids.felt('b')) % P >= LIMB ? 1n : 0n),
  uint256Sub(ids: Ids) {
    const difference = wide(ids, 'a') - wide(ids, 'b');
    setWide(ids, 'res', BigInt.asUintN(256, difference));
  },
  split64(ids: Ids) {
    const a = ids.felt('a');
    ids.set('high', a >> 64n);
    ids.set('low', BigInt.asUintN(64, a));
  },
  uint256Sqrt: (ids) => setWide(ids, 'root', root(ids)),
  uint256SqrtFelt: (ids) => ids.set('root', root(ids)),
  uint256SignedNn: (ids) => ids.setAp(ids.member('a', 'high', 1) < 1n << 127n ? 1n : 0n),
  uint256DivRem: divide(0, 1),
  uint256ExpandedDivRem: divide(1, 3),
  uint256MulDivMod(ids: Ids) {
    const product = wide(ids, 'a') * wide(ids, 'b');
    const divisor = wide(ids, 'div');
    if (divisor === 0n) throw new VmError('Attempted to divide by zero');
    const quotient = product / divisor;
    setWide(ids, 'quotient_low', quotient % (LIMB * LIMB));
    setWide(ids, 'quotient_high', quotient / (LIMB * LIMB));
    setWide(ids, 'remainder', product % divisor);
  },
} as const satisfies Record<string, Cairo0HintRun>;
