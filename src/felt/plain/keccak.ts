// Keccak-256 with the original padding (0x01), as Ethereum and Starknet use it. Lanes are pairs of 32-bit words, low word first.

/** The 24 round constants, from the linear feedback shift register that defines them. */
const ROUND_CONSTANTS = ((): Uint32Array => {
  const words = new Uint32Array(48);
  let register = 1;
  for (let round = 0; round < 24; round++)
    for (let bit = 0; bit < 7; bit++) {
      if (register & 1) words[2 * round + (bit === 6 ? 1 : 0)]! |= 1 << (((1 << bit) - 1) & 31);
      register = (register << 1) ^ (register >> 7 ? 0x171 : 0);
    }
  return words;
})();

/** The rho and pi steps combined: the target of each lane, and how far it is rotated. */
const TARGETS: number[] = [];
const ROTATIONS: number[] = [];
for (let step = 0, x = 1, y = 0; step < 24; step++) {
  [x, y] = [y, (2 * x + 3 * y) % 5];
  TARGETS.push(5 * y + x);
  ROTATIONS.push((((step + 1) * (step + 2)) / 2) % 64);
}

/** The Keccak-f[1600] permutation of 25 lanes (50 words). */
export function keccakF1600(state: Uint32Array): void {
  const columns = new Uint32Array(10);
  const row = new Uint32Array(10);
  for (let round = 0; round < 24; round++) {
    for (let i = 0; i < 10; i++)
      columns[i] = state[i]! ^ state[10 + i]! ^ state[20 + i]! ^ state[30 + i]! ^ state[40 + i]!;
    for (let x = 0; x < 5; x++) {
      const left = 2 * ((x + 4) % 5);
      const right = 2 * ((x + 1) % 5);
      const low = columns[left]! ^ ((columns[right]! << 1) | (columns[right + 1]! >>> 31));
      const high = columns[left + 1]! ^ ((columns[right + 1]! << 1) | (columns[right]! >>> 31));
      for (let i = 2 * x; i < 50; i += 10) {
        state[i]! ^= low;
        state[i + 1]! ^= high;
      }
    }
    let low = state[2]!;
    let high = state[3]!;
    for (let step = 0; step < 24; step++) {
      const target = 2 * TARGETS[step]!;
      const by = ROTATIONS[step]! & 31;
      if (ROTATIONS[step]! & 32) [low, high] = [high, low];
      const [nextLow, nextHigh] = [state[target]!, state[target + 1]!];
      state[target] = by ? (low << by) | (high >>> (32 - by)) : low;
      state[target + 1] = by ? (high << by) | (low >>> (32 - by)) : high;
      [low, high] = [nextLow, nextHigh];
    }
    for (let y = 0; y < 50; y += 10) {
      for (let i = 0; i < 10; i++) row[i] = state[y + i]!;
      for (let i = 0; i < 10; i++) state[y + i]! ^= ~row[(i + 2) % 10]! & row[(i + 4) % 10]!;
    }
    state[0]! ^= ROUND_CONSTANTS[2 * round]!;
    state[1]! ^= ROUND_CONSTANTS[2 * round + 1]!;
  }
}

const RATE = 136;

/** Keccak-256 of bytes; `permute` is the permutation to use. */
export function keccak256(bytes: Uint8Array, permute = keccakF1600): Uint8Array {
  const padded = new Uint8Array((Math.floor(bytes.length / RATE) + 1) * RATE);
  padded.set(bytes);
  padded[bytes.length]! ^= 0x01;
  padded[padded.length - 1]! ^= 0x80;
  const view = new DataView(padded.buffer);
  const state = new Uint32Array(50);
  for (let at = 0; at < padded.length; at += RATE) {
    for (let i = 0; i < RATE / 4; i++) state[i]! ^= view.getUint32(at + 4 * i, true);
    permute(state);
  }
  const digest = new DataView(new ArrayBuffer(32));
  for (let i = 0; i < 8; i++) digest.setUint32(4 * i, state[i]!, true);
  return new Uint8Array(digest.buffer);
}
