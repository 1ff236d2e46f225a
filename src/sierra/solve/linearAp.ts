import type { Steps } from '../../async/steps.ts';
import { RETURN } from '../program.ts';
import { SierraError } from '../sierraError.ts';
import { AP, type Branches, branchesOf } from './branches.ts';
import { gasSteps } from './effects.ts';
import { postOrder } from './postOrder.ts';
import type { ApChanges, Flow, TokenCosts } from './solver.ts';

const UNTRACKED = -1;
const UNKNOWN = -1;

/** Computes the changes of ap by the rules of Sierra 1.4 and later. */
export function* linearAp(flow: Flow, tokens: TokenCosts): Steps<ApChanges> {
  const branches = branchesOf(flow);
  const { start, target, apKind, apCallee, entries } = branches;
  const { statements } = flow.program;
  const { blocks } = flow;
  const count = blocks.length;

  const order = postOrder({ start, first: target, second: apCallee });
  const changes = ownChanges(branches, blocks, localsBefore(branches, order), tokens);

  yield;
  // The change of ap until the function returns: that of the longest path, if it is known on all paths.
  const changeToReturn = new Array<number>(count).fill(UNKNOWN);
  for (let k = 0; k < count; k++) {
    const i = order[k]!;
    const end = start[i + 1]!;
    let most = 0;
    for (let at = start[i]!; at < end; at++) {
      const rest = changeToReturn[target[at]!]!;
      const change = apKind[at] === AP.call ? afterCall(changeToReturn[apCallee[at]!]!) : changes[at]!;
      if (rest < 0 || change < 0) {
        most = UNKNOWN;
        break;
      }
      if (rest + change > most) most = rest + change;
    }
    changeToReturn[i] = most;
  }
  const functionChanges = Array.from(entries, (entry) =>
    changeToReturn[entry]! < 0 ? undefined : changeToReturn[entry]!,
  );
  for (let at = 0; at < changes.length; at++)
    if (apKind[at] === AP.call) changes[at] = afterCall(changeToReturn[apCallee[at]!]!);

  const tracks = new Int32Array(target.length);
  for (let at = 0; at < tracks.length; at++)
    tracks[at] = apKind[at] === AP.unknown || (apKind[at] === AP.call && changes[at]! < 0) ? -1 : target[at]!;
  const aligned = postOrder({ start, first: tracks });

  // The base of ap tracking, and the change of ap since then. An even base is a function, an odd one a block.
  const base = new Int32Array(count).fill(UNTRACKED);
  const tracked = new Array<number>(count).fill(0);
  entries.forEach((entry, id) => {
    base[entry] = 2 * id;
  });
  for (let k = count - 1; k >= 0; k--) {
    const i = aligned[k]!;
    const end = start[i + 1]!;
    for (let at = start[i]!; at < end; at++) {
      const to = target[at]!;
      if (apKind[at] === AP.enable) {
        base[to] = 2 * i + 1;
        tracked[to] = 0;
        continue;
      }
      const change = changes[at]!;
      if (base[i] === UNTRACKED || change < 0) continue;
      const moved = tracked[i]! + change;
      if (base[to] === UNTRACKED) {
        base[to] = base[i]!;
        tracked[to] = moved;
        continue;
      }
      if (base[to] !== base[i])
        throw new SierraError('metadata', 'Attempted to merge branches with different bases to align', {
          statement: blocks[to]!,
        });
      if (moved > tracked[to]!) tracked[to] = moved;
    }
  }

  // Shorter paths are aligned with the longest one that they merge with.
  const align = new Array<number>(statements.length).fill(0);
  const effective = new Array<number>(count).fill(0);
  const settled = new Uint8Array(count);
  for (let k = 0; k < count; k++) {
    const i = aligned[k]!;
    const from = base[i]!;
    if (from === UNTRACKED) continue;
    const first = start[i]!;
    const end = start[i + 1]!;
    if (first === end && statements[blocks[i]!]!.libfunc === RETURN) {
      const whole = from % 2 === 0 ? functionChanges[from / 2] : undefined;
      if (whole === undefined) continue;
      effective[i] = whole;
      settled[i] = 1;
      continue;
    }
    let source = 0;
    let found = 0;
    for (let at = first; at < end; at++) {
      if (apKind[at] === AP.enable) continue;
      const change = changes[at]!;
      if (change < 0) {
        source = tracked[i]!;
        found = 1;
      } else if (settled[target[at]!] !== 0) {
        const wanted = effective[target[at]!]! - change;
        if (found === 0 || wanted < source) source = wanted;
        found = 1;
      }
    }
    effective[i] = source;
    settled[i] = found;
    // A single branch needs no alignment.
    if (end - first === 1) continue;
    for (let at = first; at < end; at++) {
      const to = target[at]!;
      if (apKind[at] === AP.enable || changes[at]! < 0 || settled[to] === 0) continue;
      const wanted = effective[to]! - changes[at]!;
      if (wanted !== source) align[blocks[to]!] = wanted - source;
    }
  }
  return { functions: functionChanges, align };
}

/** A call moves ap by two cells and by the function's change. */
const afterCall = (inside: number): number => (inside < 0 ? UNKNOWN : inside + 2);

/** Cells of local variables allocated before each block. */
function localsBefore({ start, target, ap, apKind }: Branches, order: Int32Array): readonly number[] {
  const locals = new Array<number>(order.length).fill(0);
  for (let k = order.length - 1; k >= 0; k--) {
    const i = order[k]!;
    const end = start[i + 1]!;
    for (let at = start[i]!; at < end; at++) {
      const kind = apKind[at]!;
      if (kind === AP.unknown || kind === AP.finalize) continue;
      const effect = kind === AP.alloc ? ap[at]! : undefined;
      locals[target[at]!] = locals[i]! + (effect?.kind === 'alloc' ? effect.cells : 0);
    }
  }
  return locals;
}

/** The change of ap of each branch; UNKNOWN for calls, which are computed later, and for unknown changes. */
function ownChanges(
  { start, ap, apKind, apChange }: Branches,
  blocks: Int32Array,
  locals: readonly number[],
  tokens: TokenCosts,
): number[] {
  const changes = apChange.slice();
  for (let i = 0; i < blocks.length; i++) {
    const end = start[i + 1]!;
    for (let at = start[i]!; at < end; at++) {
      if (apKind[at] === AP.known) continue;
      const effect = ap[at]!;
      switch (effect.kind) {
        case 'finalize':
          changes[at] = locals[i]!;
          break;
        case 'gas': {
          const steps = gasSteps(tokens.variables[blocks[i]!], effect.table);
          changes[at] = steps + effect.extra + (steps > 0 ? effect.extraIfTokens : 0);
          break;
        }
        case 'call':
        case 'disable':
        case 'unknown':
          changes[at] = UNKNOWN;
      }
    }
  }
  return changes;
}
