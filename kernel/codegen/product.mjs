import { LIMB_BITS, modInverse, STEPS, times } from './primes.mjs';

export const MASK = `0x${(2 ** LIMB_BITS - 1).toString(16)}`;

/** For each column of left * right, the terms of its sum. In a square, mixed products occur once, doubled. */
export const products =
  ({ count }, left, right) =>
  (column) => {
    const terms = [];
    for (let i = Math.max(0, column - count + 1); i <= Math.min(column, count - 1); i++) {
      const j = column - i;
      if (left !== right) terms.push(`+ ${left}${i} * ${right}${j}`);
      else if (i < j) terms.push(`+ ${left}${i} * ${left}Twice${j}`);
      else if (i === j) terms.push(`+ ${left}${i} * ${left}${i}`);
    }
    return terms;
  };

/** The doubled limbs that a square needs. */
export const doubled = ({ count }, name) =>
  Array.from({ length: count - 1 }, (_, i) => `  const ${name}Twice${i + 1} = ${name}${i + 1} << 1;`).join('\n');

const toMemory = (i, value) => `store<i32>(out, <i32>(${value}), ${4 * i});`;

/**
 * Montgomery reduction: adds up the columns, subtracts (or adds) multiples of p that clear the lowest ten limbs, and passes the other
 * limbs to `keep`. Each column is a separate sum, so that only the carries depend on each other. `tag` distinguishes the names of two
 * reductions in one function; `before` gives lines to write before a column.
 * If p's lowest limb is 1, the result for small inputs is above -p and at most 0; otherwise it is from 0 to p. For a prime with a shortcut
 * (primes.mjs) this needs `exact`; without it the steps before the last one use the shortcut, and the result may be off by p.
 */
export function reduction(
  { p, count, limbs, shortcut },
  columns,
  { keep = toMemory, tag = '', before = () => [], exact = false } = {},
) {
  const limbsIn = (step) => (exact || step === STEPS - 1 ? limbs : shortcut);
  // If the lowest limb is 1 or -1, no product is needed to find the multiple, and the shift itself clears the limb.
  const isSimple = (step) => limbsIn(step)[0] === 1n || limbsIn(step)[0] === -1n;
  const sign = limbs[0] === 1n ? -1n : 1n;
  const factor = BigInt.asUintN(LIMB_BITS, -modInverse(p, 2n ** BigInt(LIMB_BITS)));
  const acc = `acc${tag}`;
  const lines = [];
  for (let column = 0; column < STEPS + count - 1; column++) {
    lines.push(...before(column));
    const terms = columns(column);
    for (let j = 1; j < count; j++) {
      const step = column - j;
      if (step >= 0 && step < STEPS && limbsIn(step)[j] !== 0n)
        terms.push(times(`m${tag}${step}`, sign * limbsIn(step)[j]));
    }
    const sum = terms.length ? terms.join(' ').replace(/^\+ /, '').replace(/^- /, '0 - ') : '0';
    lines.push(column === 0 ? `let ${acc}: i64 = ${sum};` : `${acc} = (${acc} >> ${LIMB_BITS}) + (${sum});`);
    if (column < STEPS) {
      const simple = isSimple(column);
      lines.push(`const m${tag}${column} = ${simple ? acc : `(${acc} * ${factor})`} & ${MASK};`);
      if (!simple) lines.push(`${acc} = ${acc} ${times(`m${tag}${column}`, limbs[0])};`);
    } else lines.push(keep(column - STEPS, `${acc} & ${MASK}`));
  }
  lines.push(keep(count - 1, `${acc} >> ${LIMB_BITS}`));
  return lines.map((line) => `  ${line}`).join('\n');
}
