import type { ComponentChildren } from 'preact';
import { useId, useRef } from 'preact/hooks';
import { setTab, useLocation } from '../../routing/router.ts';

export interface Tab {
  readonly id: string;
  readonly name: ComponentChildren;
  readonly content: () => ComponentChildren;
}

interface Props {
  readonly label: string;
  readonly tabs: readonly Tab[];
  /** The tab of an address that names none; without it the first one. */
  readonly first?: string | undefined;
}

/** Tabs; the chosen one is in the address, so that a link leads to it. Arrow keys move between them. */
export function Tabs({ label, tabs, first = tabs[0]!.id }: Props) {
  const { query } = useLocation();
  const list = useRef<HTMLDivElement>(null);
  const prefix = useId();
  const chosen = tabs.find(({ id }) => id === query.get('tab')) ?? tabs.find(({ id }) => id === first) ?? tabs[0]!;
  const choose = (index: number) => {
    const tab = tabs[(index + tabs.length) % tabs.length]!;
    setTab(tab.id === first ? undefined : tab.id);
    list.current?.querySelectorAll('button')[tabs.indexOf(tab)]?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const at = tabs.indexOf(chosen);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    choose(to);
  };
  return (
    <div class="stack">
      <div class="tabs" role="tablist" aria-label={label} ref={list} onKeyDown={onKeyDown}>
        {tabs.map((tab, i) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${prefix}-${tab.id}`}
            aria-selected={tab === chosen}
            aria-controls={`${prefix}-panel`}
            tabIndex={tab === chosen ? 0 : -1}
            onClick={() => choose(i)}
          >
            {tab.name}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${prefix}-panel`} aria-labelledby={`${prefix}-${chosen.id}`} class="stack">
        {chosen.content()}
      </div>
    </div>
  );
}
