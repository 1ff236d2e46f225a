import { useMemo, useState } from 'preact/hooks';
import type { Profile } from '../../../../src/tools/profile/profile.ts';
import { useCanDebug } from '../../data/node/canDebug.ts';
import { useRefusals } from '../../data/node/refusals.ts';
import { contractsWithoutLines, type GasRow, gasRows } from '../../data/profile/gasRows.ts';
import { type Grain, gasTree, totalOf } from '../../data/profile/gasTree.ts';
import { isOwnFile, ownCode } from '../../data/profile/ownCode.ts';
import { href, setQuery, useLocation } from '../../routing/router.ts';
import { Switch } from '../forms/Switch.tsx';
import { Card } from '../layout/Card.tsx';
import { Table } from '../layout/Table.tsx';
import { grouped, safeName } from '../values/format.ts';
import { aboutGas } from './aboutGas.ts';
import { GasFlame } from './GasFlame.tsx';
import { functionText, placeText, splitPlace } from './placeText.ts';

const GRAINS = [
  { value: 'function', name: 'By function' },
  { value: 'line', name: 'By line' },
] as const;

/** What is shown of a profile; the address has it. */
export interface Shown {
  readonly grain: Grain;
  /** Whether functions of libraries are shown, whose gas is otherwise that of the code which called them. */
  readonly hasLibraries: boolean;
}

export function useShown(): Shown {
  const { query } = useLocation();
  return { grain: query.get('by') === 'line' ? 'line' : 'function', hasLibraries: query.has('libraries') };
}

/** The profile as it is to be shown. */
export const shownProfile = (profile: Profile, { hasLibraries }: Shown): Profile =>
  hasLibraries ? profile : ownCode(profile);

/** The choice between functions and lines, with libraries or without. */
export const ShownChoice = ({ shown: { grain, hasLibraries } }: { readonly shown: Shown }) => (
  <span class="row">
    <label>
      <input
        type="checkbox"
        checked={hasLibraries}
        onChange={(event) => setQuery('libraries', event.currentTarget.checked ? 'yes' : undefined)}
      />{' '}
      library code
    </label>
    <Switch
      label="Gas"
      value={grain}
      options={GRAINS}
      onChange={(value) => setQuery('by', value === 'line' ? 'line' : undefined)}
    />
  </span>
);

interface Props {
  readonly profile: Profile;
  /** The transaction, if it is one, for links to its source and into the debugger. */
  readonly hash?: string | undefined;
}

/** Below this share of all gas, the code would be too narrow to be read beside the rest. */
const NARROW = 0.1;

/** Where gas went: a flame graph and a table, by function or by line. */
export function ProfileView({ profile: whole, hash }: Props) {
  const shown = useShown();
  const { grain, hasLibraries } = shown;
  const profile = useMemo(() => shownProfile(whole, shown), [whole, hasLibraries]);
  const roots = useMemo(() => gasTree(profile, grain), [profile, grain]);
  const others = roots.filter(({ isCode }) => !isCode);
  const code = totalOf(roots) - totalOf(others);
  const [isCodeAlone, setCodeAlone] = useState(() => code > 0 && code < NARROW * totalOf(roots));
  return (
    <>
      <Card title="Flame graph" more={<ShownChoice shown={shown} />}>
        <div class="stack">
          <GasFlame roots={isCodeAlone ? roots.filter(({ isCode }) => isCode) : roots} />
          <p class="muted">
            {grouped(profile.l2Gas)} L2 gas: {grouped(code)} in code
            {others.map(({ name, total }) => ` + ${grouped(total)} ${name.replace(/^\(|\)$/g, '')}`)}. Choose a bar to
            see it alone.
          </p>
          <label>
            <input
              type="checkbox"
              checked={isCodeAlone}
              onChange={(event) => setCodeAlone(event.currentTarget.checked)}
            />{' '}
            bars of code alone
          </label>
          <MissingLines profile={whole} />
        </div>
      </Card>
      <Card title={grain === 'function' ? 'Functions' : 'Lines'} isFlush>
        <GasTable key={grain} profile={profile} grain={grain} hash={hash} />
      </Card>
    </>
  );
}

