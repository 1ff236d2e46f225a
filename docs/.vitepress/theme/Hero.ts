import { withBase } from 'vitepress';
import { defineComponent, h } from 'vue';

const BUTTONS = [
  ['Start in five minutes', '/start.html', 'first'],
  ['Try it in your browser', '/playground/', ''],
  ['Coming from starknet-devnet', '/migrating.html', ''],
] as const;

const FEATURES = [
  [
    'No waiting',
    'The node runs inside your tests. A chain is ready in milliseconds, a clone of it in microseconds.',
    '/testing.html',
  ],
  ['Exact', 'Cairo, fees, receipts, traces and block hashes follow protocol 0.14.4.', '/deviations.html'],
  [
    'It says why',
    'A failed transaction shows its calls by name, decoded arguments, and the line of Cairo.',
    '/debugging.html',
  ],
  ['Drop-in', 'The same options, methods and seeds as starknet-devnet. Any Starknet client works.', '/migrating.html'],
  ['Forks', 'Continue mainnet or Sepolia from any block, act as any account, and work offline.', '/forking.html'],
  ['Everywhere', 'One npm package without native code: Linux, macOS, Windows, and browsers.', '/start.html'],
] as const;

/** The head of the start page: what it is, the command, and where to go. */
export default defineComponent({
  setup: () => () =>
    h('section', { class: 'hero' }, [
      h('h1', 'Starbox'),
      h('p', { class: 'claim' }, 'A Starknet node for your tests, in one npm package.'),
      h('pre', { class: 'command' }, [h('code', 'npx starbox')]),
      h(
        'p',
        { class: 'buttons' },
        BUTTONS.map(([text, link, kind]) => h('a', { class: `button ${kind}`, href: withBase(link) }, text)),
      ),
      h(
        'ul',
        { class: 'features' },
        FEATURES.map(([title, text, link]) =>
          h('li', [h('a', { href: withBase(link) }, [h('strong', title), h('span', text)])]),
        ),
      ),
    ]),
});
