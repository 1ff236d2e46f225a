import { functionBySelector } from '../../abi/functionBySelector.ts';
import type { ChainView } from '../../chain/chainView.ts';
import type { Print, PrintingCall } from '../../chain/run/executor.ts';
import { selectorOf } from '../../execution/hash/address.ts';
import { formatFelt } from '../../felt/felt.ts';
import { feltOf } from '../../felt/key.ts';
import { shortHex } from '../../felt/shortHex.ts';
import { safeLine } from '../../text/safeText.ts';
import { classAbi } from '../../tools/names/classFacts.ts';
import { knownClass } from '../../tools/names/knownClass.ts';
import type { Log } from './log.ts';

/**
 * Logs what contracts print, with contract and function, once for what the user did: a failure is logged as a tree that has the prints at their place,
 * and clients estimate a transaction before they send it, so the prints of estimates and simulations are for level `debug`.
 */
export const logPrints =
  (log: Log, chain: () => ChainView): Print =>
  (text, { kind, isFailed }, by) => {
    const isDryRun = kind === 'trial';
    const level = isDryRun ? 'debug' : 'info';
    if ((isFailed && !isDryRun) || !log.enabled(level)) return;
    const name = by && callName(by, chain());
    const mark = isDryRun ? '[dry run] ' : '';
    log.write(level, 'print', `${mark}${name === undefined ? '' : `${safeLine(name)}: `}${text.trimEnd()}`, {
      dry_run: isDryRun,
      ...(by && { contract_address: formatFelt(feltOf(by.contractAddress)), function: name }),
    });
  };

const MAX_NAME = 60;

/** Such as `Vault.pay`; hexadecimal where the ABI does not say. */
function callName({ contractAddress, classHash, selector }: PrintingCall, chain: ChainView): string {
  const known = classHash && knownClass(chain, classHash);
  const abi = known && classAbi(known.definition);
  const contract = abi?.contractName?.slice(0, MAX_NAME) ?? shortHex(feltOf(contractAddress));
  return `${contract}.${(abi && functionBySelector(abi, feltOf(selector), selectorOf)?.name.slice(0, MAX_NAME)) ?? shortHex(feltOf(selector))}`;
}
