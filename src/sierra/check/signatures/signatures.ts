import type { LibfuncDeclaration } from '../../program.ts';
import { unknownExtension } from '../../types/specialization.ts';
import { boundedInts } from './boundedInts.ts';
import { collections } from './collections.ts';
import { cryptography } from './cryptography.ts';
import { data } from './data.ts';
import { flow } from './flow.ts';
import { integers } from './integers.ts';
import type { Context, Signature, SignatureRule } from './signature.ts';
import { starknet } from './starknet.ts';
import { values } from './values.ts';

/** Every libfunc by its generic id. Source: Cairo compiler 2.20.0 (Sierra 1.9). */
export const SIGNATURES: ReadonlyMap<string, SignatureRule> = new Map(
  [integers, boundedInts, values, collections, data, flow, cryptography, starknet].flatMap((table) =>
    Object.entries(table),
  ),
);

/** The signature of a declared libfunc; SpecializationError when it is unknown or its arguments do not fit. */
export function specialize(context: Context, { generic, args }: LibfuncDeclaration): Signature {
  const rule = SIGNATURES.get(generic);
  if (!rule) throw unknownExtension(generic);
  return rule(context, args);
}
