import { SharedStore } from '../stores/sharedStore.ts';

/** What somebody wants to be told of. */
export type WatchRule =
  /** A storage variable by its path, or a cell by its key, gets another value. */
  | { readonly kind: 'cell'; readonly address: string; readonly cell: string }
  /** A contract emits an event; without a name, any. */
  | { readonly kind: 'event'; readonly address: string; readonly name?: string }
  /** A transaction calls a contract. */
  | { readonly kind: 'call'; readonly address: string }
  /** A transaction is reverted. */
  | { readonly kind: 'revert' };

/** A rule of this browser. */
export interface KeptRule {
  readonly rule: WatchRule;
  /** Whether the page stops when it fires, or only says so. */
  readonly stops: boolean;
}

/** Each rule is a request with every change of the chain. */
export const MOST_RULES = 20;
const MOST_CHARS = 500;

/** Tells rules apart. */
export const ruleKey = (rule: WatchRule): string =>
  JSON.stringify([
    rule.kind,
    'address' in rule ? rule.address : '',
    rule.kind === 'cell' ? rule.cell : rule.kind === 'event' ? (rule.name ?? '') : '',
  ]);

function readRules(stored: unknown): readonly KeptRule[] {
  return (Array.isArray(stored) ? (stored as Partial<KeptRule>[]) : [])
    .flatMap((kept) => {
      const rule = readRule(kept?.rule);
      return rule ? [{ rule, stops: kept.stops === true }] : [];
    })
    .slice(0, MOST_RULES);
}

/** A rule that was stored; undefined if it is none. */
export function readRule(stored: unknown): WatchRule | undefined {
  const { kind, address, cell, name } = (stored ?? {}) as Record<string, unknown>;
  if (kind === 'revert') return { kind };
  if (typeof address !== 'string' || !/^0x[0-9a-f]{1,64}$/.test(address)) return undefined;
  const isText = (text: unknown): text is string => typeof text === 'string' && text.length <= MOST_CHARS;
  if (kind === 'cell' && isText(cell)) return { kind, address, cell };
  if (kind === 'event') return isText(name) ? { kind, address, name } : { kind, address };
  return kind === 'call' ? { kind, address } : undefined;
}

/** The rules of this browser, the newest last. */
export const watchRules = new SharedStore('starbox-watch', readRules);

/** Adds a rule, or changes what happens when it fires. */
export function addRule(rule: WatchRule, stops = true): void {
  const key = ruleKey(rule);
  watchRules.change((rules) => {
    if (rules.some((each) => ruleKey(each.rule) === key))
      return rules.map((each) => (ruleKey(each.rule) === key ? { rule, stops } : each));
    if (rules.length >= MOST_RULES)
      throw new Error(`There are ${MOST_RULES} watch rules, the most that are kept. Remove one.`);
    return [...rules, { rule, stops }];
  });
}

export const removeRule = (rule: WatchRule): void =>
  watchRules.change((rules) => rules.filter((each) => ruleKey(each.rule) !== ruleKey(rule)));
