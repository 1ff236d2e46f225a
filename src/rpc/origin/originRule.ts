import type { AnswerLifetime } from '../../chain/origin.ts';
import type { BlockId } from '../../chain/value/blockId.ts';
import type { Felt } from '../../felt/felt.ts';

/** How a fork asks its origin for what is not here. */
export type OriginRule<P = never> = {
  /** How long the answers can be cached. */
  readonly answers: AnswerLifetime;
  /** Where an answer tells how final something is: that may have been changed here. Absent: it does not. */
  readonly finality?: FinalityForm;
} & (
  | {
      /** The method names a block. It must be at or before the fork, since the origin may have gone on. */
      readonly by: 'block';
      /** The parameter that names it. */
      readonly member: MemberOf<P, BlockId>;
    }
  | {
      /** The method names a transaction, which must be in such a block. */
      readonly by: 'transaction';
      readonly member: MemberOf<P, Felt>;
    }
  /** Classes and transactions of L1 are asked for as they are. */
  | { readonly by: 'class' | 'l1Transaction' }
);

/** The names of the members of a type; any name when the type is not known. */
type MemberOf<P, T> = [P] extends [never] ? string : { [K in keyof P]: P[K] extends T ? K : never }[keyof P];

/** What a result is that tells how final something is: a block, a receipt, the status of the transaction asked for, or a list of statuses. */
export type FinalityForm = 'block' | 'receipt' | 'status' | 'statuses';
