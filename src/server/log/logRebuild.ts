import { formatFelt } from '../../felt/felt.ts';
import { shortHex } from '../../felt/shortHex.ts';
import type { Rebuild } from '../../sandbox/watch/rebuild.ts';
import { safeLine } from '../../text/safeText.ts';
import type { Log } from './log.ts';

const TARGET = 'watch';

/** Logs a class that was built again: one line for the class, one for each contract, and what changed in its storage. */
export function logRebuild(log: Log, rebuild: Rebuild): void {
  const { contracts, isConstructorChanged, isTooLarge } = rebuild;
  const name = safeLine(rebuild.contractName);
  const classHash = formatFelt(rebuild.classHash);
  log.write('info', TARGET, `${name} was built: its class is ${classHash}`, {
    contract_name: name,
    class_hash: classHash,
    path: rebuild.path,
  });
  for (const { address, from } of contracts) {
    const moved = { contract_name: name, contract_address: formatFelt(address), from_class: formatFelt(from) };
    log.write('info', TARGET, `${name} at ${formatFelt(address)} runs it now, instead of ${shortHex(from)}`, moved);
  }
  const storage = storageText(rebuild);
  if (storage !== '') log.write('warn', TARGET, `${name}: storage changed: ${storage}`, { storage: rebuild.storage });
  if (isConstructorChanged && contracts.length > 0)
    log.write('warn', TARGET, `${name}: the constructor changed. It does not run again for contracts that exist.`);
  if (isTooLarge)
    log.write(
      'warn',
      TARGET,
      `${name}: the class is larger than the network allows. It runs here, but cannot be declared.`,
    );
}

/** What changed in the storage layout, in one line; empty if nothing did. */
function storageText({ storage: { added, removed, changed } }: Rebuild): string {
  const named = ({ name, type }: { readonly name: string; readonly type: string | undefined }) =>
    type === undefined ? name : `${name}: ${type}`;
  const parts = [
    ...added.map((variable) => `added ${named(variable)}`),
    ...removed.map((variable) => `removed ${named(variable)}`),
    ...changed.map(({ name, from, to }) => `${name} was ${from} and is ${to}`),
  ];
  return safeLine(parts.join('; '));
}
