import { LIMB_BITS } from './primes.mjs';

/**
 * The product of two reduced felts, reduced. The upper half is folded from the top limb down with
 * 2^252 = -(34 * 2^192 + 2) modulo P: limb k goes, times -34, to bit 24 of limb k - 3, and, times -2, to limb k - 9.
 */
export function canonicalProduct() {
  const MASK = '0xfffffff';
  const lines = [];
  const say = (line) => lines.push(`  ${line}`);
  for (const v of ['a', 'b']) {
    for (let i = 0; i < 4; i++) say(`const ${v}w${i} = load<u64>(${v}, ${8 * i});`);
    for (let i = 0; i < 9; i++) {
      const at = LIMB_BITS * i;
      const [w, s] = [at >> 6, at & 63];
      const low = s ? `(${v}w${w} >> ${s})` : `${v}w${w}`;
      const bits = s + LIMB_BITS > 64 && w < 3 ? `(${low} | (${v}w${w + 1} << ${64 - s}))` : low;
      say(`const ${v}${i} = <i64>(${bits} & ${MASK});`);
    }
  }
  for (let column = 0; column < 17; column++) {
    const terms = [];
    for (let i = Math.max(0, column - 8); i <= Math.min(column, 8); i++) terms.push(`a${i} * b${column - i}`);
    say(`const c${column} = ${terms.join(' + ')};`);
  }
  // One carry each, from column to column and no further: limbs of 33 bits are small enough to fold, and nothing waits.
  say(`let l0 = c0 & ${MASK};`);
  for (let k = 1; k < 17; k++) say(`let l${k} = (c${k} & ${MASK}) + (c${k - 1} >> ${LIMB_BITS});`);
  say(`const l17 = c16 >> ${LIMB_BITS};`);
  for (let k = 17; k >= 9; k--) {
    say(`const h${k} = l${k} * 34;`);
    // Split at the limb's border, so that limbs grow by a bit or two a fold and not by thirty.
    say(`l${k - 2} -= h${k} >> 4;`);
    say(`l${k - 3} -= (h${k} & 15) << 24;`);
    say(`l${k - 9} -= l${k} << 1;`);
  }
  for (let i = 0; i < 8; i++) {
    say(`l${i + 1} += l${i} >> ${LIMB_BITS};`);
    say(`l${i} &= ${MASK};`);
  }
  say('const q = l8 >> 27; // the product divided by 2^251');
  say('let w0 = <u64>l0 | (<u64>l1 << 28) | (<u64>l2 << 56);');
  say('let w1 = (<u64>l2 >> 8) | (<u64>l3 << 20) | (<u64>l4 << 48);');
  say('let w2 = (<u64>l4 >> 16) | (<u64>l5 << 12) | (<u64>l6 << 40);');
  say('let w3 = (<u64>l6 >> 24) | (<u64>l7 << 4) | ((<u64>l8 & 0x7ffffff) << 32);');
  say('// Minus q times P without its highest bit: d is -q, s its sign in all bits.');
  say('const d = <u64>-q;');
  say('const s = <u64>(-q >> 63);');
  say('w0 += d;');
  say('const carry0 = <u64>(w0 < d);');
  say('const t1 = s + carry0;');
  say('w1 += t1;');
  say('const carry1 = <u64>(w1 < t1) | (s & carry0);');
  say('const t2 = s + carry1;');
  say('w2 += t2;');
  say('const carry2 = <u64>(w2 < t2) | (s & carry1);');
  say('w3 += s + carry2 + 17 * d;');
  say('if (<i64>w3 < 0) {');
  say('  w0 += 1;');
  say('  const over = <u64>(w0 == 0);');
  say('  w1 += over;');
  say('  const over1 = over & <u64>(w1 == 0);');
  say('  w2 += over1;');
  say('  w3 += 0x800000000000011 + (over1 & <u64>(w2 == 0));');
  say('}');
  say('// P is 2^251 + 17 * 2^192 + 1: the two middle words are 0.');
  say('if (w3 > 0x800000000000011 || (w3 == 0x800000000000011 && (w2 | w1 | w0) != 0)) {');
  say('  const borrow = <u64>(w0 == 0);');
  say('  const borrow1 = <u64>(borrow > w1);');
  say('  const borrow2 = <u64>(borrow1 > w2);');
  say('  w0 -= 1;');
  say('  w1 -= borrow;');
  say('  w2 -= borrow1;');
  say('  w3 -= 0x800000000000011 + borrow2;');
  say('}');
  for (let i = 0; i < 4; i++) say(`store<u64>(out, w${i}, ${8 * i});`);
  return `// Written by kernel/generate.mjs.

/** out = a * b modulo P, all reduced and four 64-bit words. */
export function canonicalProduct(out: usize, a: usize, b: usize): void {
${lines.join('\n')}
}
`;
}
