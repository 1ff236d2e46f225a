// What users say about fees, and what estimates tell them. Loaded when it is first used: most transactions say nothing, and pages stay small.
import type { ResourceBounds } from '../../execution/transaction.ts';
import { protocolAfter } from '../../protocol/versions.ts';
import type { EstimatedFee } from '../../rpc/format/gas.ts';
import { isPromise } from '../../text/givenPromise.ts';
import { refuseUnknown } from '../options/checkOptions.ts';
import type { SendRequest } from '../requests/requests.ts';
import { type AmountLike, type BlockIdParam, readAmount, wrongValue } from '../values.ts';
import { boundsOf, type Resource } from './usualBounds.ts';

/** The bound of one kind of gas: how much may be used, or also the highest price for a unit, in FRI. */
export type GasBound =
  | AmountLike
  | { readonly maxAmount?: AmountLike | undefined; readonly maxPricePerUnit?: AmountLike | undefined };

/**
 * The most that a transaction may use of each kind of gas. What is left out is as generous as without the option.
 *
 * @example
 * const bounds: GasBounds = { l2Gas: 1_000_000n, l1DataGas: { maxAmount: 500, maxPricePerUnit: 10n ** 10n } };
 */
export interface GasBounds {
  readonly l1Gas?: GasBound | undefined;
  readonly l1DataGas?: GasBound | undefined;
  readonly l2Gas?: GasBound | undefined;
}

/** What a transaction would use and cost. */
export interface FeeEstimate {
  /** The fee in FRI, the tip included. */
  readonly fee: bigint;
  readonly l1Gas: bigint;
  readonly l1DataGas: bigint;
  readonly l2Gas: bigint;
  /** These amounts at the prices of the block, for the option `resourceBounds`: just enough while the state and the prices stay as they are. */
  readonly resourceBounds: ResourceBounds;
}

const RESOURCES = ['l1Gas', 'l1DataGas', 'l2Gas'] as const satisfies readonly Resource[];
const BOUND_MEMBERS = ['maxAmount', 'maxPricePerUnit'] as const;

/** What a user gave as `resourceBounds`, completed by the usual bounds. */
type Completed = (usual: ResourceBounds) => ResourceBounds;

/** Reads what a user gave as `resourceBounds`. */
export function readBounds(given: GasBounds): Completed {
  checkMembers(given, RESOURCES, 'resourceBounds', '{ l2Gas: 1_000_000 }');
  const read = RESOURCES.map(
    (resource) => [resource, readBound(given[resource], `resourceBounds.${resource}`)] as const,
  );
  const bounds = Object.fromEntries(read);
  return (usual) => boundsOf((resource) => ({ ...usual[resource], ...bounds[resource] }));
}

function readBound(given: GasBound | undefined, name: string): Partial<ResourceBounds[Resource]> {
  if (given === undefined) return {};
  if (typeof given !== 'object') return { maxAmount: readAmount(given, name, 64) };
  checkMembers(given, BOUND_MEMBERS, name, '{ maxAmount: 1_000_000, maxPricePerUnit: 10n ** 10n }');
  const { maxAmount, maxPricePerUnit } = given;
  return {
    ...(maxAmount !== undefined && { maxAmount: readAmount(maxAmount, `${name}.maxAmount`, 64) }),
    ...(maxPricePerUnit !== undefined && {
      maxPricePerUnit: readAmount(maxPricePerUnit, `${name}.maxPricePerUnit`, 128),
    }),
  };
}

/** Reads what a user gave as `tip`: FRI for each unit of L2 gas. */
export const readTip = (tip: AmountLike): bigint => readAmount(tip, 'tip', 64);

/** What senders pay of a tip in a block: older protocol versions charge none. */
export async function chargedTip(request: SendRequest, block: BlockIdParam, tip: bigint): Promise<bigint> {
  if (tip === 0n) return 0n;
  const { starknet_version } = await request('starknet_getBlockWithTxHashes', { block_id: block });
  return protocolAfter(starknet_version).rules.chargesTip ? tip : 0n;
}

/** An estimate of a node as the library gives it. Nodes leave the tip out. */
export function readEstimate(estimate: EstimatedFee, tip: bigint): FeeEstimate {
  const gas = {
    l1Gas: BigInt(estimate.l1_gas_consumed),
    l1DataGas: BigInt(estimate.l1_data_gas_consumed),
    l2Gas: BigInt(estimate.l2_gas_consumed),
  };
  const prices = {
    l1Gas: BigInt(estimate.l1_gas_price),
    l1DataGas: BigInt(estimate.l1_data_gas_price),
    l2Gas: BigInt(estimate.l2_gas_price),
  };
  return {
    fee: BigInt(estimate.overall_fee) + gas.l2Gas * tip,
    ...gas,
    resourceBounds: boundsOf((resource) => ({ maxAmount: gas[resource], maxPricePerUnit: prices[resource] })),
  };
}

/** Refuses what is no object, and members that an object among the options does not have. `name` is what errors call it. */
function checkMembers(value: unknown, names: readonly string[], name: string, example: string): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || isPromise(value))
    throw wrongValue(name, `an object, such as ${example}`, value);
  refuseUnknown(value, names, 'member', ` in ${name}`);
}
