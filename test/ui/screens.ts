/** Every screen with a heading that shows it is there. The tests visit all of them. */
export const screens: readonly { readonly path: string; readonly heading: string }[] = [
  { path: '/', heading: 'Dashboard' },
];
