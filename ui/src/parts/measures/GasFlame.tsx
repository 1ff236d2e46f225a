import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { type GasBar, type GasNode, gasBars, totalOf } from '../../data/profile/gasTree.ts';
import { grouped } from '../values/format.ts';
import { functionText, placeText } from './placeText.ts';

const ROW_REM = 1.6;
const TONES = 4;
/** A narrower bar has room for no letter, and is too small to be hit. */
const SMALLEST_WIDE = 24;

interface Props {
  readonly roots: readonly GasNode[];
  /** What the whole width stands for; the gas of all roots if it is left out. */
  readonly scale?: number;
}

/** Where gas went: functions or lines as wide as their share, below what called them, and what is no code. A click shows one alone. */
export function GasFlame({ roots, scale }: Props) {
  const [path, setPath] = useState<readonly string[]>([]);
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(1000);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const follow = () => setWidth(element.clientWidth || 1000);
    follow();
    const observer = new ResizeObserver(follow);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const zoomed = useMemo(() => find(roots, path), [roots, path]);
  const shown = zoomed ? [zoomed] : roots;
  const total = totalOf(roots);
  const part = zoomed ? 1 : scale ? total / scale : 1;
  const bars = useMemo(() => gasBars(shown, 1 / (width * part)), [shown, width, part]);
  const tones = useMemo(() => tonesOf(roots), [roots]);
  const rows = bars.reduce((most, { row }) => Math.max(most, row + 1), 0);
  return (
    <figure class="flame-figure">
      <div class="flame" ref={box} style={{ height: `${rows * ROW_REM}rem` }}>
        {bars.map((bar) => (
          <Bar
            key={`${bar.row}:${bar.left}:${bar.node.key}`}
            bar={bar}
            part={part}
            total={total}
            tone={tones.get(bar.node.contract ?? '') ?? 1}
            isWide={bar.width * part * width >= SMALLEST_WIDE}
            onZoom={() => setPath(bar.node === zoomed ? [] : pathTo(roots, bar.node))}
          />
        ))}
      </div>
      {zoomed && (
        <figcaption class="row">
          <span>{labelOf(zoomed, total)}</span>
          <button type="button" class="button small" onClick={() => setPath([])}>
            Show all
          </button>
        </figcaption>
      )}
    </figure>
  );
}

/** The name of a bar: its line if it stands for one, otherwise its function. */
const nameOf = ({ key, name, place }: GasNode): string =>
  key === place ? `${placeText(place)} ${functionText(name)}` : functionText(name);

/** All that a bar says, also if it is too narrow for its name. */
const labelOf = (node: GasNode, total: number): string =>
  `${nameOf(node)}: ${grouped(node.total)} L2 gas, ${((100 * node.total) / total).toFixed(1)} %`;

interface BarProps {
  readonly bar: GasBar;
  readonly part: number;
  readonly total: number;
  readonly tone: number;
  readonly isWide: boolean;
  readonly onZoom: () => void;
}

function Bar({ bar: { node, left, width, row }, part, total, tone, isWide, onZoom }: BarProps) {
  const name = nameOf(node);
  const label = labelOf(node, total);
  const style = { left: `${100 * left * part}%`, width: `${100 * width * part}%`, top: `${row * ROW_REM}rem` };
  const tint = node.isCode ? `tone-${tone}` : 'other';
  if (!isWide || !node.isCode)
    return (
      <span class={`flame-bar ${tint}`} style={style} title={label}>
        {isWide && name}
      </span>
    );
  return (
    <button type="button" class={`flame-bar ${tint}`} style={style} title={label} aria-label={label} onClick={onZoom}>
      {name}
    </button>
  );
}

function tonesOf(nodes: readonly GasNode[], tones = new Map<string, number>()): ReadonlyMap<string, number> {
  for (const { contract, children } of nodes) {
    const key = contract ?? '';
    if (!tones.has(key)) tones.set(key, 1 + (tones.size % TONES));
    tonesOf(children, tones);
  }
  return tones;
}

/** The keys that lead to a node. The tree is made again with every answer, and its nodes with it. */
function pathTo(nodes: readonly GasNode[], wanted: GasNode): readonly string[] {
  for (const node of nodes) {
    if (node === wanted) return [node.key];
    const inner = pathTo(node.children, wanted);
    if (inner.length > 0) return [node.key, ...inner];
  }
  return [];
}

function find(nodes: readonly GasNode[], path: readonly string[]): GasNode | undefined {
  let found: GasNode | undefined;
  let level = nodes;
  for (const key of path) {
    found = level.find((node) => node.key === key);
    if (!found) return undefined;
    level = found.children;
  }
  return found;
}
