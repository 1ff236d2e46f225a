/** Packs a dictionary and the words that index it, in the format of class files; the inverse of unpackWords. */
export function packWords(dictionary: readonly string[], words: ArrayLike<number>): string[] {
  let padded = 256;
  while (padded < dictionary.length) padded *= 2;
  const bits = Math.log2(padded);
  const wordsPerFelt = Math.floor(251 / bits);
  const felts = [hex(dictionary.length), hex(padded - dictionary.length), ...dictionary, hex(words.length)];
  for (let start = 0; start < words.length; start += wordsPerFelt) {
    let felt = 0n;
    for (let i = Math.min(words.length, start + wordsPerFelt) - 1; i >= start; i--)
      felt = (felt << BigInt(bits)) | BigInt(words[i]!);
    felts.push(hex(felt));
  }
  return felts;
}

const hex = (value: number | bigint): string => `0x${value.toString(16)}`;
