import type { GasPriceChanges, JournalRecord, OpaqueRecord } from '../../chain/value/journal.ts';
import { parseJson } from '../../json/parseJson.ts';
import { jsonInteger, writeJson } from '../../json/writeJson.ts';
import { writeSchedule } from '../../market/readSchedule.ts';
import { sourceLimits } from '../../protocol/sourceLimits.ts';
import { writeMethodName } from '../dialect.ts';
import { readEnvelope } from '../envelope.ts';
import { blockModeInput } from '../format/blockMode.ts';
import { hex } from '../format/hex.ts';
import { formatMempoolConfig } from '../format/mempool.ts';

/** A successful request, as it is dumped and loaded: the JSON-RPC request object. */
export interface JournalEntry extends OpaqueRecord {
  readonly jsonrpc: string;
  readonly method: string;
  readonly params: unknown;
  readonly id: unknown;
}

/** A record of the chain's journal as the request that repeats it. */
export function entryOf(record: JournalRecord): JournalEntry {
  switch (record.kind) {
    case undefined:
      // Opaque to the chain: only this layer makes these.
      return record as JournalEntry;
    case 'stored':
      return readStored(record.text);
    case 'blockMade':
      return controlEntry('createBlock', null);
    case 'pricesSet':
      return controlEntry('setGasPrice', priceParams(record.prices));
    case 'scheduleSet':
      return controlEntry('setPriceSchedule', { schedule: writeSchedule(record.schedule) });
    case 'mempoolSet':
      return controlEntry('setMempoolConfig', formatMempoolConfig(record.config));
    case 'modeSet':
      return controlEntry('setBlockMode', { mode: blockModeInput(record.mode) });
    case 'timeSet':
      return controlEntry('setTime', { time: jsonInteger(record.time), generate_block: false });
    case 'selected':
      return controlEntry('preconfirmTransactions', { transaction_hashes: record.hashes.map(hex) });
    case 'dropped':
      return controlEntry('removeFromMempool', { transaction_hash: hex(record.hash) });
    case 'sealed':
      return controlEntry('sealBlock', null);
  }
}

/** The entries of a journal, in their order. */
export const entriesOf = (journal: Iterable<JournalRecord>): JournalEntry[] => Array.from(journal, entryOf);

/** A record as a state file has it. */
export const writeRecord = (record: JournalRecord): string | Uint8Array =>
  record.kind === 'stored' ? record.text : writeJson(entryOf(record));

/** A record from its text in a state file; throws when the text is not a request. */
export function readRecord(text: Uint8Array): JournalEntry {
  const entry = parseJson(text, sourceLimits.fileJson);
  if (readEnvelope(entry)?.kind !== 'call') throw new Error('this is no request that a journal could hold');
  return entry as unknown as JournalEntry;
}

/** Reads a record that nobody has read since its state file was loaded. */
function readStored(text: Uint8Array): JournalEntry {
  try {
    return readRecord(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(
      `The journal of the state file has a record that cannot be read: ${reason}. The chain itself is complete: save it as a state file instead of a dump.`,
    );
  }
}

/** A request of a sandbox method, under the name that other sandboxes use too. */
export const controlEntry = (name: string, params: unknown, id: 0 | null = 0): JournalEntry => ({
  jsonrpc: '2.0',
  method: writeMethodName('sandbox', name, 'starknet'),
  params,
  id,
});

const priceNames = {
  gasPriceWei: 'gas_price_wei',
  dataGasPriceWei: 'data_gas_price_wei',
  gasPriceFri: 'gas_price_fri',
  dataGasPriceFri: 'data_gas_price_fri',
  l2GasPriceWei: 'l2_gas_price_wei',
  l2GasPriceFri: 'l2_gas_price_fri',
} as const satisfies Record<keyof GasPriceChanges, string>;

function priceParams(prices: GasPriceChanges): Record<string, number | bigint> {
  const params: Record<string, number | bigint> = {};
  for (const [name, wireName] of Object.entries(priceNames) as [keyof GasPriceChanges, string][]) {
    const price = prices[name];
    if (price !== undefined) params[wireName] = jsonInteger(price);
  }
  return params;
}
