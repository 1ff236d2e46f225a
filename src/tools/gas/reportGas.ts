import type { TransactionPlace } from '../../chain/run/rerun.ts';
import type { ChainValue } from '../../chain/value/chainValue.ts';
import { recordOf } from '../../chain/value/history.ts';
import { CallMeter } from '../../execution/callMeter.ts';
import { executeTransaction } from '../../execution/executeTransaction.ts';
import { keyOf } from '../../felt/key.ts';
import { NamedClasses } from '../names/namedClasses.ts';
import type { ToolHost } from '../tools.ts';
import { GasCollector } from './gasCollector.ts';
import { type GasReportTexts, withTexts } from './gasReport.ts';
import { gasReportOf, type MeasuredCalls } from './measuredCalls.ts';
import { encodeMeasuredCalls } from './measuredCallsJson.ts';

/** The gas report of everything that was collected, or else of the transactions in the chain, which then run again. */
export const reportGas = async (host: ToolHost): Promise<GasReportTexts> =>
  withTexts(gasReportOf([await measuredCalls(host)]));

/** What calls used, as a text that can be joined with those of other processes. */
export const encodeGas = async (host: ToolHost): Promise<string> => encodeMeasuredCalls(await measuredCalls(host));

async function measuredCalls(host: ToolHost): Promise<MeasuredCalls> {
  const collector = host.gas ?? (await collectAgain(host));
  const files = new Map([...collector.definitions, ...host.classFiles]);
  const names = new NamedClasses(host.value.open.state, files, host.artifacts);
  for (const classHash of collector.classHashes) names.find(keyOf(classHash));
  await names.fetchMissing();
  return collector.measured((classHash) => names.find(classHash));
}

/** Runs all transactions of the chain again, and meters them. */
async function collectAgain(host: ToolHost): Promise<GasCollector> {
  const collector = new GasCollector();
  for (const place of placesOf(host.value)) {
    const { before, block, submission, flags } = host.rerunOf(place);
    const meter = await host.run(before, function* (machine, state) {
      const meter = new CallMeter();
      yield* executeTransaction({ state, block, machine, meter }, submission, flags);
      return meter;
    });
    collector.add(meter.calls);
    await host.rest();
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
