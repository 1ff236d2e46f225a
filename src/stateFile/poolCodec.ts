import type { Steps } from '../async/steps.ts';
import { type OpenValue, submissionOf } from '../chain/value/openBlock.ts';
import { retainedTransaction } from '../chain/value/retained.ts';
import type { Submission } from '../execution/transaction.ts';
import { type FeltKey, keyOf } from '../felt/key.ts';
import {
  MAX_TRANSACTIONS_PER_BLOCK,
  MEMPOOL_ORDERINGS,
  MEMPOOL_RULES,
  type MempoolConfig,
} from '../mempool/mempoolConfig.ts';
import { Pool, type PoolParts, type Proposed } from '../mempool/pool.ts';
import { type PooledTransaction, placeKey, placeOf } from '../mempool/pooledTransaction.ts';
import { PersistentMap } from '../state/persistentMap.ts';
import { declaredBy } from './blockContent.ts';
import type { ByteReader } from './byteReader.ts';
import type { ByteWriter } from './byteWriter.ts';
import type { Classes } from './classNamed.ts';
import { count, countBetween, felt, flag, key, literal, natural, optional, record, wholeNumber } from './codec.ts';
import { StateFileError } from './stateFileError.ts';
import { flagsCodec, transactionCodec } from './transactionCodec.ts';

const head = record<Omit<PoolParts, 'received' | 'proposed'>>({
  config: record<MempoolConfig>({
    ordering: literal(...MEMPOOL_ORDERINGS),
    randomSeed: natural,
    maxTransactionsPerBlock: countBetween(1, MAX_TRANSACTIONS_PER_BLOCK, 'transactions'),
    rules: literal(...MEMPOOL_RULES),
  }),
  nextArrivalId: count,
  selections: count,
});

type Entry = Omit<PooledTransaction, 'submission'> & Pick<Submission, 'hash' | 'transaction'>;
const entryCodec = record<Entry>({
  hash: felt,
  transaction: transactionCodec,
  arrivalId: count,
  time: wholeNumber,
  flags: optional(flagsCodec),
  l1TransactionHash: optional(natural),
});

interface ProposedEntry extends Omit<Proposed, 'place'> {
  readonly hash: FeltKey;
}
const proposedCodec = record<ProposedEntry>({
  hash: key,
  arrivalId: count,
  time: wholeNumber,
  isOwn: flag,
});

/** Transactions that are written or read before other work may run. */
const AT_ONCE = 64;

export function* putPool(pool: Pool, out: ByteWriter): Steps<void> {
  head.put(pool, out);
  out.count(pool.received.size);
  let written = 0;
  for (const { submission, flags, l1TransactionHash, ...arrival } of pool.received.values()) {
    const { hash, transaction } = submission;
    entryCodec.put({ ...arrival, hash, transaction, flags, l1TransactionHash }, out);
    if (++written % AT_ONCE === 0) yield;
  }
  out.count(pool.proposed.size);
  for (const [hash, { arrivalId, time, isOwn }] of pool.proposed) {
    proposedCodec.put({ hash, arrivalId, time, isOwn }, out);
    if (++written % AT_ONCE === 0) yield;
  }
}

export function* takePool(from: ByteReader, classes: Classes, open: OpenValue): Steps<Pool> {
  const { config, nextArrivalId, selections } = head.take(from);
  const received = new Map<FeltKey, PooledTransaction>();
  for (let i = from.length(); i > 0; i--) {
    const { hash, transaction, flags, l1TransactionHash, ...arrival } = entryCodec.take(from);
    const declaredClass = declaredBy(transaction, classes);
    const submission = { hash, transaction: retainedTransaction(transaction), ...(declaredClass && { declaredClass }) };
    received.set(keyOf(hash), {
      ...arrival,
      submission: submission as Submission,
      ...(flags && { flags }),
      ...(l1TransactionHash !== undefined && { l1TransactionHash }),
    });
    if (i % AT_ONCE === 0) yield;
  }
  const proposed = new Map<FeltKey, Proposed>();
  for (let i = from.length(); i > 0; i--) {
    const { hash, ...entry } = proposedCodec.take(from);
    const index = open.places.get(hash);
    if (index === undefined) throw new StateFileError('a transaction that was selected is not in the open block');
    const place = placeOf(submissionOf(open.executed.at(index)!));
    proposed.set(hash, { ...entry, place: place && placeKey(place) });
  }
  for (const { arrivalId } of [...received.values(), ...proposed.values()])
    if (arrivalId >= nextArrivalId)
      throw new StateFileError(`transaction ${arrivalId} is in a mempool that ${nextArrivalId} came to`);
  return Pool.of({
    config,
    nextArrivalId,
    selections,
    received: PersistentMap.from(received),
    proposed: PersistentMap.from(proposed),
  });
}
