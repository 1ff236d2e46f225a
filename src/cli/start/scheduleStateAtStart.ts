import { JsonError } from '../../json/json.ts';
import { parseJson } from '../../json/parseJson.ts';
import { ioReason } from '../../platform/ioReason.ts';
import { readTextSync } from '../../platform/regularFile.ts';
import { ChainError } from '../../protocol/chainError.ts';
import { writeWords } from '../../protocol/message.ts';
import { sourceLimits } from '../../protocol/sourceLimits.ts';
import type { Hub } from '../../sandbox/hub.ts';
import { commandHints } from '../options/hints.ts';
import { StartError } from './startError.ts';

/** Schedules the variables of `--state-schedule`. A chain that is loaded may have passed some of the blocks. */
export async function scheduleStateAtStart(hub: Hub, given: string | undefined): Promise<void> {
  if (given === undefined) return;
  const isJson = /^\s*\[/.test(given);
  const fail = (reason: string) => new StartError(`--state-schedule${isJson ? '' : ` ${given}`}: ${reason}`);
  try {
    const table = parseJson(isJson ? given : readTextSync(given), sourceLimits.fileJson);
    // It reads variables by name, which a start without schedules does not load.
    const { scheduleTable } = await import('../../rpc/scheduleState.ts');
    await hub.node.write((draft) => scheduleTable(draft, table));
  } catch (error) {
    if (error instanceof JsonError) throw fail(error.message);
    if (error instanceof ChainError) {
      const reason = writeWords(error.help ?? error.words, commandHints);
      throw fail(error.kind === 'contractNotFound' ? `${reason} ${LATER}` : reason);
    }
    if (error instanceof Error && 'code' in error) throw fail(ioReason(error));
    throw error;
  }
}

const LATER = 'For a contract that is deployed later, send devnet_setStateSchedule when it is there.';
