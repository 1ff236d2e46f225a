import { safeLines } from './format.ts';

/** Text as it is, in a box that scrolls. */
export const Code = ({ text }: { readonly text: string }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it.
  <pre class="code" tabIndex={0}>
    {safeLines(text)}
  </pre>
);
