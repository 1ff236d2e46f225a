import { useEffect, useId } from 'preact/hooks';
import type { AbiFunction } from '../../../../src/abi/abiModel.ts';
import { abiOf, functionsOf } from '../../data/contracts/contractAbi.ts';
import { useQuery } from '../../data/node/hooks.ts';
import { isHex } from '../../data/text/hex.ts';
import type { CallDraft } from '../../data/transactions/keptCalls.ts';
import { ArgumentFields } from '../../parts/contracts/ArgumentFields.tsx';
import { useAddressOfName } from '../../parts/contracts/useAddressOfName.ts';
import { Choice, Field } from '../../parts/forms/Field.tsx';
import { safeName } from '../../parts/values/format.ts';

interface Props {
  readonly index: number;
  readonly draft: CallDraft;
  readonly isChecked: boolean;
  readonly onChange: (draft: CallDraft) => void;
  /** Gets the function of the call, so that its arguments can be encoded; undefined while there is none. */
  readonly onFunction: (fn: AbiFunction | undefined) => void;
  readonly onRemove: (() => void) | undefined;
}

/** One call: its contract, its function and its arguments. */
export function CallFields({ index, draft, isChecked, onChange, onFunction, onRemove }: Props) {
  const id = useId();
  const { address, functionName, texts } = draft;
  const contracts = useQuery('sandbox_getContracts', { limit: 200 });
  const found = useQuery(
    'chain_getClassAt',
    isHex(address)
      ? { block_id: 'pre_confirmed', contract_address: address.toLowerCase() as `0x${string}` }
      : undefined,
    'fixed',
  );
  const functions = found.data ? functionsOf(abiOf(found.data), 'external') : [];
  // A past call of a function that the ABI does not have keeps its selector and its calldata.
  const isRaw = isHex(functionName);
  const fn = isRaw ? undefined : (functions.find(({ name }) => name === functionName) ?? functions[0]);
  const setAddress = (typed: string) => onChange({ address: typed, functionName: '', texts: [] });
  const readName = useAddressOfName(setAddress);
  useEffect(() => onFunction(fn), [fn]);
  return (
    <fieldset class="call-fields stack">
      <legend>Call {index + 1}</legend>
      <div class="field">
        <label for={id}>Contract</label>
        <input
          id={id}
          class="input mono"
          list={`${id}-contracts`}
          value={address}
          placeholder="0x…, a label or a name"
          spellcheck={false}
          autocomplete="off"
          aria-invalid={address !== '' && found.error !== undefined}
          onInput={(event) => setAddress(event.currentTarget.value.trimStart())}
          onChange={(event) => readName(event.currentTarget.value)}
        />
        <datalist id={`${id}-contracts`}>
          {contracts.data?.contracts.map(({ contract_address, contract_name }) => (
            <option key={contract_address} value={contract_address}>
              {safeName(contract_name ?? 'contract', 60)}
            </option>
          ))}
        </datalist>
        {found.error && <span class="wrong">{safeName(found.error.message)}</span>}
      </div>
      {fn && (
        <>
          <Choice
            label="Function"
            value={fn.name}
            options={functions.map(({ name }) => ({ value: name, name: safeName(name, 80) }))}
            onChange={(name) => onChange({ address, functionName: name, texts: [] })}
          />
          <ArgumentFields
            inputs={fn.inputs}
            texts={texts}
            isChecked={isChecked}
            onChange={(changed) => onChange({ address, functionName: fn.name, texts: changed })}
          />
        </>
      )}
      {isRaw && (
        <Field
          label="Calldata"
          value={texts[0] ?? ''}
          hint={`Felts for the selector ${functionName}, which no function of the ABI has. Choose the contract again to call another function.`}
          isLong
          onChange={(text) => onChange({ address, functionName, texts: [text] })}
        />
      )}
      {found.data && !fn && !isRaw && (
        <p class="muted">The ABI of this contract has no functions that change the state.</p>
      )}
      {onRemove && (
        <div>
          <button type="button" class="button small danger" onClick={onRemove}>
            Remove call {index + 1}
          </button>
        </div>
      )}
    </fieldset>
  );
}
