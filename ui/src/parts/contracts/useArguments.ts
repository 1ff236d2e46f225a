import { useState } from 'preact/hooks';
import type { AbiFunction } from '../../../../src/abi/abiModel.ts';
import { faultsOf } from '../../data/contracts/contractAbi.ts';

/** The texts of the parameters of a function in a form. */
export interface Arguments {
  readonly texts: readonly string[];
  /** The properties of `ArgumentFields`. */
  readonly fields: {
    readonly inputs: AbiFunction['inputs'];
    readonly texts: readonly string[];
    readonly isChecked: boolean;
    readonly onChange: (texts: readonly string[]) => void;
  };
  /** Whether all texts are values. If not, the fields say what is wrong, and the first such field of the form gets the focus. */
  check(form: HTMLFormElement): boolean;
}

export function useArguments(inputs: AbiFunction['inputs']): Arguments {
  const [texts, setTexts] = useState<readonly string[]>([]);
  const [isChecked, setChecked] = useState(false);
  return {
    texts,
    fields: { inputs, texts, isChecked, onChange: setTexts },
    check(form) {
      setChecked(true);
      if (faultsOf(inputs, texts).every((fault) => fault === undefined)) return true;
      // After the fields are rendered again.
      setTimeout(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
      return false;
    },
  };
}
