/** The remainder of any integer, at least 0. */
export function mod(value: bigint, modulus: bigint): bigint {
  const rest = value % modulus;
  return rest < 0n ? rest + modulus : rest;
}

/** The inverse modulo a prime by Euclid's algorithm; 0 has no inverse and gives 0. */
export function inverse(value: bigint, prime: bigint): bigint {
  let [low, high] = [mod(value, prime), prime];
  let [x, lastX] = [1n, 0n];
  while (low > 1n) {
    const quotient = high / low;
    [low, high] = [high - quotient * low, low];
    [x, lastX] = [lastX - quotient * x, x];
  }
  return low === 0n ? 0n : mod(x, prime);
}

/** base ** exponent modulo a prime. */
export function power(base: bigint, exponent: bigint, prime: bigint): bigint {
  let result = 1n;
  let square = mod(base, prime);
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % prime;
    square = (square * square) % prime;
  }
  return result;
}

/** The smaller of the two square roots modulo an odd prime (Tonelli and Shanks); undefined when there is none. */
export function squareRoot(value: bigint, prime: bigint): bigint | undefined {
  const wanted = mod(value, prime);
  if (wanted === 0n) return 0n;
  const half = (prime - 1n) / 2n;
  if (power(wanted, half, prime) !== 1n) return undefined;
  let odd = prime - 1n;
  let twos = 0;
  for (; (odd & 1n) === 0n; odd >>= 1n) twos++;
  let nonResidue = 2n;
  while (power(nonResidue, half, prime) === 1n) nonResidue++;

  // Invariant: root * root = wanted * error, and error has order 2 ** k for a k below `order`.
  let order = twos;
  let generator = power(nonResidue, odd, prime);
  let root = power(wanted, (odd + 1n) / 2n, prime);
  let error = power(wanted, odd, prime);
  while (error !== 1n) {
    let k = 0;
    for (let square = error; square !== 1n; k++) square = (square * square) % prime;
    const step = power(generator, 1n << BigInt(order - k - 1), prime);
    order = k;
    generator = (step * step) % prime;
    root = (root * step) % prime;
    error = (error * generator) % prime;
  }
  return root < (prime + 1n) / 2n ? root : prime - root;
}
