// What a paymaster refuses before it looks at the chain.
import type { Felt } from '../felt/felt.ts';
import { limits } from '../protocol/limits.ts';
import { hex } from '../rpc/format/hex.ts';
import { invalidParams } from '../rpc/rpcError.ts';
import { PaymasterError } from './paymasterError.ts';
import type { DeploymentData, ExecutionParameters, OutsideCall } from './requests.ts';
import type { PaymasterSettings } from './settings.ts';
import { type GasToken, priceAt } from './tokens.ts';
import type { PaymasterWork } from './work.ts';

const unknown = (text: string): PaymasterError => new PaymasterError('UNKNOWN_ERROR', text);

/** Throws if a transaction is longer than the network takes it. Its hashes are computed at once, so this comes first. */
export function checkLength(
  calls: readonly OutsideCall[],
  deployment: DeploymentData | undefined,
  signature: readonly Felt[] = [],
): void {
  const ofCalls = calls.reduce((sum, { calldata }) => sum + CALL_HEAD + calldata.length, 0);
  const felts = ofCalls + signature.length + (deployment?.calldata.length ?? 0);
  if (felts > limits.paymasterFelts)
    throw invalidParams(`The transaction has ${felts} felts, and may have at most ${limits.paymasterFelts}`);
}

/** An address, a selector and a length. */
const CALL_HEAD = 3;

/** Throws if the service is off, the mode is not for this client, or the calls are too many or blocked. */
export function checkRules({ settings, apiKey }: PaymasterWork, mode: string, calls: readonly OutsideCall[]): void {
  if (!settings.available) throw unknown('service not available');
  if (mode === 'sponsored' && !isSponsored(settings, apiKey)) throw unknown('x-paymaster-api-key is invalid');
  if (calls.length > settings.maxCalls)
    throw unknown(`The transaction has more calls (${calls.length}) than this paymaster takes (${settings.maxCalls}).`);
  const blocked = calls.find(({ to }) => settings.blocked.includes(to));
  if (blocked) throw unknown(`blacklisted calls: ${hex(blocked.to)} may not be called`);
}

function isSponsored({ sponsored }: PaymasterSettings, apiKey: string | undefined): boolean {
  return typeof sponsored === 'boolean' ? sponsored : apiKey !== undefined && sponsored.includes(apiKey);
}

/** Throws if accounts of this class are not served. */
export function checkClass({ settings }: PaymasterWork, classHash: Felt): void {
  if (settings.classHashes && !settings.classHashes.includes(classHash))
    throw new PaymasterError('CLASS_HASH_NOT_SUPPORTED', `Accounts of the class ${hex(classHash)} are not served.`);
}

/** The token that a fee is counted in, with its price. A sponsored one is counted in STRK. */
export function tokenFor(
  { settings, block }: PaymasterWork,
  { mode, gasToken }: ExecutionParameters['feeMode'],
  strk: Felt,
): GasToken & { readonly fri: bigint } {
  const wanted = mode === 'sponsored' ? strk : gasToken;
  const token = settings.tokens.find(({ address }) => address === wanted);
  const fri = token && priceAt(token, block.number, block.prices);
  if (token && fri) return { ...token, fri };
  if (mode === 'sponsored') return { address: strk, decimals: 18, price: undefined, fri: 10n ** 18n };
  const text = wanted === undefined ? 'Name a gas_token' : `The token ${hex(wanted)} is not supported`;
  throw new PaymasterError('TOKEN_NOT_SUPPORTED', `${text}. paymaster_getSupportedTokens lists those that are.`);
}

/** Throws unless a transaction may run now. */
export function checkTime({ block: { time } }: PaymasterWork, after: bigint, before: bigint): void {
  if (after < time && time < before) return;
  throw new PaymasterError(
    'INVALID_TIME_BOUNDS',
    `The bounds are ${after} and ${before}, and the time of the chain is ${time}.`,
  );
}

/** Throws if a sponsored transaction costs more than the limits allow. */
export function checkSponsoredFee({ settings, spent }: PaymasterWork, mode: string, fee: bigint): void {
  if (mode !== 'sponsored') return;
  const { maxFee, budget } = settings;
  if (maxFee !== undefined && fee > maxFee)
    throw unknown(`The transaction costs ${fee} FRI, and at most ${maxFee} FRI are sponsored.`);
  if (budget !== undefined && spent + fee > budget)
    throw unknown(`The budget of ${budget} FRI is used up: ${spent} FRI are spent, and this costs ${fee} FRI.`);
}

/** The user whose account makes the calls, or is deployed. */
export const userOf = (
  invoke: { readonly userAddress: Felt } | undefined,
  deployment: DeploymentData | undefined,
): Felt => invoke?.userAddress ?? deployment!.address;
