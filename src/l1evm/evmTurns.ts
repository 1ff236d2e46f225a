import type { Common } from '@ethereumjs/common';
import type { EVMOpts } from '@ethereumjs/evm';
import { restIfDue } from '../async/turns.ts';
import type { EvmPackages } from './evmPackages.ts';

/** The work of a request, which its client may give up. */
export interface Work {
  throwIfAborted(): void;
}

const JUMPDEST = 0x5b;
/** How many jumps run between two looks at the clock. */
const JUMPS_PER_LOOK = 256;

/** The longest input of those precompiled contracts of which each item takes milliseconds, by address: the bytes of ten items. */
const LONGEST_INPUT: ReadonlyMap<number, number> = new Map([
  // Pairings of BN254, sums of G1 and G2, and pairings of BLS12-381.
  [0x08, 10 * 192],
  [0x0c, 10 * 160],
  [0x0e, 10 * 288],
  [0x0f, 10 * 384],
]);

/**
 * Lets an EVM give others their turn. Every loop of a contract jumps, so jumps are one place for it; the other are precompiled contracts, which
 * take long by themselves.
 */
export function evmTurns({ evm }: EvmPackages, common: Common, work: Work | undefined): Partial<EVMOpts> {
  const rest = async () => {
    await restIfDue();
    work?.throwIfAborted();
  };
  let jumps = 0;
  const jumpDestination = {
    opcode: JUMPDEST,
    opcodeName: 'JUMPDEST',
    baseFee: 1,
    logicFunction: (() => (++jumps % JUMPS_PER_LOOK === 0 ? rest() : undefined)) as () => void,
  };
  const customPrecompiles = [...evm.getActivePrecompiles(common)].map(([address, run]) => ({
    address: `0x${address}` as const,
    function: async (input: Parameters<typeof run>[0]) => {
      await rest();
      const longest = LONGEST_INPUT.get(Number.parseInt(address, 16)) ?? Number.POSITIVE_INFINITY;
      if (input.data.length <= longest) return run(input);
      const exceptionError = new evm.EVMError(evm.EVMError.errorMessages.OUT_OF_GAS);
      return { executionGasUsed: input.gasLimit, returnValue: new Uint8Array(), exceptionError };
    },
  }));
  return { customOpcodes: [jumpDestination], customPrecompiles };
}
