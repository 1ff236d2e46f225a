import type { AbiFunction, AbiModel } from '../../../../src/abi/abiModel.ts';
import { typeText } from '../../../../src/abi/abiType.ts';
import type { RpcResult } from '../../../../src/rpc/schema.ts';
import { abiOf, functionsOf } from '../../data/contracts/contractAbi.ts';
import { useQuery } from '../../data/node/hooks.ts';
import { isHex } from '../../data/text/hex.ts';
import { ContractTable } from '../../parts/chain/ContractTable.tsx';
import { Card, Facts } from '../../parts/layout/Card.tsx';
import { PagerFooter } from '../../parts/layout/Pager.tsx';
import { Tabs } from '../../parts/layout/Tabs.tsx';
import { Empty, Loaded, LoadedThing, NotHex } from '../../parts/messages/messages.tsx';
import { CopyButton } from '../../parts/values/CopyButton.tsx';
import { counted, grouped, safeName } from '../../parts/values/format.ts';
import { Json } from '../../parts/values/Json.tsx';
import { type ScreenProps, useLocation } from '../../routing/router.ts';
import { DeployForm } from './DeployForm.tsx';

type ContractClass = RpcResult<'chain_getClass'>;

const PAGE_ROWS = 100;

export default function ClassScreen({ params }: ScreenProps) {
  const hash = params['hash']!.toLowerCase();
  const found = useQuery(
    'chain_getClass',
    isHex(hash) ? { block_id: 'pre_confirmed', class_hash: hash } : undefined,
    'fixed',
  );
  if (!isHex(hash)) return <NotHex what="a class hash" value={hash} />;
  return (
    <LoadedThing query={found} what="Class" value={hash}>
      {(contractClass) => {
        const abi = abiOf(contractClass);
        return (
          <div class="stack">
            <div>
              <h1>{abi.contractName ? safeName(abi.contractName, 60) : 'Class'}</h1>
              <p>
                <code>{hash}</code>
                <CopyButton text={hash} what="class hash" />
              </p>
            </div>
            <Tabs
              label="The class"
              tabs={[
                {
                  id: 'interface',
                  name: 'Interface',
                  content: () => <Interface abi={abi} contractClass={contractClass} />,
                },
                { id: 'deploy', name: 'Deploy', content: () => <DeployForm classHash={hash} abi={abi} /> },
                { id: 'contracts', name: 'Contracts', content: () => <Contracts classHash={hash} /> },
                { id: 'abi', name: 'ABI', content: () => <Json value={readAbiJson(contractClass)} label="ABI" /> },
              ]}
            />
          </div>
        );
      }}
    </LoadedThing>
  );
}

function readAbiJson({ abi }: ContractClass): unknown {
  if (typeof abi !== 'string') return abi;
  try {
    return JSON.parse(abi);
  } catch {
    return abi;
  }
}

function Interface({ abi, contractClass }: { readonly abi: AbiModel; readonly contractClass: ContractClass }) {
  const isSierra = 'sierra_program' in contractClass;
  return (
    <>
      <Card title="Class">
        <Facts
          rows={[
            ['Kind', isSierra ? 'Sierra' : 'Cairo 0'],
            ['Sierra program', isSierra && `${grouped(contractClass.sierra_program.length)} felts`],
            ['Entry points', grouped(Object.values(contractClass.entry_points_by_type).flat().length)],
            ['Events', counted(abi.events.length, 'event')],
            [
              'Not understood',
              abi.problems.length > 0 &&
                abi.problems
                  .slice(0, 5)
                  .map((text) => safeName(text, 200))
                  .join(' '),
            ],
          ]}
        />
      </Card>
      <Signatures title="Constructor" functions={abi.constructorFunction ? [abi.constructorFunction] : []} />
      <Signatures title="Views" functions={functionsOf(abi, 'view')} />
      <Signatures title="Functions" functions={functionsOf(abi, 'external')} />
      <Signatures title="L1 handlers" functions={[...abi.l1Handlers.values()]} />
      {abi.events.length > 0 && (
        <Card title="Events">
          <ul class="signatures">
            {abi.events.map(({ name }) => (
              <li key={name}>
                <code>{safeName(name)}</code>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </>
  );
}

function Signatures({ title, functions }: { readonly title: string; readonly functions: readonly AbiFunction[] }) {
  if (functions.length === 0) return null;
  return (
    <Card title={title}>
      <ul class="signatures">
        {functions.map((fn) => (
          <li key={`${fn.interfaceName} ${fn.name}`}>
            <code>
              <b>{safeName(fn.name)}</b>(
              {safeName(fn.inputs.map(({ name, type }) => `${name}: ${typeText(type)}`).join(', '), 400)})
              {fn.outputs.length > 0 && ` → ${safeName(fn.outputs.map(({ type }) => typeText(type)).join(', '))}`}
            </code>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Contracts({ classHash }: { readonly classHash: string }) {
  const after = useLocation().query.get('after') ?? undefined;
  const page = useQuery('sandbox_getContracts', {
    class_hash: classHash,
    limit: PAGE_ROWS,
    ...(after === undefined ? {} : { after }),
  });
  return (
    <Card isFlush>
      <Loaded query={page}>
        {({ contracts, next }) => (
          <>
            {contracts.length === 0 ? (
              <Empty title="No contract of this class" />
            ) : (
              <ContractTable contracts={contracts} />
            )}
            <PagerFooter name="after" next={next} labels={['First', 'More']} />
          </>
        )}
      </Loaded>
    </Card>
  );
}
