import type { ChainView } from '../../chain/chainView.ts';
import { rerunOf, type TransactionPlace } from '../../chain/run/rerun.ts';
import { run } from '../../chain/run/runner.ts';
import type { ChainValue } from '../../chain/value/chainValue.ts';
import { recordOf } from '../../chain/value/history.ts';
import { CallMeter } from '../../execution/callMeter.ts';
import { executeTransaction } from '../../execution/executeTransaction.ts';
import { keyOf } from '../../felt/key.ts';
import { classFilesOf } from '../names/classFiles.ts';
import { NamedClasses } from '../names/namedClasses.ts';
import { GasCollector } from './gasCollector.ts';
import { type GasReportTexts, withTexts } from './gasReport.ts';
import { gasReportOf, type MeasuredCalls } from './measuredCalls.ts';
import { encodeMeasuredCalls } from './measuredCallsJson.ts';

/** The gas report of everything that was collected, or else of the transactions in the chain, which then run again. */
export const reportGas = async (view: ChainView): Promise<GasReportTexts> =>
  withTexts(gasReportOf([await measuredCalls(view)]));

/** What calls used, as a text that can be joined with those of other processes. */
export const encodeGas = async (view: ChainView): Promise<string> => encodeMeasuredCalls(await measuredCalls(view));

async function measuredCalls(view: ChainView): Promise<MeasuredCalls> {
  const { gas, artifacts } = view.surroundings;
  const collector = gas instanceof GasCollector ? gas : await collectAgain(view);
  const files = new Map([...collector.definitions, ...classFilesOf(view.surroundings)]);
  const names = new NamedClasses(view.value.open.state, files, artifacts);
  for (const classHash of collector.classHashes) names.find(keyOf(classHash));
  await names.fetchMissing();
  return collector.measured((classHash) => names.find(classHash));
}

/** Runs all transactions of the chain again, and meters them. */
async function collectAgain(view: ChainView): Promise<GasCollector> {
  const collector = new GasCollector();
  for (const place of placesOf(view.value)) {
    const { before, block, submission, flags } = rerunOf(view, place);
    const meter = await run(view, before, function* (machine, state) {
      const meter = new CallMeter();
      yield* executeTransaction({ state, block, machine, meter }, submission, flags);
      return meter;
    });
    collector.add(meter.calls);
    await view.rest();
  }
  return collector;
}

/** The places of all transactions that were made here, oldest first. */
export function* placesOf({ history, open }: ChainValue): Generator<TransactionPlace> {
  for (let blockNumber = history.firstNumber; blockNumber <= open.number; blockNumber++) {
    const { executed } = blockNumber === open.number ? open : recordOf(history, blockNumber)!;
    for (let index = 0; index < executed.length; index++) yield { blockNumber, index };
  }
}
