import type { ConnectOrigin, Origin } from '../../chain/origin.ts';
import { hashOfTransaction } from '../../chain/run/hashSubmission.ts';
import type { ClassLibrary } from '../../classes/classLibrary.ts';
import type { DeclaredClass } from '../../classes/declaredClass.ts';
import { maxFee, normalizeBounds } from '../../execution/bounds.ts';
import type { IncludedTransaction } from '../../execution/hash/commitments.ts';
import type { ExecutionFlags, Outcome } from '../../execution/outcome.ts';
import { simulationFailure } from '../../execution/rejectionError.ts';
import type { ExecutableTransaction, Submission } from '../../execution/transaction.ts';
import { type Felt, formatFelt, parseFelt } from '../../felt/felt.ts';
import type { FeltKey } from '../../felt/key.ts';
import { readOriginClass } from '../../fork/originClass.ts';
import { failed } from '../../protocol/chainError.ts';
import { EMPTY_MERGED_DIFF, withDiff } from '../../state/mergedDiff.ts';
import type { StateDiff } from '../../state/stateDiff.ts';
import type { RecordedDebugger } from '../../tools/debug/recordedDebugger.ts';
import type { Explanation } from '../../tools/explain/explanation.ts';
import { Replayer, type ReplaySurroundings } from '../../tools/replay/replayer.ts';
import { OldTransactionError, readMinedTransaction } from '../decode/minedTransaction.ts';
import { hexKey } from '../format/hex.ts';
import { formatReceipt } from '../format/receipt.ts';
import { formatStateDiff } from '../format/stateDiff.ts';
import { formatTrace } from '../format/trace.ts';
import { fieldDifferences, hasHash } from './blockFields.ts';
import { type Difference, differencesOf } from './differences.ts';
import { primedBy } from './initialReads.ts';
import { migratedHashes } from './migratedClasses.ts';
import { fetchBlock, type OriginFacts, type TransactionFacts } from './originFacts.ts';
import { UnfitBlockError } from './unfitBlock.ts';
import { applyEdits, isChanged, NOTHING_CHANGED, sentBy, type WhatIf } from './whatIf.ts';

/** What replays need of their surroundings. */
export interface ReplayHost extends ReplaySurroundings {
  readonly url: string;
  readonly connect: ConnectOrigin;
  readonly library: ClassLibrary;
  /** Whether every value is asked for alone, as a record needs it, even if the origin can tell all that a block reads. */
  readonly asksOneByOne?: boolean | undefined;
  /** Is told how far the replay is, such as "transaction 3 of 40 in block 1234". */
  readonly report?: (progress: string) => void;
}

/** A transaction that was executed again, and how that compares with the origin. */
export interface ReplayedTransaction {
  readonly hash: Felt;
  readonly type: ExecutableTransaction['type'];
  readonly blockNumber: number;
  readonly index: number;
  /** The number of transactions in the block. */
  readonly count: number;
  /** The protocol version by which it was executed. */
  readonly protocolVersion: string;
  /** Whether something was changed before it, so that differences are expected. */
  readonly isChanged: boolean;
  /** Whether the hash of its fields is the one that the origin gives it. */
  readonly isHashEqual: boolean;
  /** Whether the receipt was compared. Records of other tools may have none. */
  readonly isReceiptCompared: boolean;
  /** Whether the trace, which has the state diff, was compared. */
  readonly isTraceCompared: boolean;
  readonly differences: readonly Difference[];
  /** What may explain differences, or was not compared. */
  readonly notes: readonly string[];
  /** Ours, as JSON-RPC shows them; undefined if the transaction was rejected. */
  readonly receipt: object | undefined;
  readonly trace: object | undefined;
  readonly explanation: Explanation | undefined;
}

/** A block that was executed again. */
export interface ReplayedBlock {
  readonly number: number;
  readonly protocolVersion: string;
  readonly notes: readonly string[];
  readonly transactions: readonly ReplayedTransaction[];
  /** Whether the state diff of the whole block was compared. */
  readonly isDiffCompared: boolean;
  /** Whether counts, commitments and the hash of the block were compared, as far as its header has them. */
  readonly areHashesCompared: boolean;
  /** Between the state diffs and the headers of the whole block. */
  readonly differences: readonly Difference[];
}

