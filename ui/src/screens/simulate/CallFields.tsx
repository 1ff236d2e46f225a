import { useEffect } from 'preact/hooks';
import type { AbiFunction } from '../../../../src/abi/abiModel.ts';
import { abiOf, callableFunctionsOf } from '../../data/contracts/contractAbi.ts';
import { useQuery } from '../../data/node/hooks.ts';
import type { TokenUnit } from '../../data/text/amounts.ts';
import { isHex } from '../../data/text/hex.ts';
import type { CallDraft } from '../../data/transactions/keptCalls.ts';
import { AddressField } from '../../parts/contracts/AddressField.tsx';
import { ArgumentFields } from '../../parts/contracts/ArgumentFields.tsx';
import { Choice, Field } from '../../parts/forms/Field.tsx';
import { safeName } from '../../parts/values/format.ts';

interface Props {
  readonly index: number;
  readonly draft: CallDraft;
  /** The token that the contract is. */
  readonly token: TokenUnit | null | undefined;
  readonly isChecked: boolean;
  readonly onChange: (draft: CallDraft) => void;
  /** Gets the function of the call, so that its arguments can be encoded; undefined while there is none. */
  readonly onFunction: (fn: AbiFunction | undefined) => void;
  readonly onRemove: (() => void) | undefined;
}

/** One call: its contract, its function and its arguments. */
export function CallFields({ index, draft, token, isChecked, onChange, onFunction, onRemove }: Props) {
  const { address, functionName, texts } = draft;
  const found = useQuery(
    'chain_getClassAt',
    isHex(address)
      ? { block_id: 'pre_confirmed', contract_address: address.toLowerCase() as `0x${string}` }
      : undefined,
    'fixed',
  );
  const abi = found.data && abiOf(found.data);
  const functions = abi ? callableFunctionsOf(abi, 'external') : [];
  // A past call of a function that the ABI does not have keeps its selector and its calldata.
  const isRaw = isHex(functionName);
  // A past call may be one of a view, which is not offered. No other function takes the place of one that is gone.
  const all = [...functions, ...(abi?.functionList ?? [])];
  const fn = functionName === '' ? functions[0] : all.find(({ name }) => name === functionName);
  const chosen = fn?.name ?? functionName;
  const names = functions.map(({ name }) => name);
  const listed = names.includes(chosen) ? names : [chosen, ...names];
  const setAddress = (typed: string) => onChange({ address: typed, functionName: '', texts: [] });
  useEffect(() => onFunction(fn), [fn]);
  return (
    <fieldset class="call-fields stack">
      <legend>Call {index + 1}</legend>
      <AddressField
        label="Contract"
        value={address}
        placeholder="0x…, a label or a name"
        wrong={found.error && safeName(found.error.message)}
        onChange={setAddress}
      />
      {abi && chosen !== '' && !isRaw && (
        <Choice
          label="Function"
          value={chosen}
          options={listed.map((name) => ({ value: name, name: safeName(name, 80) }))}
          onChange={(name) => onChange({ address, functionName: name, texts: [] })}
        />
      )}
      {fn && (
        <ArgumentFields
          inputs={fn.inputs}
          texts={texts}
          token={token}
          isChecked={isChecked}
          onChange={(changed) => onChange({ address, functionName: fn.name, texts: changed })}
        />
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
      {abi && !fn && !isRaw && (
        <p class="muted">
          The ABI of this contract has no {chosen === '' ? 'functions that change the state' : 'function of this name'}.
        </p>
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
