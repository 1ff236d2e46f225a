// Signed digits of scalars for multiples of points: one digit for each bit, which is zero or an odd number from -15 to 15. Of five
// digits in a row at most one is not zero, so one addition is needed for about six bits, and a table of eight odd multiples.

const WINDOW: i32 = 5;
/** The most digits: those of 256 bits and a carry. */
const MAX_DIGITS: usize = 264;
/** The scalar, and zeros behind it. */
const scalar: usize = memory.data(48, 8);

/** Writes the digits of a number of some bytes, at most 32, the lowest first. Returns their count; the highest one is not zero. */
export function signedDigits(digits: usize, number: usize, bytes: usize): i32 {
  memory.fill(digits, 0, MAX_DIGITS);
  memory.fill(scalar, 0, 48);
  memory.copy(scalar, number, bytes);
  const bits = (<i32>bytes) << 3;
  let carried: i32 = 0;
  let count: i32 = 0;
  let at: i32 = 0;
  while (at < bits || carried != 0) {
    let digit = (load<i32>(scalar + (at >> 3)) >> (at & 7)) & 31;
    if ((digit & 1) == carried) {
      at++;
      continue;
    }
    digit += carried;
    carried = digit > 16 ? 1 : 0;
    store<i8>(digits + at, <i8>(digit - (carried << WINDOW)));
    count = at + 1;
    at += WINDOW;
  }
  return count;
}
