/**
 * Computes products of limbs two at a time. A row of a product is one limb of the left factor times all limbs of the right one. It is
 * split into pairs of neighbouring columns: even rows take the right limbs from 0, odd rows from 1, so that every pair starts at an even
 * column and rows can be added directly. Limbs without a partner are multiplied alone. The sums of a pair are computed right before
 * their columns are used, and passed through memory. Otherwise V8 would compute all of them first and run out of registers.
 *
 * With `sign` '-' the whole sum is subtracted. A factor has functions that give the code for its limbs. A left factor has `splat(i)`,
 * limb i in all lanes, and `alone(i)`, limb i as a number; a right factor has `four(i)`, the limbs from i on, and `alone(i)`.
 */
export function vectorProducts({ count }, factors, sign = '+') {
  const prelude = [];
  const pairs = new Map();
  const alone = new Map();
  factors.forEach(({ left, right, minus = false }, which) => {
    for (let first = 0; first < 2; first++)
      for (let limb = first; limb + 1 < count; limb += 4)
        prelude.push(`const fours${which}x${limb} = ${right.four(limb)};`);
    for (let row = 0; row < count; row++) {
      const first = row % 2;
      for (let limb = 0; limb < count; limb++) {
        const place = limb - first;
        if (place < 0 || (place % 2 === 0 && limb + 1 === count))
          listed(alone, row + limb).push(
            `${minus === (sign === '-') ? '+' : '-'} ${left.alone(row)} * ${right.alone(limb)}`,
          );
        else if (place % 2 === 0) {
          const half = place % 4 === 0 ? 'low' : 'high';
          const text = `i64x2.extmul_${half}_i32x4_s(row${which}x${row}, fours${which}x${limb - (place % 4)})`;
          listed(pairs, row + limb).push({ which, row, minus, text, splat: left.splat(row) });
        }
      }
    }
  });
  const known = new Set();
  const before = (column) => {
    const terms = pairs.get(column);
    if (!terms) return [];
    const lines = [];
    for (const { which, row, splat } of terms) {
      const name = `row${which}x${row}`;
      if (!known.has(name)) lines.push(`const ${name} = ${splat};`);
      known.add(name);
    }
    const [{ text }, ...others] = terms;
    const sum = others.reduce((so, term) => `i64x2.${term.minus ? 'sub' : 'add'}(${so}, ${term.text})`, text);
    return [...lines, `v128.store(columns, ${sum}, ${8 * column});`];
  };
  const columns = (column) => {
    const inPair = pairs.has(column - (column % 2)) ? [`${sign} load<i64>(columns, ${8 * column})`] : [];
    return [...inPair, ...(alone.get(column) ?? [])];
  };
  return { prelude, before, columns };
}

function listed(map, key) {
  if (!map.has(key)) map.set(key, []);
  return map.get(key);
}
