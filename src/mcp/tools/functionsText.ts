import { typeText } from '../../abi/abiType.ts';
import { readAbi } from '../../abi/readAbi.ts';
import type { Abi } from '../../abi/types.ts';

/** The functions and events of a contract, as Cairo programmers write them. */
export function functionsText(abi: Abi): string {
  const { functionList, events } = readAbi(abi);
  const lines = functionList
    .filter(({ kind }) => kind === 'function')
    .map(({ name, inputs, outputs, mutability }) => {
      const parameters = inputs.map((input) => `${input.name}: ${typeText(input.type)}`).join(', ');
      const result = outputs.map(({ type }) => typeText(type)).join(', ');
      return `${mutability === 'view' ? 'view' : 'external'} ${name}(${parameters})${result && ` -> ${result}`}`;
    });
  const names = [...events].map(({ name }) => name);
  return [...lines, ...(names.length > 0 ? [`events: ${names.join(', ')}`] : [])].join('\n');
}
