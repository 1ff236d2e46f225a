import { isAmountName } from '../../data/text/amounts.ts';
import { NamedText } from './NamedText.tsx';
import { Quantity } from './Quantity.tsx';

interface Props {
  /** A decimal number, or any other text. */
  readonly text: string;
  /** The contract that stores it, and what it is called there. */
  readonly of: string;
  readonly name: string | null;
  /** What it was before: the digits that differ are marked. */
  readonly was?: string | undefined;
  /** Leaves out what is in the middle of very long numbers. */
  readonly isShort?: boolean;
}

const IS_NUMBER = /^\d{1,78}$/;
const MOST_CHARS = 200;

/** A value of a contract on one line: numbers in groups of digits or in tokens, addresses by their names. */
export function ValueText({ text, of, name, was, isShort = false }: Props) {
  if (!IS_NUMBER.test(text)) return <NamedText text={text} max={MOST_CHARS} of={of} />;
  return (
    <Quantity
      value={BigInt(text)}
      token={name !== null && isAmountName(name) ? of : undefined}
      was={was !== undefined && IS_NUMBER.test(was) ? BigInt(was) : undefined}
      withSymbol
      isShort={isShort}
    />
  );
}
