// Every screen: its path, its place in the navigation, and the file that it is loaded from when it is first shown.
import type { FunctionComponent } from 'preact';
import type { ScreenProps } from '../routing/router.ts';
import * as dashboard from '../screens/dashboard/DashboardScreen.tsx';

/** The file of a screen. */
export interface ScreenFile {
  readonly default: FunctionComponent<ScreenProps>;
}

export interface Screen {
  /** Such as `/tx/:hash`. */
  readonly path: string;
  readonly title: string;
  /** Loads its code. The code of the dashboard, which most people see first, comes with the frame. */
  readonly load: () => ScreenFile | Promise<ScreenFile>;
  /** The entry in the navigation that is marked while the screen is shown. */
  readonly under?: string;
  /** Its place in the navigation: the heading, and the key that follows `g`. */
  readonly menu?: { readonly group: 'Chain' | 'Tools' | 'Node'; readonly key: string };
}

/** The screens that only the playground has, where the node is part of the page. */
const playground: readonly Screen[] =
  import.meta.env.MODE === 'playground'
    ? [
        {
          path: '/playground',
          title: 'Playground',
          load: () => import('../screens/playground/PlaygroundScreen.tsx'),
          menu: { group: 'Node', key: 'p' },
        },
      ]
    : [];

export const screens: readonly Screen[] = [
  ...playground,
  {
    path: '/',
    title: 'Dashboard',
    load: () => dashboard,
    menu: { group: 'Chain', key: 'd' },
  },
  {
    path: '/blocks',
    title: 'Blocks',
    load: () => import('../screens/blocks/BlocksScreen.tsx'),
    menu: { group: 'Chain', key: 'b' },
  },
  {
    path: '/block/:id',
    title: 'Block',
    load: () => import('../screens/block/BlockScreen.tsx'),
    under: '/blocks',
  },
  {
    path: '/txs',
    title: 'Transactions',
    load: () => import('../screens/transactions/TransactionsScreen.tsx'),
    menu: { group: 'Chain', key: 't' },
  },
  {
    path: '/tx/:hash',
    title: 'Transaction',
    load: () => import('../screens/transaction/TransactionScreen.tsx'),
    under: '/txs',
  },
  {
    path: '/tx/:hash/debug',
    title: 'Debugger',
    load: () => import('../screens/debugger/DebuggerScreen.tsx'),
    under: '/txs',
  },
  {
    path: '/simulate/debug',
    title: 'Debugger',
    load: () => import('../screens/debugger/DebuggerScreen.tsx'),
    under: '/simulate',
  },
  {
    path: '/events',
    title: 'Events',
    load: () => import('../screens/events/EventsScreen.tsx'),
    menu: { group: 'Chain', key: 'e' },
  },
  {
    path: '/mempool',
    title: 'Mempool',
    load: () => import('../screens/mempool/MempoolScreen.tsx'),
    menu: { group: 'Chain', key: 'm' },
  },
  {
    path: '/messages',
    title: 'L1 messages',
    load: () => import('../screens/messages/MessagesScreen.tsx'),
    menu: { group: 'Chain', key: '1' },
  },
  {
    path: '/contracts',
    title: 'Contracts',
    load: () => import('../screens/contracts/ContractsScreen.tsx'),
    menu: { group: 'Chain', key: 'c' },
  },
  {
    path: '/contract/:address',
    title: 'Contract',
    load: () => import('../screens/contract/ContractScreen.tsx'),
    under: '/contracts',
  },
  {
    path: '/classes',
    title: 'Classes',
    load: () => import('../screens/classes/ClassesScreen.tsx'),
    menu: { group: 'Chain', key: 'l' },
  },
  {
    path: '/class/:hash',
    title: 'Class',
    load: () => import('../screens/class/ClassScreen.tsx'),
    under: '/classes',
  },
  {
    path: '/accounts',
    title: 'Accounts',
    load: () => import('../screens/accounts/AccountsScreen.tsx'),
    menu: { group: 'Chain', key: 'a' },
  },
  {
    path: '/simulate',
    title: 'Simulate',
    load: () => import('../screens/simulate/SimulateScreen.tsx'),
    menu: { group: 'Tools', key: 's' },
  },
  {
    path: '/gas',
    title: 'Gas',
    load: () => import('../screens/gas/GasScreen.tsx'),
    menu: { group: 'Tools', key: 'f' },
  },
  {
    path: '/gas/compare',
    title: 'Compare gas',
    load: () => import('../screens/compare/CompareScreen.tsx'),
    under: '/gas',
  },
  {
    path: '/coverage',
    title: 'Coverage',
    load: () => import('../screens/coverage/CoverageScreen.tsx'),
    menu: { group: 'Tools', key: 'v' },
  },
  {
    path: '/watch',
    title: 'Watch',
    load: () => import('../screens/watch/WatchScreen.tsx'),
    menu: { group: 'Tools', key: 'w' },
  },
  {
    path: '/controls',
    title: 'Controls',
    load: () => import('../screens/controls/ControlsScreen.tsx'),
    menu: { group: 'Tools', key: 'o' },
  },
  {
    path: '/console',
    title: 'Console',
    load: () => import('../screens/console/ConsoleScreen.tsx'),
    menu: { group: 'Tools', key: 'j' },
  },
  {
    path: '/timeline',
    title: 'Timeline',
    load: () => import('../screens/timeline/TimelineScreen.tsx'),
    menu: { group: 'Tools', key: 'i' },
  },
  {
    path: '/connect',
    title: 'Connect',
    load: () => import('../screens/connect/ConnectScreen.tsx'),
    menu: { group: 'Node', key: 'n' },
  },
  {
    path: '/settings',
    title: 'Configuration',
    load: () => import('../screens/settings/SettingsScreen.tsx'),
    menu: { group: 'Node', key: ',' },
  },
];
