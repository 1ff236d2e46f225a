import type { RpcResult } from '../../../../src/rpc/schema.ts';
import { feeTokens } from '../../data/contracts/feeTokens.ts';
import { tokenOf } from '../../parts/values/format.ts';

type Comparison = Pick<RpcResult<'sandbox_compareStates'>, 'balances' | 'contracts'>;

/** The balance of an account that differs between two states. */
export interface ComparedBalance {
  readonly owner: string;
  readonly token: string;
  /** Of the tokens that fees are paid in. */
  readonly unit: 'FRI' | 'WEI' | undefined;
  readonly before: bigint;
  readonly after: bigint;
}

/** A variable that has the balances of owners, such as `ERC20_balances[0x1]`. */
const BALANCE_PATH = /balances?\[(0x[0-9a-f]+)\]$/i;
const NUMBER = /^\d{1,78}$/;

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
      before: BigInt(before),
      after: BigInt(after),
    }),
  );
  const feeAddresses = new Set<string>(Object.values(feeTokens));
  const others = contracts
    .filter(({ contract_address: token }) => !feeAddresses.has(token) && isToken(token))
    .flatMap(({ contract_address: token, storage }) =>
      storage.flatMap(({ path, before, after }): ComparedBalance[] => {
        const owner = BALANCE_PATH.exec(path ?? '')?.[1];
        if (owner === undefined || !NUMBER.test(before) || !NUMBER.test(after)) return [];
        return [{ owner, token, unit: undefined, before: BigInt(before), after: BigInt(after) }];
      }),
    );
  return [...listed, ...others];
}
