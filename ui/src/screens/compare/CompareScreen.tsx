import { useMemo, useState } from 'preact/hooks';
import type { Profile } from '../../../../src/tools/profile/profile.ts';
import { type Comparison, compareProfiles } from '../../data/profile/compareProfiles.ts';
import { gasTree } from '../../data/profile/gasTree.ts';
import { useCallNames } from '../../parts/explanations/callName.ts';
import { Card } from '../../parts/layout/Card.tsx';
import { Table } from '../../parts/layout/Table.tsx';
import { aboutGas } from '../../parts/measures/aboutGas.ts';
import { GasFlame } from '../../parts/measures/GasFlame.tsx';
import { ShownChoice, shownProfile, useShown } from '../../parts/measures/ProfileView.tsx';
import { functionText } from '../../parts/measures/placeText.ts';
import { Empty, Failure, Loading } from '../../parts/messages/messages.tsx';
import { counted, grouped, safeName } from '../../parts/values/format.ts';
import { useLocation } from '../../routing/router.ts';
import { SideForm } from './SideForm.tsx';
import { type Side, useSide } from './useSide.ts';

/** Two transactions, or profiles of other branches and runs, side by side. */
export default function CompareScreen() {
  const { query } = useLocation();
  const [before, after] = [useSide(query.get('before') ?? ''), useSide(query.get('after') ?? '')];
  return (
    <div class="stack">
      <h1>Compare gas</h1>
      <div class="columns">
        <SideForm side="before" value={query.get('before') ?? ''} other={query.get('after') ?? ''} />
        <SideForm side="after" value={query.get('after') ?? ''} other={query.get('before') ?? ''} />
      </div>
      <Problem side={before} />
      <Problem side={after} />
      {before.profile && after.profile ? (
        <Compared before={before} after={after} profiles={[before.profile, after.profile]} />
      ) : (
        !before.error &&
        !after.error &&
        (before.isAsked && after.isAsked ? (
          <Loading />
        ) : (
          <Empty title="Choose two profiles">
            By the hash of a transaction, from a file, or one that was kept with Keep for comparing.
          </Empty>
        ))
      )}
    </div>
  );
}

const Problem = ({ side: { error } }: { readonly side: Side }) => (error ? <Failure error={error} /> : null);

interface ComparedProps {
  readonly before: Side;
  readonly after: Side;
  readonly profiles: readonly [Profile, Profile];
}

function Compared({ before, after, profiles }: ComparedProps) {
  const shown = useShown();
  const { grain, hasLibraries } = shown;
  const [first, second] = useMemo(
    () => [shownProfile(profiles[0], shown), shownProfile(profiles[1], shown)],
    [...profiles, hasLibraries],
  ) as [Profile, Profile];
  const comparison = useMemo(() => compareProfiles(first, second), [first, second]);
  const trees = useMemo(() => [first, second].map((profile) => gasTree(profile, grain)), [first, second, grain]);
  const isReverted = before.isReverted || after.isReverted;
  const scale = Math.max(Number(first.l2Gas), Number(second.l2Gas));
  return (
    <>
      <dl class="tiles">
        {([before, after] as const).map((side, i) => (
          <div key={i} class="tile">
            <dt>{i === 0 ? 'Before' : 'After'}</dt>
            <dd>{grouped(profiles[i]!.l2Gas)}</dd>
            <dd class="note">
              L2 gas of <SideName side={side} />
              {side.isReverted && <span class="badge bad">reverted</span>}
            </dd>
          </div>
        ))}
        <div class="tile">
          <dt>Difference</dt>
          <dd>
            <Change value={Number(comparison.change)} isPlain={isReverted} />
          </dd>
          <dd class="note">{first.l2Gas === 0n ? '' : `L2 gas, ${percent(comparison.change, first.l2Gas)}`}</dd>
        </div>
      </dl>
      {isReverted && (
        <p class="note-box">
          {before.isReverted && after.isReverted
            ? 'Both transactions were reverted'
            : `The transaction ${before.isReverted ? 'before' : 'after'} was reverted`}
          : what would have come behind the failure did not run, so less gas is no gain.
        </p>
      )}
      <Differences comparison={comparison} isPlain={isReverted} />
      <Card title="Flame graphs" more={<ShownChoice shown={shown} />}>
        <div class="compare-sides">
          {trees.map((roots, i) => (
            <div key={i}>
              <h3>{i === 0 ? 'Before' : 'After'}</h3>
              <GasFlame roots={roots} scale={scale} />
            </div>
          ))}
        </div>
      </Card>
    </>
  );
}

/** A side by what it called, with a link to it. */
function SideName({ side: { calls, link, name } }: { readonly side: Side }) {
  const nameOf = useCallNames(calls.slice(0, 1));
  if (link === undefined) return <>{safeName(name)}</>;
  return (
    <>
      {calls.length > 0 && `${nameOf(calls[0]!)}${calls.length > 1 ? ` and ${calls.length - 1} more` : ''} in `}
      <a class="nowrap" href={link}>
        {name}
      </a>{' '}
    </>
  );
}

interface ChangeProps {
  readonly value: number;
  /** Without the colours of gain and loss. */
  readonly isPlain: boolean;
}

const Change = ({ value, isPlain }: ChangeProps) => (
  <span class={`change ${isPlain || value === 0 ? '' : value > 0 ? 'more' : 'less'}`}>
    {value > 0 ? '+' : value < 0 ? '−' : ''}
    {grouped(Math.abs(value))}
  </span>
);

const percent = (change: bigint, of: bigint): string =>
  `${((100 * Number(change)) / Number(of)).toFixed(2).replace('-', '−')} %`;

const FIRST_ROWS = 20;

interface DifferencesProps {
  readonly comparison: Comparison;
  readonly isPlain: boolean;
}

function Differences({ comparison: { functions, unchanged }, isPlain }: DifferencesProps) {
  const [isWhole, setWhole] = useState(false);
  return (
    <Card title="By function" more={<span class="muted">{counted(unchanged, 'function')} unchanged</span>} isFlush>
      {functions.length === 0 ? (
        <Empty title="No function used another amount of gas" />
      ) : (
        <Table
          label="Differences by function"
          rows={isWhole ? functions : functions.slice(0, FIRST_ROWS)}
          keyOf={({ name }) => name}
          columns={[
            {
              name: 'Function',
              cell: ({ name }) => <span title={aboutGas(name) ?? safeName(name, 400)}>{functionText(name)}</span>,
            },
            { name: 'Own gas', cell: ({ own }) => <Change value={own.change} isPlain={isPlain} />, isNumber: true },
            {
              name: 'With calls',
              cell: ({ withCalls }) => <Change value={withCalls.change} isPlain={isPlain} />,
              isNumber: true,
            },
            { name: 'Before', cell: ({ own, withCalls }) => amount(own.before, withCalls.before), isNumber: true },
            { name: 'After', cell: ({ own, withCalls }) => amount(own.after, withCalls.after), isNumber: true },
          ]}
        />
      )}
      {!isWhole && functions.length > FIRST_ROWS && (
        <footer>
          <button type="button" class="button small" onClick={() => setWhole(true)}>
            Show all {grouped(functions.length)}
          </button>
        </footer>
      )}
    </Card>
  );
}

/** The gas of a function with its calls, and its own as a tooltip. */
const amount = (own: number, withCalls: number) =>
  withCalls === 0 ? <span class="muted">none</span> : <span title={`${grouped(own)} own`}>{grouped(withCalls)}</span>;
