import type { AbiFunction } from '../../../../src/abi/abiModel.ts';
import { type AbiParameter, typeText } from '../../../../src/abi/abiType.ts';
import {
  faultsOf,
  isAddress,
  isNameText,
  meaningOf,
  sampleOf,
  tokenOfInput,
} from '../../data/contracts/argumentTexts.ts';
import { example } from '../../data/contracts/values.ts';
import type { TokenUnit } from '../../data/text/amounts.ts';
import { Choice, Field } from '../forms/Field.tsx';
import { safeName } from '../values/format.ts';
import { ADDRESS_HINT, AddressField } from './AddressField.tsx';

interface Props {
  readonly inputs: AbiFunction['inputs'];
  readonly texts: readonly string[];
  /** The token whose function it is. Its amounts may be typed with its symbol. */
  readonly token?: TokenUnit | null | undefined;
  /** Says at each field what is wrong with its text. Forms set it when somebody tries to send them. */
  readonly isChecked: boolean;
  readonly onChange: (texts: readonly string[]) => void;
}

const YES_NO = [
  { value: 'false', name: 'false' },
  { value: 'true', name: 'true' },
] as const;

/** A field for every parameter of a function. */
export function ArgumentFields({ inputs, texts, token, isChecked, onChange }: Props) {
  const faults = isChecked ? faultsOf(inputs, texts, token) : [];
  const set = (index: number, text: string) => onChange(inputs.map((_, i) => (i === index ? text : (texts[i] ?? ''))));
  return (
    <>
      {inputs.map((input, i) => (
        <ArgumentField
          key={i}
          input={input}
          text={texts[i] ?? ''}
          token={token}
          fault={faults[i]}
          onChange={(text) => set(i, text)}
        />
      ))}
    </>
  );
}

interface FieldProps extends Pick<Props, 'token'> {
  readonly input: AbiParameter;
  readonly text: string;
  readonly fault: string | undefined;
  readonly onChange: (text: string) => void;
}

function ArgumentField({ input, text, token, fault, onChange }: FieldProps) {
  const { name, type } = input;
  const label = `${safeName(name, 60)}: ${safeName(typeText(type), 80)}`;
  const wrong = fault && `${safeName(name, 60)}: ${safeName(fault, 300)}`;
  if (type.kind === 'bool')
    return <Choice label={label} value={text || 'false'} options={YES_NO} onChange={onChange} />;
  if (isAddress(type))
    return (
      <AddressField
        label={label}
        value={text}
        hint={type.kind === 'option' ? `empty, or ${ADDRESS_HINT}` : ADDRESS_HINT}
        wrong={wrong}
        isName={isNameText}
        onChange={onChange}
      />
    );
  const unit = tokenOfInput(input, token);
  const meaning = unit && meaningOf(text, unit);
  const sample = unit ? `${sampleOf(unit)}, or a whole number of the smallest unit` : example(type);
  return (
    <Field
      label={label}
      value={text}
      hint={safeName(meaning ?? sample, 160)}
      wrong={wrong}
      isLong={type.kind === 'struct' || type.kind === 'array' || type.kind === 'byteArray'}
      onChange={onChange}
    />
  );
}
