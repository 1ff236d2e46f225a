import { useStore } from '../../data/stores/store.ts';
import { addRule, removeRule, ruleKey, type WatchRule, watchRules } from '../../data/watch/watchRules.ts';
import { tell, tellFailure } from '../messages/Toasts.tsx';

const NAMES: Readonly<Record<WatchRule['kind'], string>> = {
  cell: 'Stop when it changes',
  event: 'Stop when it appears',
  call: 'Stop when it is called',
  revert: 'Stop when one is reverted',
};

/** Sets a watch rule, or takes it away. */
export function WatchButton({ rule, label = NAMES[rule.kind] }: { readonly rule: WatchRule; readonly label?: string }) {
  const key = ruleKey(rule);
  const isSet = useStore(watchRules).some((kept) => ruleKey(kept.rule) === key);
  const change = () => {
    if (isSet) return removeRule(rule);
    try {
      addRule(rule);
      tell('This page watches it, and stops when it happens.');
    } catch (error) {
      tellFailure(error);
    }
  };
  return (
    <button type="button" class="button small" onClick={change}>
      {isSet ? 'Stop watching' : label}
    </button>
  );
}
