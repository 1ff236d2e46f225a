import { isHex } from '../../data/text/hex.ts';
import {
  dateWords,
  isFeeToken,
  isPresent,
  KINDS,
  type OverrideDraft,
  type WhatIf,
} from '../../data/transactions/whatIf.ts';
import { ADDRESS_HINT, AddressField } from '../../parts/contracts/AddressField.tsx';
import { Field } from '../../parts/forms/Field.tsx';

const MOST = 50;
const KIND_NAMES = Object.keys(KINDS) as readonly OverrideDraft['kind'][];

interface Props {
  readonly value: WhatIf;
  readonly onChange: (value: WhatIf) => void;
}

/** What is other than on the chain: block, time, storage, balances and code. */
export function WhatIfFields({ value, onChange }: Props) {
  const { block, time, overrides } = value;
  const change = (index: number, changed: OverrideDraft | undefined) =>
    onChange({
      ...value,
      overrides: overrides.flatMap((each, i) => (i !== index ? [each] : changed === undefined ? [] : [changed])),
    });
  return (
    <details class="what-if" open={!isPresent(value)}>
      <summary>What if: another block, time, storage, balance or code</summary>
      <div class="stack">
        <div class="columns">
          <Field
            label="After block"
            value={block}
            placeholder="now"
            onChange={(changed) => onChange({ ...value, block: changed })}
          />
          <Field
            label="Time"
            value={time}
            placeholder="now"
            hint={dateWords(time) ?? 'Seconds since 1970, or 2026-11-18 10:00'}
            onChange={(changed) => onChange({ ...value, time: changed })}
          />
        </div>
        {overrides.map((each, i) => (
          <OverrideFields key={i} draft={each} onChange={(changed) => change(i, changed)} />
        ))}
        {overrides.length < MOST && (
          <div class="row">
            {KIND_NAMES.map((kind) => (
              <button
                key={kind}
                type="button"
                class="button small"
                onClick={() =>
                  onChange({ ...value, overrides: [...overrides, { kind, address: '', name: '', value: '' }] })
                }
              >
                {`Other ${KINDS[kind].title.toLowerCase()}`}
              </button>
            ))}
          </div>
        )}
      </div>
    </details>
  );
}

const HINTS: Readonly<Record<OverrideDraft['kind'], { readonly name?: string; readonly value: string }>> = {
  storage: { name: 'balances[account 1].low, or a key', value: '1000, 0x1 or JSON' },
  balance: { name: `STRK, or ${ADDRESS_HINT}`, value: '1e18' },
  code: { value: '0x… of a declared class' },
};

const isTokenName = (typed: string): boolean => typed.trim() !== '' && !isHex(typed.trim()) && !isFeeToken(typed);
const TokenField = (props: Omit<Parameters<typeof AddressField>[0], 'isName'>) => (
  <AddressField {...props} isName={isTokenName} />
);

interface OverrideProps {
  readonly draft: OverrideDraft;
  readonly onChange: (changed: OverrideDraft | undefined) => void;
}

function OverrideFields({ draft, onChange }: OverrideProps) {
  const { title, address, name, value } = KINDS[draft.kind];
  const hints = HINTS[draft.kind];
  const NameField = draft.kind === 'balance' ? TokenField : Field;
  return (
    <fieldset class="call-fields stack">
      <legend>{title}</legend>
      <AddressField
        label={address}
        value={draft.address}
        placeholder={ADDRESS_HINT}
        onChange={(changed) => onChange({ ...draft, address: changed })}
      />
      {name !== undefined && (
        <NameField
          label={name}
          value={draft.name}
          placeholder={hints.name}
          onChange={(changed) => onChange({ ...draft, name: changed })}
        />
      )}
      <Field
        label={value}
        value={draft.value}
        placeholder={hints.value}
        onChange={(changed) => onChange({ ...draft, value: changed })}
      />
      <div>
        <button type="button" class="button small danger" onClick={() => onChange(undefined)}>
          {`Remove ${title.toLowerCase()}`}
        </button>
      </div>
    </fieldset>
  );
}
