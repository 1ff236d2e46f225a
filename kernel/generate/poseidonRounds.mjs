import { LIMB_BITS, STEPS, times } from './primes.mjs';
import { doubled, MASK, products, reduction } from './product.mjs';
import { vectorProducts } from './vectorProduct.mjs';

const PARTIAL_ROUNDS = 83;

/**
 * Poseidon's rounds. The matrix (3 1 1; 1 -1 1; 1 1 -2) takes, with s = a + b and d = a - b, (s, d, c) to (2 (s + d + c), 2 s, s - 2 c).
 * In partial rounds only c passes a cube, z. So c' = s - 2 z, which one reduction gives, and s' = 2 (s + d + z) = 3 s + 4 s_before - c',
 * with d = 2 s_before: sums of limbs alone, which are taken four at a time while the next square is under way.
 */
export function poseidonRounds(field) {
  const { limbs, count } = field;
  const all = [...Array(count).keys()];
  const top = count - 1;
  const lines = (list) => list.map((line) => `  ${line}`).join('\n');
  const load = (name, from, at) => all.map((k) => `const ${name}${k} = <i64>load<i32>(${from}, ${at + 4 * k});`);
  const keepAs = (name) => (i, value) => `const ${name}${i} = ${value};`;

  // The square goes through memory, from where its limbs are read into all lanes.
  const keepSquare = (i, value) => `const y${i} = ${value}; store<i32>(power, <i32>y${i}, ${4 * i});`;
  const square = (
    x,
  ) => `${lines(all.map((k) => `const x${k} = <i64>(load<i32>(${x}, ${4 * k}) + load<i32>(constant, ${4 * k}));`))}
${doubled(field, 'x')}
${reduction(field, products(field, 'x', 'x'), { keep: keepSquare, tag: 'Square' })}`;
  const left = { splat: (i) => `v128.load_splat<i32>(power, ${4 * i})`, alone: (i) => `y${i}` };
  const sum = (x, i) => `i32x4.add(v128.load(${x}, ${4 * i}), v128.load(constant, ${4 * i}))`;
  const toCube = vectorProducts(field, [{ left, right: { four: (i) => sum('x', i), alone: (i) => `x${i}` } }]);
  // s - 2 x y
  const toC = vectorProducts(
    field,
    [{ left, right: { four: (i) => `i32x4.shl(${sum('c', i)}, 1)`, alone: (i) => `(x${i} << 1)` } }],
    '-',
  );
  const limbOfS = (i) => `+ <i64>load<i32>(s, ${4 * i})`;
  const withS = (column) => [...toC.columns(column), ...(column >= STEPS ? [limbOfS(column - STEPS)] : [])];
  // The highest limb is what the last column carries, and has no column of its own.
  const keepC = (i, value) => `store<i32>(c, <i32>(${i < top ? value : `(${value}) ${limbOfS(top)}`}), ${4 * i});`;
  const advanced = (i) => [
    `const s${i} = v128.load(s, ${16 * i});`,
    `const before${i} = i32x4.shl(v128.load(sBefore, ${16 * i}), 2);`,
    `const thrice${i} = i32x4.add(s${i}, i32x4.shl(s${i}, 1));`,
    `const v${i} = i32x4.sub(i32x4.add(thrice${i}, before${i}), v128.load(c, ${16 * i}));`,
    `v128.store(sBefore, s${i}, ${16 * i});`,
  ];

  // Takes about as many times p away as fit, carries and stores.
  const settle = (name, to, at) => [
    `const ${name}Times = ${name}${top} >> ${limbs[top].toString(2).length - 1};`,
    ...all.filter((k) => limbs[k] !== 0n).map((k) => `${name}${k} -= (0 ${times(`${name}Times`, limbs[k])});`),
    ...all
      .slice(0, -1)
      .flatMap((k) => [
        `store<i32>(${to}, <i32>(${name}${k} & ${MASK}), ${at + 4 * k});`,
        `${name}${k + 1} += ${name}${k} >> ${LIMB_BITS};`,
      ]),
    `store<i32>(${to}, <i32>${name}${top}, ${at + 4 * top});`,
  ];

  return `// Written by kernel/generate.mjs.
const power: usize = memory.data(40, 16);
/** Sums of products, by column. */
const columns: usize = memory.data(160, 16);

/** x = (x + constant)^3 */
export function cube(x: usize, constant: usize): void {
${square('x')}
${lines(toCube.prelude)}
${reduction(field, toCube.columns, { keep: keepAs('z'), tag: 'Cube', before: toCube.before })}
${lines(all.map((k) => `store<i32>(x, <i32>z${k}, ${4 * k});`))}
}

// Elements of the partial rounds, 48 bytes each so that vectors lie on their borders: s, the one before it, c.
export const s: usize = memory.data(48, 16);
export const sBefore: usize = memory.data(48, 16);
export const c: usize = memory.data(48, 16);
const LIMB: usize = memory.data<i32>([${new Array(4).fill(MASK).join(', ')}]);
const LOWEST: usize = memory.data<i32>([-1, 0, 0, 0]);
/** The prime's limbs 4 to 7. */
const MIDDLE: usize = memory.data<i32>([0, 0, 0x1000000, 1]);
const TOP: usize = memory.data<i32>([0x7ffffff, 0, 0, 0]);

/** s = 3 s + 4 sBefore - c, less a multiple of the prime, limbs a little above ${LIMB_BITS} bits at most; sBefore = s. */
export function advance(): void {
${lines([0, 1, 2].flatMap(advanced))}
  const times = i32x4.shr_s(v2, 27);
  const timesAll = i32x4.shuffle(times, times, 0, 0, 0, 0);
  const w0 = i32x4.sub(v0, v128.and(timesAll, v128.load(LOWEST)));
  const w1 = i32x4.sub(v1, i32x4.mul(timesAll, v128.load(MIDDLE)));
  const w2 = v128.and(v2, v128.load(TOP));
  const limb = v128.load(LIMB);
  const over0 = i32x4.shr_s(w0, ${LIMB_BITS});
  const over1 = i32x4.shr_s(w1, ${LIMB_BITS});
  const none = i32x4.splat(0);
  v128.store(s, i32x4.add(v128.and(w0, limb), i32x4.shuffle(none, over0, 3, 4, 5, 6)), 0);
  v128.store(s, i32x4.add(v128.and(w1, limb), i32x4.shuffle(over0, over1, 3, 4, 5, 6)), 16);
  v128.store(s, i32x4.add(w2, i32x4.shuffle(over1, none, 3, 4, 5, 6)), 32);
}

/** ${PARTIAL_ROUNDS} partial rounds of s, sBefore and c; s is one step behind at the end. Answers where the constants of later rounds begin. */
export function partialRounds(constants: usize): usize {
  let constant = constants;
  for (let round = 0; round < ${PARTIAL_ROUNDS}; round++) {
${square('c')}
    if (round > 0) advance();
${lines(toC.prelude)}
${reduction(field, withS, { keep: keepC, tag: 'Cube', before: toC.before })}
    constant += 40;
  }
  return constant;
}

/** The matrix on (a, b, c): 40 bytes each. */
export function mix(state: usize): void {
${lines(['a', 'b', 'c'].flatMap((name, i) => load(name, 'state', 40 * i)))}
${lines(all.map((k) => `let r${k} = 3 * a${k} + b${k} + c${k};`))}
${lines(settle('r', 'state', 0))}
${lines(all.map((k) => `let t${k} = a${k} - b${k} + c${k};`))}
${lines(settle('t', 'state', 40))}
${lines(all.map((k) => `store<i32>(state, <i32>(a${k} + b${k} - 2 * c${k}), ${80 + 4 * k});`))}
}
`;
}
