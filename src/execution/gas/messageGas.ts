import type { CallInfo } from '../callInfo.ts';

/** The L1 gas for the messages of a transaction. */
export interface MessageGas {
  /** The total, which the transaction pays for. */
  readonly l1Gas: bigint;
  /** The total without the part for the shared proof. It counts towards the limit of a block. */
  readonly starknetL1Gas: bigint;
  readonly segmentLength: number;
}

// Prices on Ethereum: a word in the memory of the shared prover's contract, a word of calldata, setting and clearing a message counter, a log.
const SHARP_GAS_PER_WORD = 612;
const CALLDATA_GAS_PER_WORD = 512;
const GAS_PER_MESSAGE_TO_L1 = 20_000;
const GAS_PER_MESSAGE_TO_L2 = 5_000;
const LOG_GAS = 375;
const LOG_GAS_PER_TOPIC = 375;
const LOG_GAS_PER_WORD = 256;

const TO_L1_HEADER_WORDS = 3;
const TO_L2_HEADER_WORDS = 5;

const logGas = (topics: number, words: number) => LOG_GAS + (topics + 1) * LOG_GAS_PER_TOPIC + words * LOG_GAS_PER_WORD;

/** The gas for the messages that these calls sent to L1, and for the message that an L1 handler consumes (given by the length of its payload). */
export function messageGas(calls: readonly CallInfo[], consumedPayload: number | undefined): MessageGas {
  const payloads: number[] = [];
  for (const call of calls) collectPayloads(call, payloads);
  let segmentLength = 0;
  let gas = payloads.length * GAS_PER_MESSAGE_TO_L1;
  for (const length of payloads) {
    segmentLength += TO_L1_HEADER_WORDS + length;
    gas += logGas(2, 2 + length);
  }
  if (consumedPayload !== undefined) {
    segmentLength += TO_L2_HEADER_WORDS + consumedPayload;
    gas += GAS_PER_MESSAGE_TO_L2 + logGas(3, 3 + consumedPayload);
  }
  gas += segmentLength * CALLDATA_GAS_PER_WORD;
  return {
    l1Gas: BigInt(gas + segmentLength * SHARP_GAS_PER_WORD),
    starknetL1Gas: BigInt(gas),
    segmentLength,
  };
}

function collectPayloads(info: CallInfo, payloads: number[]): void {
  for (const message of info.messages) payloads.push(message.payload.length);
  for (const inner of info.inner) collectPayloads(inner, payloads);
}
