import { feltOfAscii, formatFelt } from '../../felt/felt.ts';
import { type FeltKey, feltOf, keyOf } from '../../felt/key.ts';
import { retryRead } from '../../state/retryRead.ts';
import type { Execution } from '../callContext.ts';
import type { CallInfo } from '../callInfo.ts';
import { executeCall } from '../calls/executeCall.ts';
import type { ErrorStack } from '../errorStack.ts';
import { errorStackOf } from '../errors/formatErrorStack.ts';
import { revertSummaryOf } from '../errors/revertSummary.ts';
import { selectorOf } from '../hash/address.ts';
import { TransactionRejectedError } from '../outcome.ts';
import { accountCall, phaseContext, phaseGas, type Run, updateRequiredGas } from './run.ts';

export const VALIDATE = keyOf(selectorOf('__validate__'));
export const VALIDATE_DECLARE = keyOf(selectorOf('__validate_declare__'));
export const VALIDATE_DEPLOY = keyOf(selectorOf('__validate_deploy__'));
/** The functions of an account that validate transactions. */
export const VALIDATIONS: ReadonlySet<FeltKey> = new Set([VALIDATE, VALIDATE_DECLARE, VALIDATE_DEPLOY]);
const VALID = keyOf(feltOfAscii('VALID'));

/** Calls the account's validation. The transaction is rejected unless it succeeds. */
export function* validate(run: Run, selector: FeltKey, calldata: readonly FeltKey[]): Execution<CallInfo | undefined> {
  if (!run.flags.validate) return undefined;
  const { state, sender } = run;
  const gas = phaseGas(run, run.environment.block.constants.validateMaxSierraGas);
  const classHash = yield* retryRead(() => state.classHashAt(sender));
  const { account, hash, signature } = run.info;
  if (signature.length === 2) run.environment.machine.expectSignature(account, hash, signature[0]!, signature[1]!);
  const context = phaseContext(run, 'Validate', gas);
  const result = yield* executeCall(context, accountCall(run, selector, calldata, gas));
  updateRequiredGas(run, context, gas);
  run.validationGas = run.requiredGas;
  if (result.kind === 'error')
    throw new TransactionRejectedError({
      kind: 'validation',
      stack: errorStackOf('validation', { contractAddress: sender, classHash, selector }, result.segments),
    });
  const { info } = result;
  if (state.classAt(classHash)?.kind === 'cairo0') {
    if (info.failed) reject(`Cairo0 validate error with retdata: ${debugRetdata(info.retdata)}`);
  } else if (info.failed)
    throw new TransactionRejectedError({
      kind: 'validation',
      stack: { phase: 'none', segments: [{ kind: 'summary', summary: revertSummaryOf(info, 'validate') }] },
    });
  else if (info.retdata.length !== 1 || info.retdata[0] !== VALID)
    reject(`The \`validate\` entry point should return \`VALID\`. Got ${debugRetdata(info.retdata)}.`);
  run.remainingGas -= BigInt(info.gasConsumed);
  return info;
}

function reject(text: string): never {
  const stack: ErrorStack = { phase: 'none', segments: [{ kind: 'text', text }] };
  throw new TransactionRejectedError({ kind: 'failed', stack, isRefusal: true });
}

const debugRetdata = (retdata: readonly FeltKey[]): string =>
  `Retdata([${retdata.map((felt) => formatFelt(feltOf(felt))).join(', ')}])`;
