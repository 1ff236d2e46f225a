import type { Profile, ProfileFrame } from '../../../../src/tools/profile/profile.ts';

/** What bars and rows stand for. */
export type Grain = 'function' | 'line';

/** A function or a line below what called it, with its gas. What is no code, such as new storage cells, has a name in parentheses. */
export interface GasNode {
  readonly key: string;
  readonly name: string;
  /** `file:line`, if it is known. Of a function, the first of its lines that was seen. */
  readonly place: string | undefined;
  readonly isCode: boolean;
  /** The contract in whose call it ran. */
  readonly contract: string | undefined;
  readonly total: number;
  readonly children: readonly GasNode[];
}

interface Growing {
  readonly key: string;
  readonly name: string;
  place: string | undefined;
  readonly contract: string | undefined;
  total: number;
  readonly children: Map<string, Growing>;
}

const placeOf = ({ file, line }: ProfileFrame): string | undefined =>
  file === undefined || line === undefined ? undefined : `${file}:${line}`;

/** The name of a frame that is no code: it stands in parentheses. */
export const isCodeName = (name: string): boolean => !name.startsWith('(');

/** A contract's function is named `Contract.function`, and Cairo functions have paths with `::`. */
const CONTRACT_CALL = /^([^:\s()]+)\.[^:\s()]+$/;

/** The contract of a frame that is a call of a contract; undefined for all others. */
export const calledContract = ({ name, file }: ProfileFrame): string | undefined =>
  file === undefined ? CONTRACT_CALL.exec(name)?.[1] : undefined;

/** Functions that call each other may nest without end; nobody looks that deep. */
const MOST_LEVELS = 100;

/** The gas of a profile as a tree of functions or of lines. The roots together have all of it. */
export function gasTree({ samples }: Profile, grain: Grain): readonly GasNode[] {
  const roots = new Map<string, Growing>();
  for (const { stack, l2Gas } of samples) {
    if (l2Gas === 0) continue;
    let level = roots;
    let last: Growing | undefined;
    let depth = 0;
    for (const frame of stack) {
      const place = placeOf(frame);
      const key = grain === 'line' ? (place ?? frame.name) : frame.name;
      // Lines of one function, and recursions, are one bar.
      if (key !== last?.key && depth++ < MOST_LEVELS) {
        let node = level.get(key);
        if (!node) {
          const contract = calledContract(frame) ?? last?.contract;
          node = { key, name: frame.name, place, contract, total: 0, children: new Map() };
          level.set(key, node);
        }
        node.total += l2Gas;
        last = node;
        level = node.children;
      }
    }
  }
  return finished(roots);
}

const finished = (nodes: ReadonlyMap<string, Growing>): readonly GasNode[] =>
  [...nodes.values()]
    .map(({ children, ...node }) => ({ ...node, isCode: isCodeName(node.name), children: finished(children) }))
    .sort((a, b) => Number(b.isCode) - Number(a.isCode) || b.total - a.total);

/** A bar of a flame graph: how far from the left it begins, how wide it is (both from 0 to 1), and its row. */
export interface GasBar {
  readonly node: GasNode;
  readonly left: number;
  readonly width: number;
  readonly row: number;
}

/** A graph with more bars could not be read. The widest are shown. */
const MOST_BARS = 1_500;

/** Places nodes below what called them, each as wide as its share. Those narrower than `smallest` are left out, and what they called. */
export function gasBars(roots: readonly GasNode[], smallest: number): readonly GasBar[] {
  const all = totalOf(roots);
  const bars: GasBar[] = [];
  const place = (nodes: readonly GasNode[], left: number, row: number) => {
    let at = left;
    for (const node of nodes) {
      const width = node.total / all;
      if (width >= smallest) {
        bars.push({ node, left: at, width, row });
        place(node.children, at, row + 1);
      }
      at += width;
    }
  };
  if (all > 0) place(roots, 0, 0);
  return bars.length <= MOST_BARS ? bars : bars.toSorted((a, b) => b.width - a.width).slice(0, MOST_BARS);
}

/** The gas of some nodes together. */
export const totalOf = (nodes: readonly GasNode[]): number => nodes.reduce((sum, { total }) => sum + total, 0);