/** Executes a transaction of the origin on the state before it, after the transactions before it in its block. */
export async function replayTransaction(
  host: ReplayHost,
  hash: Felt,
  whatIf: WhatIf = NOTHING_CHANGED,
): Promise<ReplayedTransaction> {
  const { replay, index } = await findInBlock(host, hash);
  return replay.run(index, whatIf, true);
}

/** Executes a transaction of the origin for a debugger, which shows every moment of it. */
export async function debugTransaction(
  host: ReplayHost,
  hash: Felt,
  whatIf: WhatIf = NOTHING_CHANGED,
): Promise<RecordedDebugger> {
  const { replay, index } = await findInBlock(host, hash);
  return replay.debug(index, whatIf);
}

/** Executes the transactions before one in its block. */
async function findInBlock(host: ReplayHost, hash: Felt): Promise<{ readonly replay: Replay; readonly index: number }> {
  const head = await host.connect({ url: host.url, blockNumber: undefined });
  const number = await head.findTransaction(formatFelt(hash));
  if (number === undefined)
    throw failed(
      `The node ${host.url} has no transaction ${formatFelt(hash)} in a block. It may be pending, or of another network.`,
    );
  const replay = await Replay.open(host, head, number);
  const index = replay.facts.transactions.findIndex((one) => one.hash === hash);
  if (index < 0) throw failed(`Block ${number} of ${host.url} does not list transaction ${formatFelt(hash)}.`);
  for (let i = 0; i < index; i++) await replay.runBefore(i);
  return { replay, index };
}

/** Executes all transactions of a block of the origin. */
export async function replayBlock(host: ReplayHost, number: number | 'latest'): Promise<ReplayedBlock> {
  const head = await host.connect({ url: host.url, blockNumber: undefined });
  const replay = await Replay.open(host, head, number === 'latest' ? head.block.number : number);
  const transactions: ReplayedTransaction[] = [];
  for (let i = 0; i < replay.facts.transactions.length; i++)
    transactions.push(await replay.run(i, NOTHING_CHANGED, false));
  const { header } = replay.facts;
  return {
    number: header.number,
    protocolVersion: header.protocol.version,
    transactions,
    ...(await replay.compareBlock()),
  };
}

/** A block that is being executed again. */
class Replay {
  readonly facts: OriginFacts;
  readonly notes: string[] = [];
  readonly #host: ReplayHost;
  readonly #before: Origin;
  readonly #replayer: Replayer;
  /** What all transactions so far changed. */
  #merged = EMPTY_MERGED_DIFF;
  readonly #included: IncludedTransaction[] = [];

  private constructor(host: ReplayHost, before: Origin, facts: OriginFacts) {
    this.facts = facts;
    this.#host = host;
    this.#before = before;
    const { header, unknownVersion } = facts;
    this.#replayer = new Replayer(primedBy(before, facts.initialReads), header, host);
    this.#merged = withDiff(this.#merged, this.#replayer.opening);
    if (unknownVersion !== undefined)
      this.notes.push(
        `The block follows protocol ${unknownVersion}, which this Starbox does not know. It was executed by ${header.protocol.version}.`,
      );
  }

  static async open(host: ReplayHost, head: Origin, number: number): Promise<Replay> {
    if (number > head.block.number)
      throw failed(`The node ${host.url} has no block ${number}: its newest is ${head.block.number}.`);
    if (number === 0) throw new UnfitBlockError('Block 0 cannot be replayed: there is no state before it.');
    host.report?.(`reading block ${number}`);
    const facts = await fetchBlock(head, number, !host.asksOneByOne);
    return new Replay(host, await host.connect({ url: host.url, blockNumber: number - 1 }), facts);
  }

