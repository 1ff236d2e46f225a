/** Amounts of the three kinds of gas. */
export interface GasVector {
  readonly l1Gas: bigint;
  readonly l1DataGas: bigint;
  readonly l2Gas: bigint;
}

export const NO_GAS: GasVector = { l1Gas: 0n, l1DataGas: 0n, l2Gas: 0n };

export function addGas(...vectors: readonly GasVector[]): GasVector {
  let [l1Gas, l1DataGas, l2Gas] = [0n, 0n, 0n];
  for (const gas of vectors) {
    l1Gas += gas.l1Gas;
    l1DataGas += gas.l1DataGas;
    l2Gas += gas.l2Gas;
  }
  return { l1Gas, l1DataGas, l2Gas };
}
