import { type CallResult, callContext, type Execution } from '../../../execution/callContext.ts';
import { ENTRYPOINT_NOT_FOUND, OUT_OF_GAS } from '../../../execution/calls/enterCall.ts';
import { executeCall } from '../../../execution/calls/executeCall.ts';
import { externalCall } from '../../../execution/calls/externalCall.ts';
import type { ExecutionEnvironment } from '../../../execution/environment.ts';
import { selectorOf } from '../../../execution/hash/address.ts';
import type { AccountTransaction } from '../../../execution/transaction.ts';
import { NO_TRANSACTION } from '../../../execution/transactionInfo.ts';
import { type Felt, feltOfAscii } from '../../../felt/felt.ts';
import { type FeltKey, keyOf, ZERO_KEY } from '../../../felt/key.ts';
import { starkVerify } from '../../../felt/stark.ts';
import { TransactionState } from '../../../state/transactionState.ts';

/** Whether a signature fits a hash for the sender of a transaction; undefined if that cannot be found out. */
export type SignatureCheck = (hash: Felt, signature: readonly Felt[]) => Execution<boolean | undefined>;

/** The names that the standard for accounts (SNIP-6) and earlier ones have for this question. */
const QUESTIONS = ['is_valid_signature', 'isValidSignature'].map((name) => keyOf(selectorOf(name)));
/** The answers of Cairo 1 and Cairo 0. */
const YES: ReadonlySet<FeltKey> = new Set([keyOf(feltOfAscii('VALID')), keyOf(1n as Felt)]);
/** A new account gets its key among its first arguments. */
const MAX_KEYS = 4;

/**
 * How to check signatures of a sender. The account itself is asked, so any kind of key and signature works; a new one is not deployed
 * yet, and its arguments are tried as keys of the Stark curve.
 */
export function signatureCheck(environment: ExecutionEnvironment, transaction: AccountTransaction): SignatureCheck {
  if (transaction.type !== 'DEPLOY_ACCOUNT') return askAccount(environment, keyOf(transaction.senderAddress));
  const keys = transaction.constructorCalldata.slice(0, MAX_KEYS);
  return function* (hash, [r, s]) {
    return r !== undefined && s !== undefined && keys.some((key) => fitsKey(key, hash, r, s));
  };
}

/** Whether a signature of the Stark curve fits a public key. Numbers that are no key or no signature fit nothing. */
export function fitsKey(publicKey: Felt, hash: Felt, r: Felt, s: Felt): boolean {
  try {
    return starkVerify(publicKey, hash, r, s);
  } catch {
    return false;
  }
}

function askAccount({ state: below, block, machine }: ExecutionEnvironment, account: FeltKey): SignatureCheck {
  // All questions together may use what one validation may.
  let gas = block.constants.validateMaxSierraGas;
  let steps = block.constants.validateMaxSteps;
  let questions = QUESTIONS;

  function* ask(selector: FeltKey, calldata: readonly FeltKey[]): Execution<CallResult> {
    const fields = { machine, block, mode: 'Execute', transaction: NO_TRANSACTION, stepsLeft: steps } as const;
    const context = callContext(
      { ...fields, state: new TransactionState(below), observer: undefined, meter: undefined },
      gas,
    );
    const result = yield* executeCall(context, externalCall(account, selector, calldata, ZERO_KEY, gas));
    gas = Math.min(context.lastGas, result.kind === 'finished' ? gas - result.info.gasConsumed : gas);
    steps = context.stepsLeft;
    return result;
  }

  return function* (hash, signature) {
    const calldata = [hash, BigInt(signature.length) as Felt, ...signature].map(keyOf);
    let answer: boolean | undefined;
    for (const selector of questions) {
      if (gas <= 0 || steps <= 0) return undefined;
      const result = yield* ask(selector, calldata);
      if (result.kind === 'error') {
        // Accounts of Cairo 0 stop at a wrong signature. They also do so if they do not have the function, or if the steps end.
        if (steps <= 0) return undefined;
        answer = false;
        continue;
      }
      const { failed, retdata } = result.info;
      if (failed && retdata[0] === ENTRYPOINT_NOT_FOUND) continue;
      if (failed && retdata[0] === OUT_OF_GAS) return undefined;
      questions = [selector];
      return !failed && retdata.length === 1 && YES.has(retdata[0]!);
    }
    return answer;
  };
}
