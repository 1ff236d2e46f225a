import type { ClassDefinition, DeclaredClass } from '../../classes/declaredClass.ts';
import type { Transaction } from '../../execution/transaction.ts';
import { type Felt, formatFelt } from '../../felt/felt.ts';
import { type FeltKey, keyOf } from '../../felt/key.ts';
import type { ProtocolConstants } from '../../protocol/constants.ts';
import { EMPTY_MERGED_DIFF, withDiff } from '../../state/mergedDiff.ts';
import { packDiff } from '../../state/packedDiff.ts';
import { PersistentMap } from '../../state/persistentMap.ts';
import { PersistentVector } from '../../state/persistentVector.ts';
import { State } from '../../state/state.ts';
import { MAX_ACCOUNTS, type NodeConfig } from '../config.ts';
import { withCompiledHash } from '../run/declarableClass.ts';
import type { Block } from '../value/block.ts';
import type { ChainValue } from '../value/chainValue.ts';
import { type Change, type ChangeSummary, changeOf, diffOfChanges } from '../value/change.ts';
import { appendBlock, emptyHistory, type History, recordOf } from '../value/history.ts';
import type { JournalRecord } from '../value/journal.ts';
import type { ExecutedTransaction, OpenValue } from '../value/openBlock.ts';
import { keepsStateBefore } from '../value/pastStates.ts';
import { retainedFlags, retainedReceipt, retainedTransaction } from '../value/retained.ts';
import {
  type About,
  aboutCodec,
  type BlockLine,
  blockCodec,
  type OpenLine,
  openCodec,
  type RestLine,
  readProtocol,
  restCodec,
} from './chainCodec.ts';
import { definitionCodec } from './classCodec.ts';
import { key, record } from './codec.ts';
import { unwrapLines } from './envelope.ts';
import type { Lines } from './lines.ts';
import { checkIngredients, type Ingredients, type Overrides } from './overrides.ts';
import { type Classes, classNamed, readStep, type StateStep } from './stateCodec.ts';
import { StateFileError } from './stateFileError.ts';

/** What is needed to make a chain of a file. */
export interface DecodeOptions {
  readonly config: NodeConfig;
  readonly chainId: Felt;
  readonly compile: (definition: ClassDefinition) => Promise<DeclaredClass>;
  /** A record of the journal from its line. */
  readonly readRecord: (text: Uint8Array) => JournalRecord;
}

/**
 * A configuration with the values that the chain of a file was started with. A fork without a block gets the block that it had.
 * Throws if an override contradicts the file.
 */
export async function withIngredients<C extends Partial<NodeConfig>>(
  config: C,
  file: Uint8Array,
  overrides: Overrides,
): Promise<C & Ingredients> {
  const lines = await unwrapLines(file);
  const about = readAbout(lines);
  checkAccounts(lines, about);
  checkIngredients(about, overrides);
  const { chainId, seed, accounts, initialBalance, liteMode, forkBlock } = about;
  const { fork } = config;
  return {
    ...config,
    ...(fork && { fork: { ...fork, blockNumber: fork.blockNumber ?? forkBlock } }),
    ...{ chainId, seed, accounts, initialBalance, liteMode },
  };
}

/** The chain of a state file, over what lies under the chain that a node has just started with. */
export async function decodeState(file: Uint8Array, start: ChainValue, options: DecodeOptions): Promise<ChainValue> {
  const lines = await unwrapLines(file);
  const about = readAbout(lines);
  const { config } = options;
  checkIngredients(about, config);
  const protocol = config.protocolVersion;
  const classes = await readClasses(lines, about.classes, start, options);
  let history = emptyHistory(start.history.firstNumber, State.over(start.open.state.base));
  for (let i = 0; i < about.blocks; i++) {
    const line = lines.next(blockCodec);
    lines.telling(() => {
      if (i === 0) checkOrigin(line, start.history);
      else checkParent(line, history);
      const { executed, changes, state } = executedOf(line, history.state, classes);
      const { stateDiff } = line;
      const summary = { count: changes.length, diff: packDiff(stateDiff) };
      const block = blockOf(line, executed, changes, summary, readProtocol(line.protocolVersion, protocol));
      history = appendBlock(history, { block, executed, changes, state, stateDiff });
    });
  }
  const openLine = lines.next(openCodec);
  const open = lines.telling(() => openOf(openLine, history, classes, protocol));
  const rest = lines.next(restCodec);
  lines.telling(() => checkMessaging(rest, history));
  const { prices = rest.prices } = openLine;
  let journal = PersistentVector.empty<JournalRecord>();
  for (let i = 0; i < about.journal; i++) journal = journal.push(lines.nextBytes(options.readRecord));
  const { l1AcceptedNumber, originAcceptedNumber } = rest;
  return { ...start, ...rest, l1AcceptedNumber, originAcceptedNumber, history, open: { ...open, prices }, journal };
}

/** The description of the chain in the file. Its counts are checked against the number of lines. */
function readAbout(lines: Lines): About {
  const about = lines.next(aboutCodec);
  // After the blocks come the open block and the rest.
  lines.expect(about.classes + about.blocks + 2 + about.journal);
  return about;
}

/** A start creates all accounts. So the first block must have at least as many contracts, unless an option allows that number. */
function checkAccounts(lines: Lines, { accounts, classes, blocks }: About): void {
  if (accounts <= MAX_ACCOUNTS) return;
  lines.skip(classes);
  const contracts = blocks > 0 ? lines.next(blockCodec).after.contracts.size : 0;
  if (accounts > contracts)
    throw new StateFileError(
      `The state file is wrong: it names ${accounts} accounts, and its first block has ${contracts} contracts.`,
    );
}

