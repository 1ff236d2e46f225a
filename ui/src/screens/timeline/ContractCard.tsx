import type { RpcResult } from '../../../../src/rpc/schema.ts';
import { titleOf, useNames } from '../../data/chain/names.ts';
import { labels } from '../../data/stores/labels.ts';
import { useStore } from '../../data/stores/store.ts';
import { StorageTable } from '../../parts/chain/StorageTable.tsx';
import { Card } from '../../parts/layout/Card.tsx';
import { contractText, counted, safeName, shortHash } from '../../parts/values/format.ts';
import { Hash } from '../../parts/values/Hash.tsx';

type Contract = RpcResult<'sandbox_compareStates'>['contracts'][number];

/** Contracts that the network itself writes to. Their cells say nothing to most readers. */
const SYSTEM: ReadonlyMap<string, string> = new Map([
  ['0x1', 'System contract 0x1, the hashes of earlier blocks'],
  ['0x2', 'System contract 0x2, short forms of addresses and keys'],
]);

/** What became of a contract, in words. */
function factsOf({ class_hash_before: was, class_hash_after: is, nonce_before, nonce_after }: Contract): string[] {
  const facts: string[] = [];
  if (was === null && is !== null) facts.push('deployed');
  else if (was !== null && is === null) facts.push('exists only before');
  else if (was !== is) facts.push(`class ${shortHash(was!)} → ${shortHash(is!)}`);
  if (nonce_before !== nonce_after) facts.push(`nonce ${BigInt(nonce_before)} → ${BigInt(nonce_after)}`);
  return facts;
}

/** How a contract differs between two states, by what it is called here. */
export function ContractCard({ contract }: { readonly contract: Contract }) {
  const { contract_address, contract_name, storage } = contract;
  const own = useStore(labels);
  const known = useNames([contract_address]).get(contract_address);
  const system = SYSTEM.get(contract_address);
  if (system !== undefined)
    return (
      <Card>
        <details>
          <summary>
            {system}: {counted(storage.length, 'cell')}
          </summary>
          <StorageTable contract={contract} />
        </details>
      </Card>
    );
  const facts = factsOf(contract);
  const name = titleOf(contract_address, known, own);
  return (
    <Card
      title={name === undefined ? contractText(contract_name, contract_address) : safeName(name, 80)}
      more={
        <span class="row">
          {facts.map((fact) => (
            <span key={fact} class="badge">
              {fact}
            </span>
          ))}
          {name !== undefined && contract_name !== null && contract_name !== name && (
            <span class="muted">{safeName(contract_name, 40)}</span>
          )}
          <Hash value={contract_address} kind="contract" plain />
        </span>
      }
      isFlush
    >
      {storage.length > 0 && <StorageTable contract={contract} />}
    </Card>
  );
}
