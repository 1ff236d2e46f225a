/**
 * A random number below 2^32 that depends on three numbers alone: the same on every machine, whatever was drawn before. It mixes them as the end
 * of MurmurHash3 does.
 */
export function draw(seed: number, stream: number, index: number): number {
  const high = Math.floor(index / 2 ** 32);
  return [stream, high, index].reduce((mixed, part) => mix((mixed + Math.imul(part, 0x9e3779b9) + 1) | 0), mix(seed));
}

function mix(x: number): number {
  let mixed = x | 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
