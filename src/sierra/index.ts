/** Compiles a Sierra contract class to CASM. */
export function compileSierra(_sierraClassJson: unknown): never {
  throw new Error('The compiler is being written.');
}
