import { selectorOfName } from '../../abi/selector.ts';
import type { Felt } from '../../felt/felt.ts';
import { limits } from '../../protocol/limits.ts';
import { decoder, text } from './decoder.ts';
import { felt } from './felt.ts';

/** A function or an event: its selector, and its name if that was given. */
export interface NamedSelector {
  readonly name: string | undefined;
  readonly selector: Felt;
}

const nameText = text('nameChars');

/** The name of a function or an event, or its selector. */
export const nameOrSelector = decoder<NamedSelector, string>(
  'name, or selector as 0x…',
  () => 'x'.repeat(limits.nameChars),
  (value, field) => {
    if (typeof value === 'string' && /^0x/i.test(value)) return { name: undefined, selector: felt(value, field) };
    const name = nameText(value, field);
    return { name, selector: selectorOfName(name) };
  },
);
