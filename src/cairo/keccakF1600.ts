// Round constants come from a shift register, rotations and the order of lanes from one walk over the state (FIPS 202, 3.2).
const MASK = (1n << 64n) - 1n;
const ROUNDS: bigint[] = [];
const ROTATIONS: bigint[] = [];
const TARGETS: number[] = [];
{
  let register = 1;
  for (let round = 0; round < 24; round++) {
    let constant = 0n;
    for (let bit = 0; bit < 7; bit++) {
      if (register & 1) constant |= 1n << BigInt((1 << bit) - 1);
      register = (register << 1) ^ (register & 0x80 ? 0x171 : 0);
    }
    ROUNDS.push(constant);
  }
  let [x, y] = [1, 0];
  for (let t = 0; t < 24; t++) {
    ROTATIONS.push(BigInt((((t + 1) * (t + 2)) / 2) % 64));
    [x, y] = [y, (2 * x + 3 * y) % 5];
    TARGETS.push(x + 5 * y);
  }
}

const rotate = (lane: bigint, by: bigint): bigint => ((lane << by) | (lane >> (64n - by))) & MASK;

/** The Keccak-f[1600] permutation of 25 lanes, in place. */
export function keccakF1600(lanes: BigUint64Array): void {
  const columns = new Array<bigint>(5);
  for (const constant of ROUNDS) {
    for (let x = 0; x < 5; x++)
      columns[x] = lanes[x]! ^ lanes[x + 5]! ^ lanes[x + 10]! ^ lanes[x + 15]! ^ lanes[x + 20]!;
    for (let x = 0; x < 5; x++) {
      const mixed = columns[(x + 4) % 5]! ^ rotate(columns[(x + 1) % 5]!, 1n);
      for (let y = 0; y < 25; y += 5) lanes[y + x] = lanes[y + x]! ^ mixed;
    }
    let carried = lanes[1]!;
    for (let t = 0; t < 24; t++) {
      const target = TARGETS[t]!;
      const next = lanes[target]!;
      lanes[target] = rotate(carried, ROTATIONS[t]!);
      carried = next;
    }
    for (let y = 0; y < 25; y += 5) {
      const row = [lanes[y]!, lanes[y + 1]!, lanes[y + 2]!, lanes[y + 3]!, lanes[y + 4]!];
      for (let x = 0; x < 5; x++) lanes[y + x] = row[x]! ^ ((row[(x + 1) % 5]! ^ MASK) & row[(x + 2) % 5]!);
    }
    lanes[0] = lanes[0]! ^ constant;
  }
}
