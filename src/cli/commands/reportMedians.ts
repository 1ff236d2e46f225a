import type { GasSnapshot } from '../../tools/gas/gasSnapshot.ts';

/** Reads the JSON of a gas report: the median of the L2 gas of each function. Throws if the text is anything else. */
export function readMedians(text: string): GasSnapshot {
  const medians = new Map<string, bigint>();
  for (const row of JSON.parse(text) as readonly unknown[]) {
    const { contract, name, class_hash, l2_gas } = (row ?? {}) as Record<string, unknown>;
    const median = (l2_gas as { readonly median?: unknown } | undefined)?.median;
    if (typeof contract !== 'string' || typeof name !== 'string' || !Number.isSafeInteger(median))
      throw new Error('An entry has no contract, name or l2_gas.median.');
    // The class hash changes with the code that is compared, so it names a function only where two classes have the same names.
    const short = `${contract}.${name}`;
    medians.set(medians.has(short) ? `${short} of class ${class_hash}` : short, BigInt(median as number));
  }
  return medians;
}
