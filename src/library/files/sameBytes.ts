/** Whether two files have the same bytes. Four are compared at a time: class files with debug information have many megabytes. */
export function areSameBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  const words = a.byteOffset % 4 === 0 && b.byteOffset % 4 === 0 ? a.length >> 2 : 0;
  const [left, right] = [
    new Int32Array(a.buffer, a.byteOffset & ~3, words),
    new Int32Array(b.buffer, b.byteOffset & ~3, words),
  ];
  for (let i = 0; i < words; i++) if (left[i] !== right[i]) return false;
  for (let i = 4 * words; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}
