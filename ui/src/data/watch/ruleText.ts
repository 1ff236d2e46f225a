import { canonicalHex } from '../text/hex.ts';
import type { WatchRule } from './watchRules.ts';

/** What a rule waits for, in words; `name` is what its contract is called. */
export function ruleText(rule: WatchRule, name: string): string {
  switch (rule.kind) {
    case 'cell':
      return `${rule.cell} of ${name} changes`;
    case 'event':
      return rule.name === undefined ? `${name} emits an event` : `${name} emits ${rule.name}`;
    case 'call':
      return `a transaction calls ${name}`;
    case 'revert':
      return 'a transaction is reverted';
  }
}

/** What has happened, in words. */
export function firedText(rule: WatchRule, name: string): string {
  switch (rule.kind) {
    case 'cell':
      return `${rule.cell} of ${name} changed`;
    case 'event':
      return `${name} emitted ${rule.name ?? 'an event'}`;
    case 'call':
      return `${name} was called`;
    case 'revert':
      return 'A transaction was reverted';
  }
}

/** The values before and after that the text of a match has; undefined if it has no two. */
export function changeIn(rule: WatchRule, text: string): readonly [before: string, after: string] | undefined {
  const [before, after, more] = rule.kind === 'cell' ? text.split(' → ') : [];
  return before !== undefined && after !== undefined && more === undefined ? [before, after] : undefined;
}

/** Where the debugger begins: at the write, the event or the panic. Contracts of one class are told apart by their addresses. */
export function debugPlace(rule: WatchRule): string {
  switch (rule.kind) {
    case 'cell':
      return stopAt(`cell:${canonicalHex(rule.address)}.${rule.cell}`);
    case 'event':
      return stopAt(`event:${canonicalHex(rule.address)}${rule.name === undefined ? '' : `.${rule.name}`}`);
    case 'call':
      return '';
    case 'revert':
      return stopAt('panic');
  }
}

const stopAt = (place: string): string => `?stop=${encodeURIComponent(place)}`;
