import type { Common } from '@ethereumjs/common';
import type { EVMOpts } from '@ethereumjs/evm';
import { restIfDue } from '../async/turns.ts';
import type { EvmPackages } from './evmPackages.ts';
import type { EvmWork } from './loadEvm.ts';

const JUMPDEST = 0x5b;
/** How many jumps run between two looks at the clock. */
const JUMPS_PER_LOOK = 256;

/** The longest input of those precompiled contracts that take long, by address. Where each item takes milliseconds: the bytes of ten items. */
const LONGEST_INPUT: ReadonlyMap<number, number> = new Map([
  // RIPEMD-160: a megabyte takes 35 ms.
  [0x03, 2 ** 20],
  // Pairings of BN254, sums of G1 and G2, and pairings of BLS12-381.
  [0x08, 10 * 192],
  [0x0c, 10 * 160],
  [0x0e, 10 * 288],
  [0x0f, 10 * 384],
]);
/** The compression of BLAKE2b. The number of its rounds, which cost 1 gas each, is in its input. */
const BLAKE2F = 0x09;
/** A hash has 12. */
const MOST_ROUNDS = 100_000;

/** Whether a precompiled contract would block the process with this input. */
function isTooLong(precompile: number, input: Uint8Array): boolean {
  if (precompile === BLAKE2F && input.length >= 4)
    return new DataView(input.buffer, input.byteOffset).getUint32(0) > MOST_ROUNDS;
  return input.length > (LONGEST_INPUT.get(precompile) ?? Number.POSITIVE_INFINITY);
}

/**
 * Lets an EVM give others their turn. Every loop of a contract jumps, so jumps are one place for it. Others are what takes long by itself:
 * precompiled contracts, and the operations whose gas depends on what they do, such as a hash of much memory.
 */
export function evmTurns({ evm }: EvmPackages, common: Common, work: EvmWork | undefined): Partial<EVMOpts> {
  const rest = (): Promise<void> | undefined => {
    work?.throwIfAborted();
    return restIfDue();
  };
  let jumps = 0;
  const jumpDestination = {
    opcode: JUMPDEST,
    opcodeName: 'JUMPDEST',
    baseFee: 1,
    logicFunction: (() => (++jumps % JUMPS_PER_LOOK === 0 ? rest() : undefined)) as () => void,
  };
  // An EVM does so too, later: they are the gas of the operations.
  common.updateParams(evm.paramsEVM);
  const longOperations = evm
    .getOpcodesForHF(common)
    .opcodeMap.filter(({ opcodeInfo }) => opcodeInfo.dynamicGas)
    .map(({ opcodeInfo, opHandler, gasHandler }) => ({
      opcode: opcodeInfo.code,
      opcodeName: opcodeInfo.name,
      baseFee: opcodeInfo.fee,
      gasFunction: async (state: Parameters<typeof gasHandler>[0], gas: bigint, rules: Common) => {
        await rest();
        return gasHandler(state, gas, rules);
      },
      logicFunction: opHandler,
    }));
  const customPrecompiles = [...evm.getActivePrecompiles(common)].map(([address, run]) => ({
    address: `0x${address}` as const,
    function: async (input: Parameters<typeof run>[0]) => {
      await rest();
      if (!isTooLong(Number.parseInt(address, 16), input.data)) return run(input);
      const exceptionError = new evm.EVMError(evm.EVMError.errorMessages.OUT_OF_GAS);
      return { executionGasUsed: input.gasLimit, returnValue: new Uint8Array(), exceptionError };
    },
  }));
  return { customOpcodes: [jumpDestination, ...longOperations], customPrecompiles };
}
