import { functionBySelector } from '../../abi/functionBySelector.ts';
import type { ChainView } from '../../chain/chainView.ts';
import type { Print, PrintingCall } from '../../chain/run/executor.ts';
import { shortHex } from '../../execution/explain/callNames.ts';
import { classAbi } from '../../execution/explain/classFacts.ts';
import { formatFelt } from '../../felt/felt.ts';
import { feltOf } from '../../felt/key.ts';
import { safeLine } from '../../text/safeText.ts';
import type { Log } from './log.ts';

/** Logs what contracts print, with contract and function. Clients estimate a transaction before they send it, so the prints of dry runs are marked. */
export const logPrints =
  (log: Log, chain: () => ChainView): Print =>
  (text, isDryRun, by) => {
    if (!log.enabled('info')) return;
    const name = by && callName(by, chain());
    const mark = isDryRun ? '[dry run] ' : '';
    log.write('info', 'print', `${mark}${name === undefined ? '' : `${safeLine(name)}: `}${text.trimEnd()}`, {
      dry_run: isDryRun,
      ...(by && { contract_address: formatFelt(feltOf(by.contractAddress)), function: name }),
    });
  };

const MAX_NAME = 60;

/** Such as `Vault.pay`; hexadecimal where the ABI does not say. */
function callName({ contractAddress, classHash, selector }: PrintingCall, chain: ChainView): string {
  const known = classHash && chain.knownClass(classHash);
  const abi = known && classAbi(known.definition);
  const contract = abi?.contractName?.slice(0, MAX_NAME) ?? shortHex(feltOf(contractAddress));
  return `${contract}.${(abi && functionBySelector(abi, feltOf(selector))?.name.slice(0, MAX_NAME)) ?? shortHex(feltOf(selector))}`;
}