/** Says of which contracts no lines are known, and how to get them. */
function MissingLines({ profile }: { readonly profile: Profile }) {
  const missing = [...contractsWithoutLines(profile)];
  if (missing.length === 0) return null;
  const gas = missing.reduce((sum, [, one]) => sum + one, 0);
  const share = profile.l2Gas === 0n ? 0 : (100 * gas) / Number(profile.l2Gas);
  return (
    <p class="note-box">
      No lines are known of {missing.map(([name]) => safeName(name, 40)).join(', ')} ({share.toFixed(1)} % of the gas):
      only their functions are shown. Lines need build output of Scarb that the node sees, with{' '}
      <code>unstable-add-statements-code-locations-debug-info = true</code> under <code>[profile.dev.cairo]</code> in
      Scarb.toml.
    </p>
  );
}

const FIRST_ROWS = 20;

interface TableProps extends Props {
  readonly grain: Grain;
}

function GasTable({ profile, grain, hash }: TableProps) {
  const [isWhole, setWhole] = useState(false);
  const rows = useMemo(() => gasRows(profile, grain), [profile, grain]);
  const total = Number(profile.l2Gas);
  const share = (gas: number) => (total === 0 ? '' : `${((100 * gas) / total).toFixed(1)} %`);
  const shown = isWhole ? rows : rows.slice(0, FIRST_ROWS);
  return (
    <>
      <Table
        label={grain === 'function' ? 'Gas of functions' : 'Gas of lines'}
        rows={shown}
        keyOf={({ name }) => name}
        columns={[
          { name: grain === 'function' ? 'Function' : 'Line', cell: (row) => <RowName row={row} grain={grain} /> },
          { name: 'Own gas', cell: ({ self }) => grouped(self), isNumber: true },
          { name: 'Share', cell: ({ self }) => share(self), isNumber: true, isMinor: true },
          { name: 'With calls', cell: (row) => grouped(row.total), isNumber: true },
          ...(hash === undefined
            ? []
            : [
                {
                  name: 'Look',
                  isPlain: true,
                  cell: ({ place }: GasRow) => place !== undefined && <Look place={place} hash={hash} />,
                },
              ]),
        ]}
      />
      {rows.length > shown.length && (
        <footer>
          <button type="button" class="button small" onClick={() => setWhole(true)}>
            Show all {grouped(rows.length)}
          </button>
        </footer>
      )}
    </>
  );
}

function RowName({ row: { name, place, about, isCode }, grain }: { readonly row: GasRow; readonly grain: Grain }) {
  if (!isCode)
    return (
      <span class="muted" title={aboutGas(name)}>
        {safeName(name)}
      </span>
    );
  if (grain === 'line' && place !== undefined)
    return (
      <span title={safeName(name, 400)}>
        <code>{placeText(place)}</code>{' '}
        {about !== undefined && <span class="muted">{about.split(', ').map(functionText).join(', ')}</span>}
      </span>
    );
  return <span title={safeName(name, 400)}>{functionText(name)}</span>;
}

/** Links to the source of a place, with what ran there, and into the debugger. */
function Look({ place, hash }: { readonly place: string; readonly hash: string }) {
  const canDebug = useCanDebug('sandbox_debugTransaction');
  const canCover = useRefusals()('sandbox_getCoverage') === undefined;
  const { file, line } = splitPlace(place);
  if (!isOwnFile(file)) return <span class="muted">library</span>;
  const query = new URLSearchParams({ tx: hash, file, line: String(line) });
  return (
    <span class="look">
      {canCover && (
        <a href={href(`/coverage?${query}`)} aria-label={`Source of ${placeText(place)}`}>
          Source
        </a>
      )}
      {canDebug && (
        <a href={href(`/tx/${hash}/debug?stop=${encodeURIComponent(place)}`)} aria-label={`Debug ${placeText(place)}`}>
          Debug
        </a>
      )}
    </span>
  );
}
