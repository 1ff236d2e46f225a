import { LIMB_BITS, times } from './primes.mjs';

/**
 * The mixing of Poseidon's state by (3 1 1; 1 -1 1; 1 1 -2). The first two elements may pass many rounds without a product, so they
 * are carried and brought near p here; the third goes straight into a product and need not be.
 */
export function poseidonMix({ limbs, count }) {
  const all = [...Array(count).keys()];
  const lines = [];
  const say = (line) => lines.push(`  ${line}`);
  for (const [i, v] of ['a', 'b', 'c'].entries())
    for (const k of all) say(`const ${v}${k} = load<i32>(state, ${40 * i + 4 * k});`);
  const top = count - 1;
  const topBits = limbs[top].toString(2).length - 1;
  for (const k of all) {
    say(`const s${k} = a${k} + b${k} + c${k};`);
    say(`store<i32>(state, s${k} - 3 * c${k}, ${80 + 4 * k});`);
  }
  for (const [i, v] of ['a', 'b'].entries()) {
    for (const k of all) say(`let ${v}n${k} = s${k} ${i === 0 ? '+' : '-'} (${v}${k} << 1);`);
    // Take away about as many times p as fit.
    say(`const ${v}q = ${v}n${top} >> ${topBits};`);
    for (const k of all) if (limbs[k] !== 0n) say(`${v}n${k} -= (0 ${times(`${v}q`, limbs[k])});`);
    for (const k of all.slice(0, -1)) {
      say(`store<i32>(state, ${v}n${k} & 0xfffffff, ${40 * i + 4 * k});`);
      say(`${v}n${k + 1} += ${v}n${k} >> ${LIMB_BITS};`);
    }
    say(`store<i32>(state, ${v}n${top}, ${40 * i + 4 * top});`);
  }
  return `// Written by kernel/generate.mjs.

export function mix(state: usize): void {
${lines.join('\n')}
}
`;
}
