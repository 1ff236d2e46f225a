import { nameOf, titleOf, useNames } from '../../data/chain/names.ts';
import { abiOf } from '../../data/contracts/contractAbi.ts';
import { useQuery } from '../../data/node/hooks.ts';
import { labels } from '../../data/stores/labels.ts';
import { useStore } from '../../data/stores/store.ts';
import { canonicalHex, isHex } from '../../data/text/hex.ts';
import { TransactionList } from '../../parts/chain/TransactionList.tsx';
import { Card } from '../../parts/layout/Card.tsx';
import { Tabs } from '../../parts/layout/Tabs.tsx';
import { LoadedThing, Loading, NotHex } from '../../parts/messages/messages.tsx';
import { CopyButton } from '../../parts/values/CopyButton.tsx';
import { safeName } from '../../parts/values/format.ts';
import { Hash } from '../../parts/values/Hash.tsx';
import { WatchButton } from '../../parts/watch/WatchButton.tsx';
import type { ScreenProps } from '../../routing/router.ts';
import { AccountFacts } from './AccountFacts.tsx';
import { ContractEvents } from './ContractEvents.tsx';
import { ImpersonateButton } from './ImpersonateButton.tsx';
import { LabelButton } from './LabelButton.tsx';
import { ReadForms } from './ReadForms.tsx';
import { Storage } from './Storage.tsx';
import { WriteForms } from './WriteForms.tsx';

/** The name of a contract: its label, the number of an account, the name and symbol of a token, or that of its class. */
function Title({ address, className }: { readonly address: string; readonly className: string | null | undefined }) {
  const own = useStore(labels);
  const known = useNames([address]).get(address);
  const title = titleOf(address, known, own) ?? className ?? 'Contract';
  return (
    <>
      <h1>{safeName(title, 60)}</h1>
      {className && className !== title && <span class="badge">{safeName(className, 60)}</span>}
      <LabelButton address={address} />
    </>
  );
}

/** What an address without a contract is called; nothing if it has no name. */
function Name({ address }: { readonly address: string }) {
  const name = nameOf(address, useNames([address]).get(address), useStore(labels));
  return name === undefined ? null : <h2>{safeName(name, 60)}</h2>;
}

export default function ContractScreen({ params }: ScreenProps) {
  const given = params['address']!;
  // Labels and names are kept under the address as the node writes it; links may pad it.
  const address = isHex(given) ? canonicalHex(given) : given;
  const at = isHex(given) ? ({ block_id: 'pre_confirmed', contract_address: address } as const) : undefined;
  const classHash = useQuery('chain_getClassHashAt', at);
  const contractClass = useQuery(
    'chain_getClass',
    classHash.data && { block_id: 'pre_confirmed', class_hash: classHash.data },
    'fixed',
  );
  if (!at) return <NotHex what="an address" value={address} />;
  const transactions = () => (
    <Card isFlush>
      <TransactionList address={address} empty="No transaction concerns this address" />
    </Card>
  );
  return (
    <LoadedThing
      query={classHash}
      what="Contract"
      value={address}
      instead={() => (
        // An address can own tokens before a contract is deployed there.
        <>
          <div class="row">
            <Name address={address} />
            <LabelButton address={address} />
          </div>
          <AccountFacts address={address} isDeployed={false} />
          {transactions()}
        </>
      )}
    >
      {(hash) => {
        const abi = contractClass.data && abiOf(contractClass.data);
        const isAccount = abi?.functions.has('__execute__') ?? false;
        const waiting = () => <Loading />;
        return (
          <div class="stack">
            <div>
              <div class="row">
                <Title address={address} className={abi?.contractName} />
                {isAccount && <span class="badge accent">account</span>}
                {isAccount && <ImpersonateButton address={address} />}
              </div>
              <p>
                <code>{address}</code>
                <CopyButton text={address} what="address" />
              </p>
              <p class="muted">
                Class <Hash value={hash} kind="class" />
              </p>
            </div>
            <AccountFacts address={address} isDeployed />
            <Tabs
              label="The contract"
              tabs={[
                { id: 'read', name: 'Read', content: abi ? () => <ReadForms address={address} abi={abi} /> : waiting },
                {
                  id: 'write',
                  name: 'Write',
                  content: abi ? () => <WriteForms address={address} abi={abi} /> : waiting,
                },
                {
                  id: 'transactions',
                  name: 'Transactions',
                  content: () => (
                    <>
                      <div>
                        <WatchButton rule={{ kind: 'call', address }} />
                      </div>
                      {transactions()}
                    </>
                  ),
                },
                { id: 'events', name: 'Events', content: () => <ContractEvents address={address} abi={abi} /> },
                { id: 'storage', name: 'Storage', content: () => <Storage address={address} /> },
              ]}
            />
          </div>
        );
      }}
    </LoadedThing>
  );
}
