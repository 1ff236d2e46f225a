import { useState } from 'preact/hooks';
import type { AbiFunction } from '../../../../src/abi/abiModel.ts';
import { useNames } from '../../data/chain/names.ts';
import { faultsOf, plainTexts } from '../../data/contracts/argumentTexts.ts';
import { useNode } from '../../data/node/hooks.ts';
import type { TokenUnit } from '../../data/text/amounts.ts';

/** The texts of the parameters of a function in a form. */
export interface Arguments {
  /** The properties of `ArgumentFields`. */
  readonly fields: {
    readonly inputs: AbiFunction['inputs'];
    readonly texts: readonly string[];
    readonly token: TokenUnit | null | undefined;
    readonly isChecked: boolean;
    readonly onChange: (texts: readonly string[]) => void;
  };
  /**
   * The texts as values of an ABI are read from them, without names and units. Undefined if they are no values: then the fields say what is
   * wrong, and the first such field of the form gets the focus.
   */
  check(form: HTMLFormElement): Promise<readonly string[] | undefined>;
}

/** Keeps the texts of a form. `of` is the contract of the function: if it is a token, amounts may have its unit. */
export function useArguments(inputs: AbiFunction['inputs'], of?: string): Arguments {
  const node = useNode();
  const token = useNames(of === undefined ? [] : [of]).get(of ?? '')?.token;
  const [texts, setTexts] = useState<readonly string[]>([]);
  const [isChecked, setChecked] = useState(false);
  return {
    fields: { inputs, texts, token, isChecked, onChange: setTexts },
    async check(form) {
      const plain = await plainTexts(node, inputs, texts, token);
      setChecked(true);
      if (faultsOf(inputs, plain).every((fault) => fault === undefined)) return plain;
      focusFault(form);
      return undefined;
    },
  };
}

/** Brings somebody to the first field with a fault, after the fields are rendered again. */
export const focusFault = (form: HTMLElement) =>
  void setTimeout(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
