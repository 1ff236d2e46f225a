import type { AbiEventMember, AbiModel } from '../../abi/abiModel.ts';
import { type AbiParameter, type AbiType, isUnit, typeText } from '../../abi/abiType.ts';
import { innerTypes } from '../../abi/innerTypes.ts';
import { readAbi } from '../../abi/readAbi.ts';
import type { Abi } from '../../abi/types.ts';

/** What a contract has to call and emits, as Cairo programmers write it, with the types of its own that one has to know for it. */
export function functionsText(abi: Abi): string {
  const model = readAbi(abi);
  const { functionList, constructorFunction } = model;
  const parameters = (given: readonly AbiParameter[]) =>
    given.map(({ name, type }) => `${name}: ${typeText(type)}`).join(', ');
  const functions = functionList
    .filter(({ kind }) => kind === 'function')
    .map(({ name, inputs, outputs, mutability }) => {
      const result = outputs.map(({ type }) => typeText(type)).join(', ');
      return `${mutability === 'view' ? 'view' : 'external'} ${name}(${parameters(inputs)})${result && ` -> ${result}`}`;
    });
  return [
    ...(constructorFunction ? [`constructor(${parameters(constructorFunction.inputs)})`] : []),
    ...functions,
    ...model.events.map(({ name, members }) => `event ${name}(${members.map(memberText).join(', ')})`),
    ...[...ownTypes(model)].map(declarationText),
  ].join('\n');
}

const memberText = (member: AbiEventMember): string =>
  member.kind === 'nested' ? member.name : `${member.name}: ${typeText(member.type)}`;

type OwnType = Extract<AbiType, { kind: 'struct' | 'enum' }>;

/** The structs and enums that functions take and return. Recursive ones are circles of types. */
function ownTypes({ functionList, constructorFunction }: AbiModel): ReadonlySet<OwnType> {
  const seen = new Set<AbiType>();
  const found = new Set<OwnType>();
  const entries = constructorFunction ? [constructorFunction, ...functionList] : functionList;
  const waiting = entries.flatMap(({ inputs, outputs }) => [...inputs, ...outputs].map(({ type }) => type));
  for (let type = waiting.shift(); type; type = waiting.shift()) {
    if (seen.has(type)) continue;
    seen.add(type);
    if (type.kind === 'struct' || type.kind === 'enum') found.add(type);
    waiting.push(...innerTypes(type));
  }
  return found;
}

function declarationText(type: OwnType): string {
  const parts =
    type.kind === 'struct'
      ? type.members.map((member) => `${member.name}: ${typeText(member.type)}`)
      : type.variants.map((variant) => `${variant.name}${isUnit(variant.type) ? '' : `: ${typeText(variant.type)}`}`);
  return `${type.kind} ${typeText(type)} { ${parts.join(', ')} }`;
}
