import { LIMB_BITS, times } from './primes.mjs';
import { doubled, MASK, products, reduction } from './product.mjs';
import { vectorProducts } from './vectorProduct.mjs';

/**
 * Poseidon's rounds. The matrix (3 1 1; 1 -1 1; 1 1 -2) takes, with s = a + b and d = a - b, (s, d, c) to (2 (s + d + c), 2 s, s - 2 c),
 * so in partial rounds, where a and b pass no cube, only one new element has to be carried.
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
  const cube = () => {
    const { prelude, before, columns } = vectorProducts(field, [
      {
        left: { splat: (i) => `v128.load_splat<i32>(power, ${4 * i})`, alone: (i) => `y${i}` },
        right: {
          four: (i) => `i32x4.add(v128.load(x, ${4 * i}), v128.load(constant, ${4 * i}))`,
          alone: (i) => `x${i}`,
        },
      },
    ]);
    return `${lines(all.map((k) => `const x${k} = <i64>(load<i32>(x, ${4 * k}) + load<i32>(constant, ${4 * k}));`))}
${doubled(field, 'x')}
${reduction(field, products(field, 'x', 'x'), { keep: keepSquare, tag: 'Square' })}
${lines(prelude)}
${reduction(field, columns, { keep: keepAs('z'), tag: 'Cube', before })}`;
  };

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
${cube()}
${lines(all.map((k) => `store<i32>(x, <i32>z${k}, ${4 * k});`))}
}

/** One partial round of (s, d, c): 40 bytes each. */
export function partialRound(state: usize, constant: usize): void {
  const x = state + 80;
${cube()}
${lines(load('s', 'state', 0))}
${lines(all.map((k) => `let n${k} = (s${k} + <i64>load<i32>(state, ${40 + 4 * k}) + z${k}) << 1;`))}
${lines(
  all.flatMap((k) => [
    `store<i32>(state, <i32>(s${k} << 1), ${40 + 4 * k});`,
    `store<i32>(state, <i32>(s${k} - (z${k} << 1)), ${80 + 4 * k});`,
  ]),
)}
${lines(settle('n', 'state', 0))}
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
