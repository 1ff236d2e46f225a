import type { Felt } from '../../felt/felt.ts';
import { feltOf, keyOf, ZERO_KEY } from '../../felt/key.ts';
import type { Origin } from '../origin.ts';
import { ETH, STRK } from '../value/token.ts';
import { UDC_ADDRESS } from './genesis.ts';
import type { SystemClassSet } from './systemClasses.ts';

/** The contracts and classes that exist at genesis. */
export interface SystemContracts {
  readonly ethAddress: Felt;
  readonly ethClassHash: Felt;
  readonly strkAddress: Felt;
  readonly strkClassHash: Felt;
  readonly udcAddress: Felt;
  readonly udcClassHash: Felt;
  readonly accountClassHash: Felt;
  /** Well-known class hashes that stand for classes with another hash: reading the first gives a class with the second. */
  readonly substitutes: readonly (readonly [classHash: Felt, actual: Felt])[];
  /** Declared on request only. */
  readonly argent: Felt | undefined;
  readonly argentMultisig: Felt | undefined;
}

/** The system contracts of a fork. Contracts that exist on the origin keep their classes. */
export function systemContracts(
  { eth, strk, udc, account, argent, argentMultisig, aliases }: SystemClassSet,
  origin: Origin | undefined,
): SystemContracts {
  const classAt = (address: Felt, own: Felt) => {
    const there = origin?.base.classHashAt(keyOf(address)) ?? ZERO_KEY;
    return there === ZERO_KEY ? own : feltOf(there);
  };
  return {
    ethAddress: ETH.address,
    ethClassHash: classAt(ETH.address, eth.classHash),
    strkAddress: STRK.address,
    strkClassHash: classAt(STRK.address, strk.classHash),
    udcAddress: UDC_ADDRESS,
    udcClassHash: classAt(UDC_ADDRESS, udc.classHash),
    accountClassHash: account.classHash,
    substitutes: aliases
      .map(([classHash, declared]) => [feltOf(classHash), declared.classHash] as const)
      .filter(([classHash, actual]) => classHash !== actual),
    argent: argent?.classHash,
    argentMultisig: argentMultisig?.classHash,
  };
}
