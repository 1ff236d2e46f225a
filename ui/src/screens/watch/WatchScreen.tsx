import { useStore } from '../../data/stores/store.ts';
import { useAlerts } from '../../data/watch/alerts.ts';
import { addRule, type KeptRule, removeRule, ruleKey, watchRules } from '../../data/watch/watchRules.ts';
import { Card } from '../../parts/layout/Card.tsx';
import { Empty } from '../../parts/messages/messages.tsx';
import { AlertText, useRuleText } from '../../parts/watch/AlertText.tsx';
import { WatchButton } from '../../parts/watch/WatchButton.tsx';
import { href } from '../../routing/router.ts';
import { CellForm } from './CellForm.tsx';

/** The watch rules of this browser, and what has fired. */
export default function WatchScreen() {
  const rules = useStore(watchRules);
  const fired = useAlerts();
  return (
    <div class="stack">
      <h1>Watch</h1>
      <p class="muted">
        Rules are kept in this browser and looked at while the page is open, also in the background. When one fires, the
        page says so here, above every screen and in the title of its tab.
      </p>
      <Card title="Rules" more={<WatchButton rule={{ kind: 'revert' }} label="Stop when a transaction is reverted" />}>
        {rules.length === 0 ? (
          <Empty title="Nothing is watched">
            <p>
              Open a cell in the storage of a <a href={href('/contracts')}>contract</a>, or its events, and press{' '}
              <b>Stop when it changes</b> or <b>Stop when it appears</b>.
            </p>
          </Empty>
        ) : (
          <ul class="stack" aria-label="Rules">
            {rules.map((kept) => (
              <Rule key={ruleKey(kept.rule)} kept={kept} />
            ))}
          </ul>
        )}
      </Card>
      <CellForm />
      <Card title="What happened">
        {fired.length === 0 ? (
          <Empty title="No rule has fired in this tab on this chain" />
        ) : (
          <ul class="stack" aria-label="What happened">
            {fired.map((alert, i) => (
              <li key={fired.length - i}>
                <AlertText fired={alert} />
              </li>
            ))}
          </ul>
        )}
      </Card>
    </div>
  );
}

/** A rule, with controls that name it. */
function Rule({ kept: { rule, stops } }: { readonly kept: KeptRule }) {
  const text = useRuleText(rule);
  return (
    <li class="spread">
      <span>When {text}</span>
      <span class="row">
        <label class="row">
          <input
            type="checkbox"
            aria-label={`stop when ${text}`}
            checked={stops}
            onChange={() => addRule(rule, !stops)}
          />{' '}
          stop
        </label>
        <button
          type="button"
          class="button small danger"
          aria-label={`Remove the rule: when ${text}`}
          onClick={() => removeRule(rule)}
        >
          Remove
        </button>
      </span>
    </li>
  );
}
