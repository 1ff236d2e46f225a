import type { StoredTransaction } from '../../chain/value/block.ts';
import { hashOf, RunValues } from '../../chain/value/eventBloom.ts';
import { wordOf } from '../../chain/value/packedEvents.ts';
import { eachCallWord, type InnerCalls } from '../../execution/innerCalls.ts';
import type { Receipt } from '../../execution/receipt.ts';
import type { Felt } from '../../felt/felt.ts';
import { outerCalls, senderOf } from './outerCalls.ts';

/** What a number of a filter stands for, in the filters of transactions. */
export const SENDER = 1001;
const RESULT = 1002;
const TYPE = 1003;
export const CONTRACT = 1004;
export const SELECTOR = 1005;
export const CALLDATA = 1006;
export const EVENT_FELT = 1007;
const TO_L1 = 1008;

const TYPES: readonly Receipt['type'][] = ['INVOKE', 'DECLARE', 'DEPLOY_ACCOUNT', 'L1_HANDLER'];
export const resultHash = (status: Receipt['execution']['status']) => hashOf(status === 'REVERTED' ? 1 : 0, RESULT);
export const typeHash = (type: Receipt['type']) => hashOf(TYPES.indexOf(type), TYPE);
/** Of every transaction that sends messages to L1. */
export const toL1Hash = hashOf(0, TO_L1);
export const feltHash = (felt: Felt, position: number) => hashOf(wordOf(felt), position);

/** The different values of some transactions that filters can ask for. */
export class TransactionValues extends RunValues {
  #lastCalls: InnerCalls | undefined;

  add({ transaction, receipt, innerCalls }: StoredTransaction): void {
    this.read++;
    this.hashes.add(resultHash(receipt.execution.status));
    this.hashes.add(typeHash(receipt.type));
    if (receipt.messages.length > 0) this.hashes.add(toL1Hash);
    this.hashes.add(feltHash(senderOf(transaction), SENDER));
    if ('contractAddress' in transaction) this.hashes.add(feltHash(transaction.contractAddress, CONTRACT));
    for (const { to, selector } of outerCalls(transaction)) {
      this.hashes.add(feltHash(to, CONTRACT));
      this.hashes.add(feltHash(selector, SELECTOR));
    }
    if (innerCalls !== undefined && innerCalls !== this.#lastCalls) {
      this.#lastCalls = innerCalls;
      eachCallWord(innerCalls, (address, called) => {
        this.hashes.add(hashOf(address, CONTRACT));
        this.hashes.add(hashOf(called, SELECTOR));
      });
    }
    for (const { fromAddress, keys, data } of receipt.events) {
      this.hashes.add(feltHash(fromAddress, CONTRACT));
      for (const felt of keys) this.hashes.add(feltHash(felt, EVENT_FELT));
      for (const felt of data) this.hashes.add(feltHash(felt, EVENT_FELT));
    }
    if ('calldata' in transaction) for (const felt of transaction.calldata) this.hashes.add(feltHash(felt, CALLDATA));
  }
}
