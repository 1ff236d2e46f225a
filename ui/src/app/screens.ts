// Every screen: its path, its place in the navigation, and the file that it is loaded from when it is first shown.
import type { FunctionComponent } from 'preact';
import type { ScreenProps } from '../routing/screenProps.ts';

export interface Screen {
  /** Such as `/tx/:hash`. */
  readonly path: string;
  readonly title: string;
  readonly load: () => Promise<{ readonly default: FunctionComponent<ScreenProps> }>;
  /** The entry in the navigation that is marked while the screen is shown. */
  readonly under?: string;
  /** Its place in the navigation: the heading, and the key that follows `g`. */
  readonly menu?: { readonly group: 'Chain' | 'Tools' | 'Node'; readonly key: string };
}

export const screens: readonly Screen[] = [
  {
    path: '/',
    title: 'Dashboard',
    load: () => import('../screens/dashboard/DashboardScreen.tsx'),
    menu: { group: 'Chain', key: 'd' },
  },
];