  /** Compares what the whole block changed, its commitments and its hash, after all its transactions. */
  async compareBlock(): Promise<Pick<ReplayedBlock, 'notes' | 'isDiffCompared' | 'areHashesCompared' | 'differences'>> {
    const { stateDiff: theirs, header, fields, unknownVersion } = this.facts;
    const notes = [...this.notes];
    if (theirs === undefined)
      return {
        notes: [...notes, 'The node gives no state diff of the block, so commitments and the hash were not compared.'],
        isDiffCompared: false,
        areHashesCompared: false,
        differences: [],
      };
    const migrated = await migratedHashes(theirs, (classHash) => this.#classOf(classHash));
    // Networks leave out what a block changed back, and sandboxes do not.
    const [net, all] = [await this.#replayer.closed(this.#merged), this.#merged].map((diff) => ({
      diff,
      differences: differencesOf('state_diff', theirs, formatMigrated(diff, migrated)),
    })) as [Compared, Compared];
    const { diff, differences } = net.differences.length <= all.differences.length ? net : all;
    const isWhole = this.#included.length === this.facts.transactions.length;
    if (!isWhole) notes.push('A transaction was rejected, so commitments and the hash of the block were not compared.');
    const areHashesCompared = isWhole && unknownVersion === undefined && hasHash(fields);
    const stateDiff = { ...diff, declared: new Map([...diff.declared, ...migrated]) };
    const block = { fields, header, transactions: this.#included, stateDiff };
    return {
      notes,
      isDiffCompared: true,
      areHashesCompared,
      differences: areHashesCompared ? [...differences, ...fieldDifferences(block)] : differences,
    };
  }

  /** Executes a transaction before the one of interest. */
  async runBefore(index: number): Promise<void> {
    this.#report(index);
    const facts = this.facts.transactions[index]!;
    const { transaction, submission } = await this.#submission(facts);
    const outcome = await this.#replayer.execute(submission, flagsOf(transaction));
    const [difference] = receiptDifferences(facts, outcome);
    if (difference)
      this.notes.push(
        `Transaction ${formatFelt(facts.hash)}, which comes before it in the block, came out differently: ${difference.at}. So the state before may differ.`,
      );
  }

