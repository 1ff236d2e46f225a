import { nameOf, useNames } from '../../data/chain/names.ts';
import type { Call } from '../../data/explanations/explanation.ts';
import { labels } from '../../data/stores/labels.ts';
import { useStore } from '../../data/stores/store.ts';
import { contractText, safeName, shortHash } from '../values/format.ts';

export type CallNames = Pick<Call, 'contract_name' | 'contract_address' | 'function_name' | 'selector'>;

/** The contract and the function of a call, such as `ERC20.transfer`. */
export function callName({ contract_name, contract_address, function_name, selector }: CallNames): string {
  const name = function_name === null ? (selector === null ? '?' : shortHash(selector)) : safeName(function_name, 80);
  return `${contractText(contract_name, contract_address, 60)}.${name}`;
}

/** Names calls, with the contracts by what they are called here, such as `STRK.transfer` or `account 0.__execute__`. */
export function useCallNames(calls: readonly CallNames[]): (call: CallNames) => string {
  const own = useStore(labels);
  const known = useNames([...new Set(calls.map(({ contract_address }) => contract_address))]);
  return (call) => {
    const name = nameOf(call.contract_address, known.get(call.contract_address), own);
    return callName(name === undefined ? call : { ...call, contract_name: name });
  };
}
