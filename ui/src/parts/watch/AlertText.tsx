import type { ComponentChildren } from 'preact';
import { nameOf, useNames } from '../../data/chain/names.ts';
import { useCanDebug } from '../../data/node/canDebug.ts';
import { labels } from '../../data/stores/labels.ts';
import { useStore } from '../../data/stores/store.ts';
import type { Fired } from '../../data/watch/fired.ts';
import { changeIn, debugPlace, firedText, ruleText } from '../../data/watch/ruleText.ts';
import type { WatchRule } from '../../data/watch/watchRules.ts';
import { href } from '../../routing/router.ts';
import { grouped, safeName, shortHash } from '../values/format.ts';
import { NamedText } from '../values/NamedText.tsx';
import { ValueText } from '../values/ValueText.tsx';

const LONG_HEX = /0x[0-9a-f]{16,64}/gi;

/** Texts about a rule, with its contract and the addresses in its cell by their names. */
function useNaming(rule: WatchRule): { readonly name: string; readonly named: (text: string) => string } {
  const address = 'address' in rule ? rule.address : '';
  const keys = rule.kind === 'cell' ? (rule.cell.match(LONG_HEX) ?? []) : [];
  const own = useStore(labels);
  const known = useNames([address, ...keys.map((key) => key.toLowerCase())]);
  const called = (each: string) => nameOf(each, known.get(each), own) ?? shortHash(each);
  return { name: called(address), named: (text) => text.replace(LONG_HEX, (each) => called(each.toLowerCase())) };
}

/** What a rule waits for. */
export function useRuleText(rule: WatchRule): string {
  const { name, named } = useNaming(rule);
  return safeName(named(ruleText(rule, name)), 200);
}

/** What has fired, with the ways to it. */
export function AlertText({ fired: { rule, match, count } }: { readonly fired: Fired }) {
  const { name, named } = useNaming(rule);
  const canDebug = useCanDebug('sandbox_debugTransaction');
  const hash = match.transactionHash;
  return (
    <span>
      <strong>{safeName(named(firedText(rule, name)), 200)}</strong> <What rule={rule} text={match.text} /> in{' '}
      <a href={href(`/block/${match.blockNumber}`)}>block {grouped(match.blockNumber)}</a>
      {hash === null ? (
        ', by an edit of the state'
      ) : (
        <>
          <After>
            <a href={href(`/tx/${hash}`)}>transaction {shortHash(hash)}</a>
          </After>
          {canDebug && (
            <After>
              <a href={href(`/tx/${hash}/debug${debugPlace(rule)}`)}>Debug it there</a>
            </After>
          )}
        </>
      )}
      {count > 1 && `, and ${count - 1} more since`}
    </span>
  );
}

/** What follows something else on a line. */
const After = ({ children }: { readonly children: ComponentChildren }) => (
  <span class="nowrap">
    {' · '}
    {children}
  </span>
);

/** What happened: of a cell, its values before and after, as its contract shows them. */
function What({ rule, text }: { readonly rule: WatchRule; readonly text: string }) {
  const change = changeIn(rule, text);
  const address = 'address' in rule ? rule.address : undefined;
  if (rule.kind !== 'cell' || !change) return <NamedText text={text} max={200} of={address} />;
  const [before, after] = change;
  return (
    <>
      from <ValueText text={before} of={rule.address} name={rule.cell} /> to{' '}
      <ValueText text={after} of={rule.address} name={rule.cell} was={before} />
    </>
  );
}