  async run(index: number, whatIf: WhatIf, isExplained: boolean): Promise<ReplayedTransaction> {
    this.#report(index);
    const facts = this.facts.transactions[index]!;
    const { header, transactions } = this.facts;
    const { transaction, submission, hash } = await this.#submission(facts);
    const notes = isExplained ? [...this.notes] : [];
    const { sent, flags } = await this.#changed(transaction, submission, whatIf);
    const { outcome, explanation } = isExplained
      ? await this.#replayer.explain(sent, flags)
      : { outcome: await this.#replayer.execute(sent, flags), explanation: undefined };
    if (outcome.kind === 'included') {
      const { stateDiff, receipt } = outcome.executed;
      this.#merged = withDiff(this.#merged, stateDiff);
      this.#included.push({ hash: facts.hash, transaction, receipt });
    }
    const isReceiptCompared = hasReceipt(facts);
    if (!isReceiptCompared) notes.push('There is no receipt of it to compare with.');
    else if (facts.trace === undefined) notes.push('The node gives no traces, so only the receipt was compared.');
    const trace = outcome.kind === 'included' ? formatTrace(outcome.executed.trace) : undefined;
    const isTraceCompared = facts.trace !== undefined && trace !== undefined;
    return {
      hash: facts.hash,
      type: transaction.type,
      blockNumber: header.number,
      index,
      count: transactions.length,
      protocolVersion: header.protocol.version,
      isChanged: isChanged(whatIf),
      isHashEqual: hash === facts.hash,
      isReceiptCompared,
      isTraceCompared,
      differences: [
        ...differencesOf('hash', formatFelt(facts.hash), formatFelt(hash)),
        ...receiptDifferences(facts, outcome),
        ...(isTraceCompared ? differencesOf('trace', facts.trace, trace) : []),
      ],
      notes,
      receipt: receiptOf(outcome),
      trace,
      explanation,
    };
  }

  /** Executes a transaction for a debugger. */
  async debug(index: number, whatIf: WhatIf): Promise<RecordedDebugger> {
    this.#report(index);
    const { transaction, submission } = await this.#submission(this.facts.transactions[index]!);
    const { sent, flags } = await this.#changed(transaction, submission, whatIf);
    return this.#replayer.debug(sent, flags);
  }

  /** Changes the state before a transaction, and who sends it. */
  async #changed(
    transaction: ExecutableTransaction,
    submission: Submission,
    whatIf: WhatIf,
  ): Promise<{ readonly sent: Submission; readonly flags: ExecutionFlags }> {
    await applyEdits(this.#replayer, whatIf, (definition) => this.#host.library.compile(definition));
    const { sender } = whatIf;
    if (sender === undefined) return { sent: submission, flags: flagsOf(transaction) };
    return {
      sent: { ...submission, transaction: await sentBy(this.#replayer, transaction, sender) } as Submission,
      flags: { ...flagsOf(transaction), validate: false, chargeFee: false },
    };
  }

  #report(index: number): void {
    const { header, transactions } = this.facts;
    this.#host.report?.(`transaction ${index + 1} of ${transactions.length} in block ${header.number}`);
  }

  async #submission(facts: TransactionFacts): Promise<{
    readonly transaction: ExecutableTransaction;
    readonly submission: Submission;
    /** The hash that we compute. */
    readonly hash: Felt;
  }> {
    const { number } = this.facts.header;
    let transaction: ExecutableTransaction;
    try {
      transaction = readMinedTransaction(facts.transaction, parseFelt(facts.receipt['contract_address']));
    } catch (error) {
      if (!(error instanceof OldTransactionError)) throw error;
      throw new UnfitBlockError(
        `Transaction ${formatFelt(facts.hash)} of block ${number} cannot be replayed: ${error.message}`,
      );
    }
    const hash = await hashOfTransaction(transaction, this.#before.chainId);
    if (transaction.type !== 'DECLARE') return { transaction, submission: { transaction, hash: facts.hash }, hash };
    const { classHash, compiledClassHash } = transaction;
    const read = await this.#classOf(classHash);
    if (!read) throw failed(`Class ${formatFelt(classHash)} of the origin cannot be read.`);
    const declaredClass = { ...read, compiledClassHash };
    return { transaction, submission: { transaction, hash: facts.hash, declaredClass }, hash };
  }

  /** A class as the origin has it at the block, compiled here. */
  async #classOf(classHash: Felt): Promise<DeclaredClass | undefined> {
    const { number } = this.facts.header;
    const params = { block_id: { block_number: number }, class_hash: formatFelt(classHash) };
    const [definition] = await this.#before.askAll('getClass', [params]);
    const warn = (text: string) => this.notes.push(text);
    const answer = { definition, casm: undefined };
    const { found } = await readOriginClass(classHash, answer, { library: this.#host.library, warn });
    return found ?? undefined;
  }
}

/** A state diff of ours, and how it compares. */
interface Compared {
  readonly diff: StateDiff;
  readonly differences: readonly Difference[];
}

/** A state diff as JSON-RPC shows it, with the classes that the block migrated. */
const formatMigrated = (diff: StateDiff, migrated: ReadonlyMap<FeltKey, FeltKey>) => ({
  ...formatStateDiff(diff),
  migrated_compiled_classes: Array.from(migrated, ([classHash, compiled]) => ({
    class_hash: hexKey(classHash),
    compiled_class_hash: hexKey(compiled),
  })),
});

/** How a transaction of a block was executed. The nonce is compared with the account's, but may be higher, as sandboxes allow. */
function flagsOf(transaction: ExecutableTransaction): ExecutionFlags {
  const isFree =
    transaction.type !== 'L1_HANDLER' && maxFee(normalizeBounds(transaction.resourceBounds), transaction.tip) === 0n;
  return { onlyQuery: false, validate: true, chargeFee: !isFree, strictNonce: false, checkSize: false };
}

/** What depends on the node and not on the execution. */
const NOT_COMPARED = ['finality_status', 'block_hash', 'block_number', 'transaction_hash'] as const;

/** Whether the origin says how a transaction came out. */
const hasReceipt = ({ receipt }: TransactionFacts): boolean => receipt['execution_status'] !== undefined;

function receiptDifferences(facts: TransactionFacts, outcome: Outcome): readonly Difference[] {
  const { receipt } = facts;
  if (outcome.kind === 'rejected')
    return [{ at: 'outcome', origin: receipt['execution_status'], replayed: `rejected: ${rejectionText(outcome)}` }];
  return hasReceipt(facts) ? differencesOf('receipt', without(receipt), without(receiptOf(outcome)!)) : [];
}

function rejectionText({ rejection }: Extract<Outcome, { kind: 'rejected' }>): string {
  const text = simulationFailure(rejection);
  return typeof text === 'string' ? text : JSON.stringify(text);
}

const receiptOf = (outcome: Outcome): object | undefined =>
  outcome.kind === 'included'
    ? formatReceipt({ receipt: outcome.executed.receipt, finality: 'ACCEPTED_ON_L2' })
    : undefined;

const without = (receipt: object): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(receipt).filter(([name]) => !(NOT_COMPARED as readonly string[]).includes(name)));
