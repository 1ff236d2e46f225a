// The kernel: everything hot, in one WebAssembly module.
export function version(): i32 {
  return 1;
}
