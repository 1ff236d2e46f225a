import { safeLines } from './format.ts';

interface Props {
  readonly text: string;
  /** Breaks long lines, for code that is read here and copied as it is. */
  readonly wraps?: boolean;
}

/** Text as it is, in a box that scrolls. */
export const Code = ({ text, wraps = false }: Props) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it.
  <pre class={wraps ? 'code wraps' : 'code'} tabIndex={0}>
    {safeLines(text)}
  </pre>
);
