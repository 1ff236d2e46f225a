import type { FileTarget } from '../async/fileTarget.ts';
import type { Steps } from '../async/steps.ts';
import { restIfDue } from '../async/turns.ts';
import type { NodeConfig } from '../chain/config.ts';
import type { ChainValue } from '../chain/value/chainValue.ts';
import { changedClasses, changeOf } from '../chain/value/change.ts';
import type { JournalRecord } from '../chain/value/journal.ts';
import type { DeclaredClass } from '../classes/declaredClass.ts';
import { type FeltKey, keyOf } from '../felt/key.ts';
import { State } from '../state/state.ts';
import { putChange, putContent } from './blockContent.ts';
import { ByteWriter } from './byteWriter.ts';
import { aboutCodec, openCodec, restCodec } from './chainCodec.ts';
import { definitionCodec } from './classCodec.ts';
import type { Classes } from './classNamed.ts';
import { putPool } from './poolCodec.ts';
import { StateFileWriter } from './stateFileWriter.ts';
import { putBlock, StoredRecord } from './storedRecord.ts';

/** What a state file contains in addition to the chain. */
export interface EncodeOptions {
  readonly config: NodeConfig;
  /** A record of the journal as a line of text. */
  readonly writeRecord: (record: JournalRecord) => string | Uint8Array;
  /** Called between steps. It waits while other work runs, and ends the work by throwing. */
  readonly rest?: (() => Promise<void> | undefined) | undefined;
  /** Waits until a file that becomes large may be written. */
  readonly grow?: (() => Promise<void>) | undefined;
}

/** Blocks, or records of the journal, that are written before the time is checked. */
const AT_ONCE = 32;

/** Writes the whole chain as a state file and returns the length of the file. The value is immutable, so writes can continue meanwhile. */
export async function encodeState(value: ChainValue, options: EncodeOptions, file: FileTarget): Promise<number> {
  const out = new ByteWriter();
  const writer = new StateFileWriter(file);
  const { rest = restIfDue, grow } = options;
  for (const _ of putChain(value, options, out)) {
    const full = out.takeFull();
    if (full.length > 0) await grow?.();
    for (const chunk of full) {
      await writer.add(chunk);
      out.reuse(chunk);
    }
    const due = rest();
    if (due) await due;
  }
  const [last, ...others] = [...out.chunks].reverse();
  for (const chunk of others.reverse()) await writer.add(chunk);
  return writer.finish(last!);
}

function* putChain(value: ChainValue, { config, writeRecord }: EncodeOptions, out: ByteWriter): Steps<void> {
  const { history, open, journal, pool, ...rest } = value;
  const classes = yield* classesOf(value);
  aboutCodec.put(
    {
      ...config,
      forkBlock: config.fork && history.firstNumber - 1,
      classes: classes.size,
      blocks: history.records.length,
      journal: journal.length,
    },
    out,
  );
  const first = history.records.at(0)!;
  out.natural(first.block.parentHash);
  // The state after the first block contains more than the block changed: what genesis puts below it.
  const { diff, declared } = yield* first.state!.changesSince(State.over(open.state.base));
  yield* putChange(changeOf(diff, declared), out);
  for (const [name, { definition }] of classes) {
    out.key(name);
    definitionCodec.put(definition, out);
    yield;
  }
  let written = 0;
  for (const record of history.records) {
    yield* putBlock(record, out);
    if (++written % AT_ONCE === 0) yield;
  }
  openCodec.put({ ...open, protocolVersion: open.protocol.version }, out);
  yield* putContent(open, out);
  restCodec.put(rest, out);
  yield* putPool(pool, out);
  for (const record of journal) {
    const text = writeRecord(record);
    if (typeof text === 'string') yield* out.utf8(text);
    else {
      out.count(text.length);
      yield* out.longBytes(text);
    }
    if (++written % AT_ONCE === 0) yield;
  }
}

/** Every class that the chain knows, once, by its own hash. */
function* classesOf({ history, open, pool }: ChainValue): Steps<Map<FeltKey, DeclaredClass>> {
  const classes = new Map<FeltKey, DeclaredClass>();
  const add = (declared: DeclaredClass) => classes.set(keyOf(declared.classHash), declared);
  for (const [, declared] of open.state.localClasses()) add(declared);
  for (const [, declared] of history.records.at(0)!.state!.localClasses()) add(declared);
  const sources = new Set<Classes>();
  let seen = 0;
  for (const record of history.records) {
    if (++seen % 1024 === 0) yield;
    if (record instanceof StoredRecord) {
      sources.add(record.classes);
      continue;
    }
    for (const change of record.changes) for (const [, declared] of changedClasses(change)) add(declared);
    for (const { declaredClass } of record.executed) if (declaredClass) add(declaredClass);
  }
  for (const { declaredClass } of open.executed) if (declaredClass) add(declaredClass);
  for (const { submission } of pool.received.values()) if ('declaredClass' in submission) add(submission.declaredClass);
  for (const source of sources) for (const declared of source.values()) add(declared);
  return classes;
}
