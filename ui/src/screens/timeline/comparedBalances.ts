import type { RpcResult } from '../../../../src/rpc/schema.ts';
import { feeTokens } from '../../data/contracts/feeTokens.ts';
import { type BalanceCell, balanceCell } from '../../data/explanations/transfers.ts';
import { tokenOf } from '../../parts/values/format.ts';

type Comparison = Pick<RpcResult<'sandbox_compareStates'>, 'balances' | 'contracts'>;

/** The balance of an account that differs between two states. */
export interface ComparedBalance extends BalanceCell {
  /** Of the tokens that fees are paid in. */
  readonly unit: 'FRI' | 'WEI' | undefined;
  /** The entry of the storage that has it, as a token may have several for an account; null for a balance that the node lists. */
  readonly path: string | null;
}

/** The balances that differ: of the tokens that fees are paid in, as the node lists them, and of other tokens, from their storage. */
export function comparedBalances(
  { balances, contracts }: Comparison,
  isToken: (address: string) => boolean,
): readonly ComparedBalance[] {
  const listed = balances.map(
    ({ address, unit, before, after }): ComparedBalance => ({
      owner: address,
      token: feeTokens[tokenOf(unit)],
      unit,
      path: null,
      before: BigInt(before),
      after: BigInt(after),
    }),
  );
  const feeAddresses = new Set<string>(Object.values(feeTokens));
  const others = contracts
    .filter(({ contract_address: token }) => !feeAddresses.has(token) && isToken(token))
    .flatMap(({ contract_address: token, storage }) =>
      storage.flatMap(({ path, before, after }): ComparedBalance[] => {
        const cell = balanceCell(token, path, before, after);
        return cell ? [{ ...cell, unit: undefined, path }] : [];
      }),
    );
  return [...listed, ...others];
}
