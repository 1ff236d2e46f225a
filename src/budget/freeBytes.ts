/**
 * Gives back the memory of bytes that nobody uses any more. V8 would leave hundreds of megabytes until it collects garbage. Node.js 20 cannot do
 * this; there they are left to V8.
 */
export function freeBytes({ buffer }: Uint8Array): void {
  (buffer as { transfer?: (bytes: number) => unknown }).transfer?.(0);
}
