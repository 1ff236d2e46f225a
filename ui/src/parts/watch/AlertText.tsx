import { nameOf, useNames } from '../../data/chain/names.ts';
import { useCanDebug } from '../../data/node/canDebug.ts';
import { labels } from '../../data/stores/labels.ts';
import { useStore } from '../../data/stores/store.ts';
import type { Fired } from '../../data/watch/alerts.ts';
import { debugPlace, firedText, ruleText } from '../../data/watch/ruleText.ts';
import type { WatchRule } from '../../data/watch/watchRules.ts';
import { href } from '../../routing/router.ts';
import { grouped, safeName, shortHash, shortHashesIn } from '../values/format.ts';
import { NamedText } from '../values/NamedText.tsx';

/** What the contract of a rule is called. */
function useName(rule: WatchRule): string {
  const address = 'address' in rule ? rule.address : '';
  const own = useStore(labels);
  return nameOf(address, useNames([address]).get(address), own) ?? shortHash(address);
}

/** What a rule waits for. */
export const useRuleText = (rule: WatchRule): string => shortHashesIn(safeName(ruleText(rule, useName(rule)), 200));

/** What has fired, with the ways to it. */
export function AlertText({ fired: { rule, match, count } }: { readonly fired: Fired }) {
  const name = useName(rule);
  const canDebug = useCanDebug('sandbox_debugTransaction');
  const hash = match.transactionHash;
  return (
    <span>
      <strong>
        <NamedText text={firedText(rule, name)} max={200} />
      </strong>{' '}
      <NamedText text={match.text} max={200} of={'address' in rule ? rule.address : undefined} /> in{' '}
      <a href={href(`/block/${match.blockNumber}`)}>block {grouped(match.blockNumber)}</a>
      {hash === null ? (
        ', by an edit of the state'
      ) : (
        <>
          : <a href={href(`/tx/${hash}`)}>transaction {shortHash(hash)}</a>
          {canDebug && (
            <>
              {' '}
              <a href={href(`/tx/${hash}/debug${debugPlace(rule)}`)}>Debug it there</a>
            </>
          )}
        </>
      )}
      {count > 1 && `, and ${count - 1} more since`}
    </span>
  );
}