function checkOrigin(line: BlockLine, started: History): void {
  const { block } = started.records.at(0)!;
  if (line.number !== block.number || line.parentHash !== block.parentHash)
    throw new StateFileError(
      `the chain of the file starts with block ${line.number} after ${formatFelt(line.parentHash)}, this node with block ${block.number} after ${formatFelt(block.parentHash)}: start with the fork options of the run that wrote the file`,
    );
}

function checkParent(line: BlockLine, history: History): void {
  const number = history.firstNumber + history.records.length;
  if (line.number !== number) throw new StateFileError(`block ${line.number} stands where block ${number} belongs`);
  const parent = recordOf(history, line.number - 1)?.block;
  if (parent?.hash !== line.parentHash)
    throw new StateFileError(`block ${line.number} does not follow the block before it`);
}

/** Messages are collected block by block, so it must be a block of this chain where that begins. */
function checkMessaging({ messaging: { collectFrom } }: RestLine, { firstNumber }: History): void {
  if (collectFrom < firstNumber)
    throw new StateFileError(
      `messages are collected from block ${collectFrom} on, before the first block ${firstNumber}`,
    );
}

const classCodec = record<{ readonly classHash: FeltKey; readonly definition: ClassDefinition }>({
  classHash: key,
  definition: definitionCodec,
});

/** The classes of the file. Those that the node has already are taken from it: nothing is compiled twice. */
async function readClasses(
  lines: Lines,
  count: number,
  { open }: ChainValue,
  { compile }: DecodeOptions,
): Promise<Classes> {
  const classes = new Map<FeltKey, DeclaredClass>();
  for (let i = 0; i < count; i++) {
    const { classHash, definition } = lines.next(classCodec);
    const isKnown = open.state.isLocalClass(classHash);
    const known = isKnown ? open.state.declaredClassAt(classHash) : undefined;
    // Under a well-known hash another class may stand.
    const declared =
      known && keyOf(known.classHash) === classHash
        ? known
        : await compile(definition).catch((error: unknown) => Promise.reject(lines.located(error)));
    if (keyOf(declared.classHash) !== classHash)
      throw lines.located(new StateFileError(`the class does not have the hash ${key.write(classHash)}`));
    classes.set(classHash, declared);
  }
  return classes;
}

/** The class that a transaction declared, with the compiled class hash that it carried. */
const declaredBy = (transaction: Transaction, classes: Classes): DeclaredClass | undefined =>
  transaction.type === 'DECLARE' && 'compiledClassHash' in transaction
    ? withCompiledHash(classNamed(classes, keyOf(transaction.classHash)), transaction.compiledClassHash)
    : undefined;

/** The transactions of a block, and the changes of the state from one to the next and to its end. */
function executedOf(
  { executed: lines, after }: Pick<BlockLine, 'executed' | 'after'>,
  start: State,
  classes: Classes,
  opening: readonly Change[] = [],
): { readonly executed: ExecutedTransaction[]; readonly changes: Change[]; readonly state: State } {
  let state = start;
  const changes = [...opening];
  const change = (step: StateStep) => {
    const { diff, declared } = readStep(step, classes);
    state = state.apply(diff, declared);
    changes.push(changeOf(diff, declared));
  };
  const executed = lines.map((line, index): ExecutedTransaction => {
    change(line.before);
    const { hash, transaction, receipt, flags, l1TransactionHash } = line;
    return {
      hash,
      transaction: retainedTransaction(transaction),
      receipt: retainedReceipt(receipt),
      changesBefore: changes.length,
      before: keepsStateBefore(index) ? state : undefined,
      flags: retainedFlags(flags),
      declaredClass: declaredBy(transaction, classes),
      l1TransactionHash,
    };
  });
  change(after);
  return { executed, changes, state };
}

function blockOf(
  line: BlockLine,
  transactions: readonly ExecutedTransaction[],
  changes: readonly Change[],
  summary: ChangeSummary,
  protocol: ProtocolConstants,
): Block {
  const { executed: _, after: __, stateDiff: ___, protocolVersion: ____, ...block } = line;
  return {
    kind: 'sealed',
    ...block,
    protocol,
    transactions,
    mergeStateDiff: () => diffOfChanges(changes, summary),
  };
}

function openOf(
  line: OpenLine,
  history: History,
  classes: Classes,
  protocol: ProtocolConstants | undefined,
): Omit<OpenValue, 'prices'> {
  const { number, header, diffs } = line;
  if (number !== history.firstNumber + history.records.length)
    throw new StateFileError(`the open block has number ${number}, which does not follow the last block`);
  if (!header && line.executed.length > 0)
    throw new StateFileError('the open block has transactions, but neither time nor prices');
  const { diff, declared } = readStep(line.initial, classes);
  const initial = history.state.apply(diff, declared);
  const { executed, changes, state } = executedOf(line, initial, classes, [changeOf(diff, declared)]);
  const stateDiff = diffs.reduce(withDiff, EMPTY_MERGED_DIFF);
  return {
    number,
    protocol: readProtocol(line.protocolVersion, protocol),
    header,
    executed: PersistentVector.from(executed),
    places: PersistentMap.from(executed.map(({ hash }, index) => [keyOf(hash), index] as const)),
    initial,
    state,
    changes: PersistentVector.from(changes),
    opening: 1,
    stateDiff,
    summary: { count: changes.length, diff: packDiff(stateDiff) },
  };
}
