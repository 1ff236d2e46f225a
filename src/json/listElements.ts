/** Yields where each element of a JSON list begins and ends. The bytes must have passed the check and be a list. */
export function* listElements(bytes: Uint8Array): Generator<readonly [start: number, end: number]> {
  const length = bytes.length;
  let at = bytes.indexOf(0x5b) + 1;
  let start = at;
  let depth = 1;
  let isEmpty = true;
  while (at < length) {
    const byte = bytes[at]!;
    if (byte === 0x2c && depth === 1) {
      yield [start, at];
      start = at + 1;
    } else if (byte === 0x5d || byte === 0x7d) {
      if (--depth === 0) {
        if (!isEmpty) yield [start, at];
        return;
      }
    } else if (byte > 0x20) {
      isEmpty = false;
      if (byte === 0x5b || byte === 0x7b) depth++;
      else if (byte === 0x22) at = endOfString(bytes, at);
    }
    at++;
  }
}

/** The position of the quote that ends the string whose opening quote is at the given position. */
function endOfString(bytes: Uint8Array, start: number): number {
  let at = start + 1;
  while (bytes[at] !== 0x22) at += bytes[at] === 0x5c ? 2 : 1;
  return at;
}
