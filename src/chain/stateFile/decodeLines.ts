import { restIfDue } from '../../async/turns.ts';
import type { ClassDefinition, DeclaredClass } from '../../classes/declaredClass.ts';
import { type FeltKey, keyOf } from '../../felt/key.ts';
import type { ProtocolConstants } from '../../protocol/constants.ts';
import { EMPTY_MERGED_DIFF, withDiff } from '../../state/mergedDiff.ts';
import { packDiff } from '../../state/packedDiff.ts';
import { PersistentMap } from '../../state/persistentMap.ts';
import { PersistentVector } from '../../state/persistentVector.ts';
import { State } from '../../state/state.ts';
import type { Block } from '../value/block.ts';
import type { ChainValue } from '../value/chainValue.ts';
import { type Change, type ChangeSummary, changeOf, diffOfChangesSteps } from '../value/change.ts';
import { appendBlock, emptyHistory, type History, recordOf } from '../value/history.ts';
import type { JournalRecord } from '../value/journal.ts';
import type { ExecutedTransaction, OpenValue } from '../value/openBlock.ts';
import { keepsStateBefore } from '../value/pastStates.ts';
import { retainedFlags, retainedReceipt, retainedTransaction } from '../value/retained.ts';
import { declaredBy } from './blockContent.ts';
import { type About, aboutCodec, readProtocol, restCodec } from './chainCodec.ts';
import { checkContracts, checkMessaging, checkOrigin, hasManyAccounts } from './checks.ts';
import { definitionCodec } from './classCodec.ts';
import { classOf } from './classOf.ts';
import { key, record } from './codec.ts';
import type { DecodeOptions } from './decodeOptions.ts';
import { type BlockLine, blockLineReader, type OpenLine, openLineReader } from './lineReaders.ts';
import type { Lines } from './lines.ts';
import { checkIngredients } from './overrides.ts';
import { type Classes, readStep, type StateStep } from './stateCodec.ts';
import { StateFileError } from './stateFileError.ts';

// Reads state files of version 1 and 2, which are lines of JSON.

/** What the chain was made of. */
export function ingredientsOfLines(lines: Lines): About {
  const about = readAbout(lines);
  checkAccounts(lines, about);
  return about;
}

/** The chain of such a file, over what lies under the chain that a node has just started with. */
export async function decodeLines(lines: Lines, start: ChainValue, options: DecodeOptions): Promise<ChainValue> {
  const about = readAbout(lines);
  const { config } = options;
  checkIngredients(about, config);
  const protocol = config.protocolVersion;
  const classes = await readClasses(lines, about.classes, start, options);
  let history = emptyHistory(start.history.firstNumber, State.over(start.open.state.base));
  for (let i = 0; i < about.blocks; i++) {
    await restIfDue();
    const line = lines.next(blockLineReader);
    lines.telling(() => {
      if (i === 0) checkOrigin(line.number, line.parentHash, start.history);
      else checkParent(line, history);
      const { executed, changes, state } = executedOf(line, history.state, classes);
      const { stateDiff } = line;
      const summary = { count: changes.length, diff: packDiff(stateDiff) };
      const block = blockOf(line, executed, changes, summary, readProtocol(line.protocolVersion, protocol));
      history = appendBlock(history, { block, executed, changes, summary, state, stateDiff });
    });
  }
  const openLine = lines.next(openLineReader);
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

function checkAccounts(lines: Lines, about: About): void {
  if (!hasManyAccounts(about)) return;
  lines.skip(about.classes);
  checkContracts(about, about.blocks > 0 ? lines.next(blockLineReader).after.contracts.size : 0);
}

function checkParent(line: BlockLine, history: History): void {
  const number = history.firstNumber + history.records.length;
  if (line.number !== number) throw new StateFileError(`block ${line.number} stands where block ${number} belongs`);
  const parent = recordOf(history, line.number - 1)?.block;
  if (parent?.hash !== line.parentHash)
    throw new StateFileError(`block ${line.number} does not follow the block before it`);
}

const classCodec = record<{ readonly classHash: FeltKey; readonly definition: ClassDefinition }>({
  classHash: key,
  definition: definitionCodec,
});

async function readClasses(
  lines: Lines,
  count: number,
  start: ChainValue,
  { compile }: DecodeOptions,
): Promise<Classes> {
  const classes = new Map<FeltKey, DeclaredClass>();
  for (let i = 0; i < count; i++) {
    const { classHash, definition } = lines.next(classCodec);
    try {
      classes.set(classHash, await classOf(classHash, definition, start, compile));
    } catch (error) {
      throw lines.located(error);
    }
  }
  return classes;
}

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
    mergeStateDiff: () => diffOfChangesSteps(changes, summary),
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
