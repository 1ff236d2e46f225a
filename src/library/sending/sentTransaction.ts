import { errors } from '../../protocol/errors.ts';
import type { ReceiptWithBlock as Receipt } from '../../rpc/format/receipt.ts';
import { hideFromPrint, reword, SandboxError } from '../errors.ts';
import type { Hex } from '../values.ts';

/** A transaction that was executed. */
export interface SentTransaction {
  readonly transactionHash: Hex;
  readonly receipt: Receipt;
  /** The events of the receipt; `contract.parseEvents` decodes them. */
  readonly events: Receipt['events'];
  /** What was paid, in FRI. */
  readonly fee: bigint;
}

/**
 * A transaction that is in a block but was reverted.
 *
 * @example
 * await box.strk.write.transfer(bob, 10n ** 30n).catch((error) => console.log(error.reason)); // 'ERC20: insufficient balance'
 */
export class TransactionRevertedError extends SandboxError {
  override readonly name = 'TransactionRevertedError';
  /** The transaction, which is in a block. */
  readonly transactionHash: Hex;
  /** Its receipt, with the fee that it paid and the whole text of its `revert_reason`. */
  readonly receipt: Receipt;

  /** @internal */
  constructor(receipt: Receipt, explain: () => string | undefined, hint?: string) {
    const revert_reason = receipt.revert_reason ?? 'no reason is known';
    const answer = {
      code: errors.transactionExecutionError.code,
      message: 'The transaction was reverted',
      data: { revert_reason },
    };
    const explanation = () => (hint === undefined ? explain() : `${explain() ?? ''}\n${hint}\n`);
    const subject = `transaction ${receipt.transaction_hash}`;
    super(subject, answer, { explanation });
    reword(this, `${subject}: ${answer.message}: ${this.reason}`, hint);
    this.transactionHash = receipt.transaction_hash;
    this.receipt = receipt;
    hideFromPrint(this, 'receipt');
  }
}
