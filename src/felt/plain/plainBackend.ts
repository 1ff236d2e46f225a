import type { CryptoBackend } from '../cryptoBackend.ts';
import { type Felt, P } from '../felt.ts';
import { feltOf, keyOf } from '../key.ts';
import { blake2s, blake2sCompress, blake2sFelts } from './blake2s.ts';
import { multiplyPoint } from './curve.ts';
import { ecdsaVerify } from './ecdsa.ts';
import { ecOp } from './ecOp.ts';
import { keccakF1600 } from './keccak.ts';
import { inverse, squareRoot } from './modular.ts';
import { pedersen, pedersenChain } from './pedersen.ts';
import { poseidonMany, poseidonPermutation } from './poseidon.ts';
import { sha256Block, sha512Block } from './sha2.ts';

/** The definitions, with BigInt and plain loops. */
export const plainBackend: CryptoBackend = {
  inverse: (a) => inverse(a, P) as Felt,
  squareRoot: (a) => squareRoot(a, P) as Felt | undefined,
  pedersen,
  pedersenKeys: (a, b) => keyOf(pedersen(feltOf(a), feltOf(b))),
  pedersenPairs: (inputs) =>
    Array.from({ length: inputs.length / 2 }, (_, i) =>
      keyOf(pedersen(feltOf(inputs[2 * i]!), feltOf(inputs[2 * i + 1]!))),
    ),
  pedersenChain,
  poseidonPermutation,
  poseidonMany,
  keccakF1600,
  sha256Block,
  sha512Block,
  blake2sCompress,
  blake2s,
  blake2sFelts,
  ecOp,
  ecdsaVerify,
  multiplyPoint,
};
