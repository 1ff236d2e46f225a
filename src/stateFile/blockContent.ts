// The content of a block in a state file, open or sealed: first the hashes of the transactions and the changes of the state, which are
// read when the file is loaded, then the transactions, which are read when somebody asks for them.
import type { Steps } from '../async/steps.ts';
import { withCompiledHash } from '../chain/run/declarableClass.ts';
import type { Sequence } from '../chain/value/block.ts';
import { type Change, changedClasses, packedOf } from '../chain/value/change.ts';
import type { ExecutedTransaction } from '../chain/value/openBlock.ts';
import { retainedCalls, retainedFlags, retainedReceipt, retainedTransaction } from '../chain/value/retained.ts';
import type { DeclaredClass } from '../classes/declaredClass.ts';
import { callsOfKeys, type InnerCalls, keysOfCalls } from '../execution/innerCalls.ts';
import type { Submission } from '../execution/transaction.ts';
import type { Felt } from '../felt/felt.ts';
import { type FeltKey, keyOf } from '../felt/key.ts';
import type { ByteReader } from './byteReader.ts';
import type { ByteWriter } from './byteWriter.ts';
import { type Classes, classNamed } from './classNamed.ts';
import { as, felt, key, list, natural, optional, record } from './codec.ts';
import { type DiffVisitor, putDiff, takeDiff, visitDiff } from './packedDiffCodec.ts';
import { StateFileError } from './stateFileError.ts';
import type { StoredEvents } from './storedEvents.ts';
import { flagsCodec, receiptCodec, startsDeclare, storeEvents, transactionCodec } from './transactionCodec.ts';

export interface BlockContent {
  readonly executed: Sequence<ExecutedTransaction>;
  readonly changes: Sequence<Change>;
}

/** Transactions that are written or read before other work may run. */
const AT_ONCE = 64;

/** A class of a change: the hash that it is declared as, its own hash, and the compiled class hash that it was declared with. */
interface ClassReference {
  readonly classHash: FeltKey;
  readonly name: FeltKey;
  readonly compiledClassHash: Felt;
}
export const referenceCodec = record<ClassReference>({ classHash: key, name: key, compiledClassHash: felt });

const bodyMembers = {
  transaction: transactionCodec,
  receipt: receiptCodec,
  flags: flagsCodec,
  l1TransactionHash: optional(natural),
  innerCalls: as<InnerCalls | undefined, readonly FeltKey[]>(
    list(key),
    (calls) => (calls === undefined ? [] : keysOfCalls(calls)),
    (keys) => (keys.length === 0 ? undefined : callsOfKeys(keys)),
  ),
} as const;
const bodyCodec = record<Pick<ExecutedTransaction, keyof typeof bodyMembers>>(bodyMembers);

export function* putContent({ executed, changes }: BlockContent, out: ByteWriter): Steps<void> {
  out.count(executed.length);
  for (const { hash, changesBefore } of executed) {
    out.natural(hash);
    out.count(changesBefore);
  }
  out.count(changes.length);
  let written = 0;
  for (const change of changes) {
    yield* putChange(change, out);
    if (++written % AT_ONCE === 0) yield;
  }
  for (const transaction of executed) {
    bodyCodec.put(transaction, out);
    if (++written % AT_ONCE === 0) yield;
  }
}

export function* putChange(change: Change, out: ByteWriter): Steps<void> {
  yield* putDiff(packedOf(change), out);
  const classes = changedClasses(change);
  out.count(classes.length);
  for (const [classHash, { classHash: name, compiledClassHash }] of classes)
    referenceCodec.put({ classHash, name: keyOf(name), compiledClassHash }, out);
}

export function takeChange(from: ByteReader, classes: Classes): Change {
  const diff = takeDiff(from);
  const count = from.length();
  if (count === 0) return diff;
  const found: (readonly [FeltKey, DeclaredClass])[] = [];
  for (let i = 0; i < count; i++) found.push(takeClass(from, classes));
  return { diff, classes: found };
}

function takeClass(from: ByteReader, classes: Classes): readonly [FeltKey, DeclaredClass] {
  const { classHash, name, compiledClassHash } = referenceCodec.take(from);
  return [classHash, withCompiledHash(classNamed(classes, name), compiledClassHash)];
}

