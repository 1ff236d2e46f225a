const primes = [];
for (let candidate = 2; primes.length < 80; candidate++)
  if (primes.every((prime) => candidate % prime !== 0)) primes.push(candidate);

/** The first 64 bits behind the point of a prime's root. */
function fractionOfRoot(prime, root) {
  const wanted = BigInt(prime) << (64n * root);
  let [low, high] = [0n, 1n << 69n];
  while (high - low > 1n) {
    const middle = (low + high) >> 1n;
    if (middle ** root <= wanted) low = middle;
    else high = middle;
  }
  return BigInt.asUintN(64, low);
}

const hex = (value) => `0x${value.toString(16)}`;
const list = (values) => `[\n  ${values.map(hex).join(', ')},\n]`;

/** AssemblyScript: the constants of SHA-256, SHA-512, BLAKE2s and Keccak. */
export function hashConstants() {
  const cubes = primes.map((prime) => fractionOfRoot(prime, 3n));
  const squares = primes.slice(0, 8).map((prime) => fractionOfRoot(prime, 2n));
  const rounds = [];
  let register = 1;
  for (let round = 0; round < 24; round++) {
    let constant = 0n;
    for (let bit = 0; bit < 7; bit++) {
      if (register & 1) constant |= 1n << (2n ** BigInt(bit) - 1n);
      register = (register << 1) ^ (register >> 7 ? 0x171 : 0);
    }
    rounds.push(constant);
  }
  return `// Written by kernel/generate.mjs.

/** The first bits behind the point of the cube roots of the first 64 and 80 primes. */
export const SHA256_CONSTANTS: usize = memory.data<u32>(${list(cubes.slice(0, 64).map((value) => value >> 32n))});
export const SHA512_CONSTANTS: usize = memory.data<u64>(${list(cubes)});
/** The same of the square roots of the first 8. */
export const BLAKE2S_START: usize = memory.data<u32>(${list(squares.map((value) => value >> 32n))});
export const KECCAK_CONSTANTS: usize = memory.data<u64>(${list(rounds)});
`;
}
