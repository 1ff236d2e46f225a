import type { ClassSize } from '../../classes/runnableClass.ts';
import type { ProtocolConstants, Ratio } from '../../protocol/constants.ts';
import type { CallInfo } from '../callInfo.ts';
import { type GasVector, NO_GAS } from '../gasVector.ts';
import type { GasMode } from '../trace.ts';

/** The data of a transaction that the network archives. */
export interface ArchivedData {
  /** Calldata, proof facts and signature. */
  readonly felts: number;
  readonly codeBytes: number;
  readonly hasProof: boolean;
  /** The outermost calls of the phases that were not reverted. */
  readonly calls: readonly CallInfo[];
}

/** The bytes that a declaration archives. */
export const codeBytes = ({ bytecodeFelts, sierraFelts, abiBytes }: ClassSize): number =>
  (bytecodeFelts + sierraFelts) * 32 + abiBytes;

/** The gas of archived data. Each part is rounded down to a whole number. */
export function archivalGas(archived: ArchivedData, mode: GasMode, constants: ProtocolConstants): GasVector {
  const costs = mode === 'All' ? constants.archivalL2 : constants.archivalL1;
  let [keys, data] = [0, 0];
  for (const call of archived.calls) [keys, data] = countEvents(call, keys, data);
  const eventWords = (keys * costs.eventKeyFactor[0]) / costs.eventKeyFactor[1] + data;
  const gas =
    gasOf(archived.felts, costs.gasPerDataFelt) +
    gasOf(archived.codeBytes, costs.gasPerCodeByte) +
    gasOf(eventWords, costs.gasPerDataFelt) +
    (archived.hasProof ? gasOf(1, costs.gasPerProof) : 0n);
  return mode === 'All' ? { ...NO_GAS, l2Gas: gas } : { ...NO_GAS, l1Gas: gas };
}

const gasOf = (count: number, [numerator, denominator]: Ratio): bigint =>
  BigInt(Math.floor((count * numerator) / denominator));

function countEvents(info: CallInfo, keys: number, data: number): [number, number] {
  for (const event of info.events) {
    keys += event.keys.length;
    data += event.data.length;
  }
  for (const inner of info.inner) [keys, data] = countEvents(inner, keys, data);
  return [keys, data];
}
