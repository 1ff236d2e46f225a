import type { AnswerLifetime } from '../../chain/origin.ts';
import type { BlockId } from '../../chain/value/blockId.ts';
import type { Felt } from '../../felt/felt.ts';

/** How a fork asks its origin for what is not here. */
export type OriginRule<P = never> = {
  /** How long the answers can be cached; `none`: an origin knows no such method, so the error says that the thing is there. */
  readonly answers: AnswerLifetime | 'none';
  /** Where an answer tells how final something is: that may have been changed here. Absent: it does not. */
  readonly finality?: FinalityForm;
} & (
  | {
      /** The method names a block. It must be at or before the fork, since the origin may have made blocks after it. */
      readonly by: 'block';
      /** The parameter that names it. */
      readonly member: MemberOf<P, BlockId>;
    }
  | {
      /** The method names a transaction, which must be in such a block. */
      readonly by: 'transaction';
      readonly member: MemberOf<P, Felt>;
    }
  /** Requests about classes and about transactions of L1 are forwarded unchanged. */
  | { readonly by: 'class' | 'l1Transaction' }
);

/** The names of the members of a type; any name when the type is not known. */
type MemberOf<P, T> = [P] extends [never]
  ? string
  : { [K in keyof P]-?: Exclude<P[K], undefined> extends T ? K : never }[keyof P];

/** The form of a result that contains a finality: a block, a receipt, the status of the requested transaction, or a list of statuses. */
export type FinalityForm = 'block' | 'receipt' | 'status' | 'statuses';
