import { canonicalHex, isHex } from '../../data/text/hex.ts';
import { Hash } from '../../parts/values/Hash.tsx';
import { ValueText } from '../../parts/values/ValueText.tsx';

const IS_ADDRESS = /(?:^|::)ContractAddress$/;

interface Props {
  readonly text: string;
  readonly type?: string | undefined;
  readonly name: string;
  /** The contract that runs, or stores it. */
  readonly of: string | undefined;
  readonly was?: string | undefined;
}

/** A value as the other screens show it: an address by its name, which leads there; an amount in tokens; other numbers in groups of digits. */
export function DebugValue({ text, type, name, of, was }: Props) {
  if (type !== undefined && IS_ADDRESS.test(type) && isHex(text))
    return <Hash value={canonicalHex(text)} kind="contract" />;
  return <ValueText text={text} of={of ?? ''} name={name} was={was} />;
}
