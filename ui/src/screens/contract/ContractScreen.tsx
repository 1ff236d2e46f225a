import { nameOf, titleOf, useNames } from '../../data/chain/names.ts';
import { abiOf, callableFunctionsOf } from '../../data/contracts/contractAbi.ts';
import { useQuery } from '../../data/node/hooks.ts';
import { labels } from '../../data/stores/labels.ts';
import { useStore } from '../../data/stores/store.ts';
import { canonicalHex, isHex } from '../../data/text/hex.ts';
import { TransactionList } from '../../parts/chain/TransactionList.tsx';
import { MintButton } from '../../parts/contracts/MintForm.tsx';
import { Card } from '../../parts/layout/Card.tsx';
import { Tabs } from '../../parts/layout/Tabs.tsx';
import { LoadedThing, Loading, NotHex } from '../../parts/messages/messages.tsx';
import { CopyButton } from '../../parts/values/CopyButton.tsx';
import { safeName } from '../../parts/values/format.ts';
import { Hash } from '../../parts/values/Hash.tsx';
import { WatchButton } from '../../parts/watch/WatchButton.tsx';
import { href, type ScreenProps, useLocation } from '../../routing/router.ts';
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

/** The screen of an address without a contract: it can own tokens before one is deployed there. */
function Address({ address }: { readonly address: string }) {
  const name = nameOf(address, useNames([address]).get(address), useStore(labels));
  return (
    <div class="stack">
      <div>
        <div class="row">
          <h1>{safeName(name ?? 'Address', 60)}</h1>
          <LabelButton address={address} />
          <MintButton address={address} />
        </div>
        <p>
          <code>{address}</code>
          <CopyButton text={address} what="address" />
        </p>
        <p class="muted">
          There is no contract at this address. If there was one, the chain was restarted or reverted since: the{' '}
          <a href={href('/timeline')}>Timeline</a> has the branches that are still there.
        </p>
      </div>
      <AccountFacts address={address} isDeployed={false} />
      <TransactionsOf address={address} />
    </div>
  );
}

const TransactionsOf = ({ address }: { readonly address: string }) => (
  <Card isFlush>
    <TransactionList address={address} empty="No transaction concerns this address" />
  </Card>
);

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
  const wanted = useLocation().query.get('function');
  if (!at) return <NotHex what="an address" value={address} />;
  return (
    <LoadedThing query={classHash} what="Contract" value={address} instead={() => <Address address={address} />}>
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
                <MintButton address={address} />
              </div>
              <p>
                <code>{address}</code>
                <CopyButton text={address} what="address" />
              </p>
              <p class="muted">
                Class <Hash value={hash} kind="class" />
              </p>
            </div>
            <AccountFacts address={address} isDeployed isAccount={isAccount} />
            <Tabs
              label="The contract"
              first={abi && callableFunctionsOf(abi, 'external').some(({ name }) => name === wanted) ? 'write' : 'read'}
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
                      <TransactionsOf address={address} />
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
