import { RETURN } from '../program.ts';
import { branchesOf, entryOf } from './branches.ts';
import { gasSteps } from './effects.ts';
import type { ApChanges, Flow, TokenCosts } from './solver.ts';
import { childrenFirst } from './topology.ts';

const UNTRACKED = -1;

/** How ap changes, by the rules of Sierra 1.4 and later. */
export function linearAp(flow: Flow, tokens: TokenCosts): ApChanges {
  const { start, target, ap } = branchesOf(flow);
  const { statements, functions } = flow.program;
  const count = statements.length;

  const order = childrenFirst(count, (i, push) => {
    for (let at = start[i]!; at < start[i + 1]!; at++) {
      push(target[at]!);
      const effect = ap[at]!;
      if (effect.kind === 'call') push(entryOf(flow, effect.function));
    }
  });

  // Cells of local variables allocated before each statement.
  const locals = new Int32Array(count);
  for (let k = count - 1; k >= 0; k--) {
    const i = order[k]!;
    for (let at = start[i]!; at < start[i + 1]!; at++) {
      const effect = ap[at]!;
      if (effect.kind === 'unknown' || effect.kind === 'finalize') continue;
      locals[target[at]!] = locals[i]! + (effect.kind === 'alloc' ? effect.cells : 0);
    }
  }

  // The change until the function returns: the longest way, where all of them are known.
  const known = new Float64Array(count).fill(Number.NaN);
  const change = (i: number, at: number): number => {
    const effect = ap[at]!;
    switch (effect.kind) {
      case 'known':
        return effect.change;
      case 'align':
      case 'alloc':
      case 'enable':
        return 0;
      case 'finalize':
        return locals[i]!;
      case 'call':
        return known[entryOf(flow, effect.function)]! + 2;
      case 'gas': {
        const steps = gasSteps(tokens.variables[i], effect.table);
        return steps + effect.extra + (steps > 0 ? effect.extraIfTokens : 0);
      }
      default:
        return Number.NaN;
    }
  };
  for (const i of order) {
    let most = 0;
    for (let at = start[i]!; at < start[i + 1]!; at++) {
      const whole = known[target[at]!]! + change(i, at);
      most = whole > most || Number.isNaN(whole) ? whole : most;
      if (Number.isNaN(most)) break;
    }
    known[i] = most;
  }
  const functionChanges = functions.map(({ entry }) => (Number.isNaN(known[entry]!) ? undefined : known[entry]!));

  const aligned = childrenFirst(count, (i, push) => {
    for (let at = start[i]!; at < start[i + 1]!; at++) {
      const effect = ap[at]!;
      if (effect.kind === 'unknown') continue;
      if (effect.kind === 'call' && Number.isNaN(change(i, at))) continue;
      push(target[at]!);
    }
  });

  // Since when ap is tracked, and how far it has come: an even base is a function, an odd one a statement.
  const base = new Int32Array(count).fill(UNTRACKED);
  const tracked = new Float64Array(count);
  functions.forEach(({ entry }, id) => {
    base[entry] = 2 * id;
  });
  for (let k = count - 1; k >= 0; k--) {
    const i = aligned[k]!;
    for (let at = start[i]!; at < start[i + 1]!; at++) {
      const to = target[at]!;
      if (ap[at]!.kind === 'enable') {
        base[to] = 2 * i + 1;
        tracked[to] = 0;
        continue;
      }
      const moved = base[i] === UNTRACKED ? Number.NaN : tracked[i]! + change(i, at);
      if (Number.isNaN(moved)) continue;
      if (base[to] === UNTRACKED) {
        base[to] = base[i]!;
        tracked[to] = moved;
      } else tracked[to] = Math.max(tracked[to]!, moved);
    }
  }

  // Shorter ways are made as long as the longest one that meets them.
  const align = new Int32Array(count);
  const effective = new Float64Array(count).fill(Number.NaN);
  for (const i of aligned) {
    if (base[i] === UNTRACKED) continue;
    const first = start[i]!;
    const end = start[i + 1]!;
    if (statements[i]!.libfunc === RETURN) {
      if (base[i]! % 2 === 0) effective[i] = functionChanges[base[i]! / 2] ?? Number.NaN;
      continue;
    }
    let source = Number.NaN;
    for (let at = first; at < end; at++) {
      if (ap[at]!.kind === 'enable') continue;
      const moved = change(i, at);
      if (Number.isNaN(moved)) source = tracked[i]!;
      else {
        const wanted = effective[target[at]!]! - moved;
        if (!Number.isNaN(wanted)) source = Number.isNaN(source) ? wanted : Math.min(source, wanted);
      }
    }
    effective[i] = source;
    for (let at = first; at < end; at++) {
      if (ap[at]!.kind === 'enable') continue;
      const wanted = effective[target[at]!]! - change(i, at);
      if (!Number.isNaN(wanted) && wanted !== source) align[target[at]!] = wanted - source;
    }
  }
  return { functions: functionChanges, align };
}
