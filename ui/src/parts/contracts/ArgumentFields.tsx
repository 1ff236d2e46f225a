import type { AbiFunction } from '../../../../src/abi/abiModel.ts';
import { typeText } from '../../../../src/abi/abiType.ts';
import { faultsOf } from '../../data/contracts/contractAbi.ts';
import { example } from '../../data/contracts/values.ts';
import { Choice, Field } from '../forms/Field.tsx';
import { safeName } from '../values/format.ts';

interface Props {
  readonly inputs: AbiFunction['inputs'];
  readonly texts: readonly string[];
  /** Says at each field what is wrong with its text. Forms set it when somebody tries to send them. */
  readonly isChecked: boolean;
  readonly onChange: (texts: readonly string[]) => void;
}

const YES_NO = [
  { value: 'false', name: 'false' },
  { value: 'true', name: 'true' },
] as const;

/** A field for every parameter of a function. */
export function ArgumentFields({ inputs, texts, isChecked, onChange }: Props) {
  const faults = isChecked ? faultsOf(inputs, texts) : [];
  const set = (index: number, text: string) => onChange(inputs.map((_, i) => (i === index ? text : (texts[i] ?? ''))));
  return (
    <>
      {inputs.map(({ name, type }, i) => {
        const label = `${safeName(name, 60)}: ${safeName(typeText(type), 80)}`;
        if (type.kind === 'bool')
          return (
            <Choice
              key={i}
              label={label}
              value={texts[i] || 'false'}
              options={YES_NO}
              onChange={(text) => set(i, text)}
            />
          );
        return (
          <Field
            key={i}
            label={label}
            value={texts[i] ?? ''}
            hint={safeName(example(type), 160)}
            wrong={faults[i] && `${safeName(name, 60)}: ${safeName(faults[i], 300)}`}
            isLong={type.kind === 'struct' || type.kind === 'array' || type.kind === 'byteArray'}
            onChange={(text) => set(i, text)}
          />
        );
      })}
    </>
  );
}