/** Gets what a block changes and contains. */
export interface ContentVisitor extends DiffVisitor {
  /** Called first, with the number of transactions. */
  begin(transactions: number): void;
  /** Gets where the hash of a transaction stands in the file. */
  transaction(hashAt: number, index: number): void;
  declare(classHash: FeltKey, declared: DeclaredClass): void;
  /** Called after the changes, with their number. */
  changed(changes: number): void;
  /** Gets what searches look at in the events, if it is needed. */
  readonly events?: StoredEvents;
}

/** Goes over the content of a block with all checks, so that `takeContent` does not fail afterwards. */
export function* scanContent(from: ByteReader, classes: Classes, visitor: ContentVisitor): Steps<void> {
  const transactions = from.length();
  visitor.begin(transactions);
  let before = 0;
  for (let i = 0; i < transactions; i++) {
    visitor.transaction(from.at, i);
    from.skipFelt();
    const changesBefore = from.count();
    if (changesBefore < before)
      throw new StateFileError(`transaction ${i} stands before a change of the one before it`);
    before = changesBefore;
  }
  const changes = from.length();
  if (before > changes) throw new StateFileError(`a transaction stands after ${before} changes of ${changes}`);
  for (let i = 0; i < changes; i++) {
    visitDiff(from, visitor);
    for (let declared = from.length(); declared > 0; declared--) visitor.declare(...takeClass(from, classes));
    if (i % AT_ONCE === AT_ONCE - 1) yield;
  }
  visitor.changed(changes);
  for (let i = 0; i < transactions; i++) {
    if (startsDeclare(from)) checkDeclaration(from, classes);
    skipBody(from, visitor.events);
    if (i % AT_ONCE === AT_ONCE - 1) yield;
  }
}

/** Throws if the next transaction, which then stays the next one, declares a class that the file does not have. */
function checkDeclaration(from: ByteReader, classes: Classes): void {
  const start = from.at;
  declaredBy(bodyCodec.take(from).transaction, classes);
  from.at = start;
}

function skipBody(from: ByteReader, events: StoredEvents | undefined): void {
  if (!events) {
    bodyCodec.skip(from);
    return;
  }
  const start = from.at;
  try {
    bodyMembers.transaction.skip(from);
    storeEvents(from, events);
    bodyMembers.flags.skip(from);
    bodyMembers.l1TransactionHash.skip(from);
    bodyMembers.innerCalls.skip(from);
  } catch {
    // Again, for an error that names the member.
    from.at = start;
    bodyCodec.skip(from);
  }
}

export interface TakenContent extends BlockContent {
  readonly executed: readonly ExecutedTransaction[];
  readonly changes: readonly Change[];
}

interface Changes {
  readonly hashes: readonly { readonly hash: Felt; readonly changesBefore: number }[];
  readonly changes: readonly Change[];
}

/** Reads what comes before the transactions. */
export function* takeChanges(from: ByteReader, classes: Classes): Steps<Changes> {
  const hashes: { readonly hash: Felt; readonly changesBefore: number }[] = [];
  for (let i = from.length(); i > 0; i--) hashes.push({ hash: from.felt(), changesBefore: from.count() });
  const changes: Change[] = [];
  for (let i = from.length(); i > 0; i--) {
    changes.push(takeChange(from, classes));
    if (i % AT_ONCE === 0) yield;
  }
  return { hashes, changes };
}

/** Reads the content of a block. The states before transactions are not part of it. */
export function* takeContent(from: ByteReader, classes: Classes): Steps<TakenContent> {
  const { hashes, changes } = yield* takeChanges(from, classes);
  const executed: ExecutedTransaction[] = [];
  for (const { hash, changesBefore } of hashes) {
    const { transaction, receipt, flags, l1TransactionHash, innerCalls } = bodyCodec.take(from);
    executed.push({
      hash,
      transaction: retainedTransaction(transaction),
      receipt: retainedReceipt(receipt),
      changesBefore,
      before: undefined,
      flags: retainedFlags(flags),
      declaredClass: declaredBy(transaction, classes),
      l1TransactionHash,
      innerCalls: retainedCalls(innerCalls),
    });
    if (executed.length % AT_ONCE === 0) yield;
  }
  return { executed, changes };
}

/** The class that a transaction declared, with the compiled class hash that it carried. */
export const declaredBy = (transaction: Submission['transaction'], classes: Classes): DeclaredClass | undefined =>
  transaction.type === 'DECLARE'
    ? withCompiledHash(classNamed(classes, keyOf(transaction.classHash)), transaction.compiledClassHash)
    : undefined;
