// Keccak-f[1600] on 25 lanes of 64 bits in memory (src/felt/plain/keccak.ts is the definition).
import { KECCAK_CONSTANTS } from './hashConstants.generated';

/** The rho and pi steps combined: the target of each lane (in bytes), and how far it is rotated. */
const TARGETS: usize = memory.data<u8>([
  80, 56, 88, 136, 144, 24, 40, 128, 64, 168, 192, 32, 120, 184, 152, 104, 96, 16, 160, 112, 176, 72, 48, 8,
]);
const ROTATIONS: usize = memory.data<u8>([
  1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 2, 14, 27, 41, 56, 8, 25, 43, 62, 18, 39, 61, 20, 44,
]);

function column(state: usize): u64 {
  return load<u64>(state) ^ load<u64>(state, 40) ^ load<u64>(state, 80) ^ load<u64>(state, 120) ^ load<u64>(state, 160);
}

function addToColumn(state: usize, value: u64): void {
  store<u64>(state, load<u64>(state) ^ value);
  store<u64>(state, load<u64>(state, 40) ^ value, 40);
  store<u64>(state, load<u64>(state, 80) ^ value, 80);
  store<u64>(state, load<u64>(state, 120) ^ value, 120);
  store<u64>(state, load<u64>(state, 160) ^ value, 160);
}

export function keccakF1600(state: usize): void {
  for (let round: usize = 0; round < 24; round++) {
    const c0 = column(state);
    const c1 = column(state + 8);
    const c2 = column(state + 16);
    const c3 = column(state + 24);
    const c4 = column(state + 32);
    addToColumn(state, c4 ^ rotl<u64>(c1, 1));
    addToColumn(state + 8, c0 ^ rotl<u64>(c2, 1));
    addToColumn(state + 16, c1 ^ rotl<u64>(c3, 1));
    addToColumn(state + 24, c2 ^ rotl<u64>(c4, 1));
    addToColumn(state + 32, c3 ^ rotl<u64>(c0, 1));

    let lane = load<u64>(state, 8);
    for (let step: usize = 0; step < 24; step++) {
      const target = state + <usize>load<u8>(TARGETS + step);
      const next = load<u64>(target);
      store<u64>(target, rotl<u64>(lane, <u64>load<u8>(ROTATIONS + step)));
      lane = next;
    }

    for (let row: usize = state; row < state + 200; row += 40) {
      const r0 = load<u64>(row);
      const r1 = load<u64>(row, 8);
      const r2 = load<u64>(row, 16);
      const r3 = load<u64>(row, 24);
      const r4 = load<u64>(row, 32);
      store<u64>(row, r0 ^ (~r1 & r2));
      store<u64>(row, r1 ^ (~r2 & r3), 8);
      store<u64>(row, r2 ^ (~r3 & r4), 16);
      store<u64>(row, r3 ^ (~r4 & r0), 24);
      store<u64>(row, r4 ^ (~r0 & r1), 32);
    }
    store<u64>(state, load<u64>(state) ^ load<u64>(KECCAK_CONSTANTS + 8 * round));
  }
}
