import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { AbiFunction } from '../../../../src/abi/abiModel.ts';
import { typeText } from '../../../../src/abi/abiType.ts';
import { safeName } from '../values/format.ts';
import { useNamedFunction } from './useNamedFunction.ts';

/** A function of a contract with its signature. Its form is made when it is first opened. A link that names the function opens it. */
export function FunctionCard({ fn, children }: { readonly fn: AbiFunction; readonly children: ComponentChildren }) {
  const inputs = fn.inputs.map(({ name, type }) => `${name}: ${typeText(type)}`).join(', ');
  const outputs = fn.outputs.map(({ type }) => typeText(type)).join(', ');
  const [isNamed, card] = useNamedFunction<HTMLDetailsElement>(fn.name);
  const [wasOpened, setOpened] = useState(isNamed);
  return (
    <details ref={card} class="function" open={isNamed} onToggle={() => setOpened(true)}>
      <summary>
        <b>{safeName(fn.name, 80)}</b>
        <span class="muted">
          ({safeName(inputs, 200)}){outputs !== '' && ` → ${safeName(outputs, 80)}`}
        </span>
      </summary>
      <div class="body">{wasOpened && children}</div>
    </details>
  );
}
