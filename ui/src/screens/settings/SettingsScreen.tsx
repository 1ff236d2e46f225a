import { useState } from 'preact/hooks';
import type { LimitFacts } from '../../../../src/rpc/format/config.ts';
import { useNode, useQuery } from '../../data/node/hooks.ts';
import { chooseDialect, dialect } from '../../data/stores/dialect.ts';
import { useStore } from '../../data/stores/store.ts';
import { Choice, Field } from '../../parts/forms/Field.tsx';
import { Card, Facts } from '../../parts/layout/Card.tsx';
import { Loaded } from '../../parts/messages/messages.tsx';
import { dateText, grouped, price, safeName, shortHash } from '../../parts/values/format.ts';
import { chooseAddress } from '../../transport/chosenAddress.ts';

export default function SettingsScreen() {
  const config = useQuery('sandbox_getConfig', {});
  const status = useQuery('sandbox_getStatus', {});
  const overview = useQuery('sandbox_getOverview', {});
  return (
    <div class="stack">
      <h1>Configuration</h1>
      <PageSettings />
      <Card title="Now">
        <Loaded query={status}>{(data) => <Facts rows={flat({ ...data, ...overview.data })} />}</Loaded>
      </Card>
      <Card title="At the start">
        <Loaded query={config}>{({ limits: _, ...data }) => <Facts rows={flat(data)} />}</Loaded>
      </Card>
      <Card title="Limits">
        <Loaded query={config}>{({ limits = {} }) => <Facts rows={Object.values(limits).map(limitRow)} />}</Loaded>
      </Card>
    </div>
  );
}

/** A limit on what clients may send or ask for. */
const limitRow = ({ what, value, unit }: LimitFacts): readonly [string, string] => [
  what.replaceAll('`', ''),
  unit === 'number' ? grouped(value) : `${grouped(value)} ${unit}`,
];

/** The members of a configuration with those of its parts, each as text. */
function flat(config: object, prefix = ''): (readonly [string, string])[] {
  return Object.entries(config).flatMap(([name, value]: [string, unknown]) => {
    const label = `${prefix}${name.replaceAll('_', ' ')}`;
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return flat(value, `${label}: `);
    return [[label, textOf(name, value)] as const];
  });
}

const PRICE = /_in_(fri|wei)$/;

function textOf(name: string, value: unknown): string {
  if (value === null) return 'none';
  const unit = PRICE.exec(name)?.[1] as 'fri' | 'wei' | undefined;
  if (unit && typeof value === 'string') return price(value, unit);
  if (/timestamp$/.test(name) && (typeof value === 'number' || typeof value === 'bigint'))
    return `${dateText(value)} (${value})`;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (name === 'port') return String(value);
  if (typeof value === 'number' || typeof value === 'bigint') return grouped(value);
  if (Array.isArray(value)) return safeName(value.map(itemText).join(', ') || 'none', 400);
  const text = String(value);
  return /^\d{5,}$/.test(text) ? grouped(BigInt(text)) : safeName(text, 400);
}

/** An item of a list: text, or an object in one line. */
const itemText = (item: unknown): string =>
  typeof item === 'object' && item !== null
    ? Object.entries(item)
        .map(([name, value]) => `${name.replaceAll('_', ' ')} ${shortHash(String(value))}`)
        .join(' is ')
    : String(item);

const DIALECTS = [
  { value: 'starknet', name: 'starknet_ and devnet_' },
  { value: 'neutral', name: 'chain_ and sandbox_' },
] as const;

const LOCAL = /^https?:\/\/(?:localhost|127\.0\.0\.1)(?::\d{1,5})?(?:\/box\/[0-9a-f]{32})?\/?$/;

/** The node of the playground is part of the page, so there is no other one to choose. */
const CAN_CHOOSE_NODE = import.meta.env.MODE !== 'playground';

/** What this browser decides: the node that the page shows, and the names of methods in requests. */
function PageSettings() {
  const names = useStore(dialect);
  return (
    <Card title="This page">
      <div class="stack">
        {CAN_CHOOSE_NODE && <NodeChoice />}
        <Choice label="Names of methods in requests" value={names} options={DIALECTS} onChange={chooseDialect} />
      </div>
    </Card>
  );
}

/** Chooses the node that the page shows: another port of this machine, or a box of this server. */
function NodeChoice() {
  const { connection } = useNode();
  const boxes = useQuery('sandbox_getBoxes', {});
  const own = window.location.origin;
  const [text, setText] = useState(connection.address);
  const isRight = text === own || LOCAL.test(text) || text.startsWith(`${own}/box/`);
  const connect = (address: string | undefined) => {
    chooseAddress(address);
    window.location.reload();
  };
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (isRight) connect(text === own ? undefined : text);
      }}
    >
      <Field
        label="Address of the node"
        value={text}
        onChange={setText}
        hint="This server, another port of this machine, or a box. It holds until this tab is closed."
        wrong={isRight ? undefined : 'The page connects to this machine only: http://127.0.0.1:PORT'}
      />
      <div class="row">
        <button type="submit" class="button primary" disabled={!isRight || text === connection.address}>
          Connect
        </button>
        {connection.address !== own && (
          <button type="button" class="button" onClick={() => connect(undefined)}>
            Back to {own}
          </button>
        )}
        {boxes.data?.boxes.slice(0, 10).map(({ box_id, path }) => (
          <button key={box_id} type="button" class="button" onClick={() => connect(own + path)}>
            Box {box_id.slice(0, 6)}
          </button>
        ))}
      </div>
    </form>
  );
}
