import { nameOf, useNames } from '../../data/chain/names.ts';
import { labels } from '../../data/stores/labels.ts';
import { useStore } from '../../data/stores/store.ts';
import { amountsIn } from '../../data/text/amounts.ts';
import { safeLines, safeName, shortInText } from './format.ts';

/** What may be an address in a text. */
const LONG_HEX = /(0x[0-9a-f]{16,64})/gi;

interface Props {
  readonly text: string;
  /** The most characters. */
  readonly max: number;
  /** The contract that the text is about: if it is a token, amounts are shown in tokens. */
  readonly of?: string | undefined;
  /** Keeps its lines. */
  readonly hasLines?: boolean;
}

/**
 * A text from a contract with its addresses as names, other hashes short, and its numbers in groups of digits or in tokens. It has no
 * links, so that it can be part of a button.
 */
export function NamedText({ text, max, of, hasLines = false }: Props) {
  const own = useStore(labels);
  const parts = text.slice(0, 4 * max).split(LONG_HEX);
  const addresses = parts.filter((_, i) => i % 2 === 1).map((address) => address.toLowerCase());
  const known = useNames(of === undefined ? addresses : [...addresses, of]);
  const token = of === undefined ? undefined : known.get(of)?.token;
  let left = max;
  return (
    <>
      {parts.map((part, i) => {
        if (left <= 0) return null;
        const address = part.toLowerCase();
        const name = i % 2 === 1 ? nameOf(address, known.get(address), own) : undefined;
        const plain = () =>
          hasLines ? safeLines(amountsIn(part, token)).slice(0, left) : safeName(amountsIn(part, token), left);
        const shown = i % 2 === 0 ? plain() : safeName(name ?? shortInText(part), MOST_NAME);
        left -= shown.length;
        return name === undefined ? (
          shown
        ) : (
          <span key={i} class="named" title={part}>
            {shown}
          </span>
        );
      })}
    </>
  );
}

const MOST_NAME = 40;
