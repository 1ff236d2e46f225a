import { builtinClassTexts } from '../../src/classes/builtinClassTexts.ts';
import { ClassLibrary } from '../../src/classes/classLibrary.ts';
import { formatFelt } from '../../src/felt/felt.ts';
import { originConnector } from '../../src/fork/originConnector.ts';
import { writeJson } from '../../src/json/writeJson.ts';
import { protocolNamed } from '../../src/protocol/versions.ts';
import type { OriginRecord } from '../../src/rpc/record/originRecord.ts';
import { recordedEndpoint } from '../../src/rpc/record/recordedEndpoint.ts';
import type { Difference } from '../../src/rpc/replay/differences.ts';
import { type ReplayHost, replayBlock } from '../../src/rpc/replay/replay.ts';
import type { Fact } from './fact.ts';

/** Replays from a record. */
export function recordHost(record: OriginRecord): ReplayHost {
  const library = new ClassLibrary();
  const connect = originConnector({ standIn: async () => recordedEndpoint(record, 'of the ledger') });
  return { url: 'record', connect: connect(library, undefined), library, texts: builtinClassTexts };
}

/** Executes a recorded block and compares: receipts and traces, each cell and nonce of the state diff, commitments and the hash. */
export async function* replayFacts(record: OriginRecord, number: number): AsyncGenerator<Fact> {
  const replayed = await replayBlock(recordHost(record), number);
  for (const { hash, isHashEqual, differences, isReceiptCompared, isTraceCompared } of replayed.transactions) {
    yield { what: 'transaction hash', isEqual: isHashEqual, detail: formatFelt(hash) };
    if (!isReceiptCompared && differences.length === 0) continue;
    const what = isTraceCompared ? 'receipt and trace' : 'receipt';
    yield { what, isEqual: differences.length === 0, detail: `${formatFelt(hash)}: ${detailOf(differences[0])}` };
  }
  const update = record.find('getStateUpdate', { block_id: { block_number: number } })?.result;
  if (!replayed.isDiffCompared) return;
  const cells = cellsIn((update as { state_diff?: unknown } | undefined)?.state_diff);
  const different = replayed.differences.filter(({ at }) => at.startsWith('state_diff'));
  for (let i = 0; i < cells - different.length; i++) yield { what: 'change of the state', isEqual: true, detail: '' };
  for (const one of different) yield { what: 'change of the state', isEqual: false, detail: detailOf(one) };
  if (!replayed.areHashesCompared || !protocolNamed(replayed.protocolVersion)) return;
  const fields = replayed.differences.filter(({ at }) => at.startsWith('block.'));
  yield { what: 'commitments and block hash', isEqual: fields.length === 0, detail: detailOf(fields[0]) };
}

const detailOf = (one: Difference | undefined): string =>
  one ? `${one.at}: there ${writeJson(one.origin)}, here ${writeJson(one.replayed)}` : '';

/** The number of values in a state diff. */
function cellsIn(diff: unknown): number {
  const lists = Object.entries((diff ?? {}) as Record<string, readonly { storage_entries?: readonly unknown[] }[]>);
  return lists.reduce(
    (sum, [, list]) => sum + list.reduce((cells, entry) => cells + (entry.storage_entries?.length ?? 1), 0),
    0,
  );
}
