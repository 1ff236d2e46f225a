import type { FileTarget } from '../../../async/fileTarget.ts';
import type { ChainValue } from '../../../chain/value/chainValue.ts';
import { PartsBuilder, type TextParts } from '../../../json/textParts.ts';
import { WrittenJson } from '../../../json/writtenJson.ts';
import { PersistentVector } from '../../../state/persistentVector.ts';
import { StateFileError } from '../../../stateFile/stateFileError.ts';
import { base64Parts } from '../../../text/base64.ts';
import type { Context } from '../../context.ts';
import { optional, struct } from '../../decode/decoder.ts';
import { felt } from '../../decode/felt.ts';
import { index } from '../../decode/wholeNumber.ts';
import { writeRecord } from '../../journal/journalEntry.ts';
import { method } from '../../method.ts';
import { RpcError } from '../../rpcError.ts';
import { expectText } from '../../writeLongList.ts';

const params = struct('ExportTransaction', { transaction_hash: felt, moment: optional(index) });

export interface ExportedTransaction {
  /** The length of the file. */
  readonly bytes: number;
  /** The file in base64. */
  readonly content: string;
}

/** The chain as others may have it. The connection to L1 has a private key, and so has the request in the journal that made it. */
const withoutKeys = (value: ChainValue): ChainValue => ({
  ...value,
  messaging: { ...value.messaging, l1: undefined },
  journal: PersistentVector.empty(),
});

/** A transaction as a file that others open: the chain, the sources of its contracts, and a moment of the debugger. */
export const exportTransaction = method({
  name: 'exportTransaction',
  group: 'sandbox',
  summary:
    'A file with the chain, the sources of its contracts, a transaction and a step of the debugger, in base64; of a fork also what its origin answered. The playground and `starbox debug FILE` open it.',
  kind: 'read',
  origin: { by: 'transaction', member: 'transactionHash', answers: 'none' },
  // It has the whole chain and source files in it.
  restricted: 'hidden',
  params,
  run: async (context, { transactionHash, moment = 0 }): Promise<WrittenJson<ExportedTransaction>> => {
    const { node, chain, memory } = context;
    const placed = chain.transaction(transactionHash);
    if (!placed) throw new RpcError('transactionHashNotFound');
    const { encodeState } = await import('../../../stateFile/encodeState.ts');
    const { sharedClasses } = await import('../../../tools/share/sharedClasses.ts');
    const { encodeMoment } = await import('../../../stateFile/momentFile.ts');
    const { readsOf } = await import('../../../tools/share/readsOf.ts');
    const { exportedAnswers, withAnswersThatFit } = await import('../../record/exportedAnswers.ts');
    // What the transaction needs of the origin of a fork is asked for now, unless it is here.
    const reads = chain.origin ? await readsOf(chain, placed) : [];
    const work = { rest: () => chain.rest(), grow: () => memory.waitLarge(false) };
    const options = { config: node.config, writeRecord, ...work };
    const make = (isLeast: boolean) =>
      encodeMoment(
        {
          transaction: transactionHash,
          moment,
          state: (file: FileTarget) => encodeState(withoutKeys(chain.value), options, file),
          classes: sharedClasses(
            chain,
            reads.flatMap((item) => (item.kind === 'class' ? [item.classHash] : [])),
          ),
          answers: chain.origin && exportedAnswers(chain.origin, reads, { ...work, isLeast }),
        },
        work,
      );
    const file = await (chain.origin ? withAnswersThatFit(make) : make(false)).catch((error: unknown) => {
      throw error instanceof StateFileError ? new RpcError('dumpFailed', { message: error.message }) : error;
    });
    return new WrittenJson([`{"bytes":${file.length},"content":"`, ...(await writeContent(context, file)), '"}']);
  },
});

/** The text of a file in base64. */
async function writeContent(
  { chain, memory }: Pick<Context, 'chain' | 'memory'>,
  file: Uint8Array,
): Promise<TextParts> {
  await expectText(memory, Math.ceil(file.length / 3) * 4);
  const text = new PartsBuilder();
  for (const part of base64Parts(file)) {
    text.add(part);
    const due = chain.rest();
    if (due) await due;
  }
  return text.finish();
}
