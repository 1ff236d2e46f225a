import { AbiError } from './abiError.ts';
import { type RawItem, readItems } from './abiItems.ts';
import { abiLimits } from './abiLimits.ts';
import type { AbiFunction, AbiModel } from './abiModel.ts';
import { type AbiParameter, type AbiType, isUnit } from './abiType.ts';
import { parametersOf } from './parameters.ts';
import { parseType, U256 } from './parseType.ts';
import { contractPathOf, readEvents } from './readEvents.ts';

const read = new WeakMap<object, AbiModel>();

/**
 * Reads an ABI: JSON text, or the list that it holds. Cairo 0 and all versions of Cairo 1 and 2 are understood. Items
 * that are not are left out and named in `problems`; only an ABI that is no list of bounded size is an error. A list is
 * read once and must not change afterwards.
 */
export function readAbi(source: unknown): AbiModel {
  if (typeof source === 'string') return readModel(parseText(source));
  if (typeof source !== 'object' || source === null) return readModel(source);
  let model = read.get(source);
  if (!model) read.set(source, (model = readModel(source)));
  return model;
}

function parseText(text: string): unknown {
  if (text.length > abiLimits.textChars)
    throw new AbiError(`The ABI has ${text.length} characters, more than ${abiLimits.textChars}.`);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new AbiError(`The ABI is not JSON: ${(error as Error).message}`);
  }
}

const MAX_PROBLEMS = 100;

function readModel(source: unknown): AbiModel {
  const problems: string[] = [];
  const report = (problem: string) => void (problems.length < MAX_PROBLEMS && problems.push(problem));
  const items = readItems(source, report);
  const types = readTypes(items, report);
  const typeOf = (text: string) => parseType(text, (name) => types.get(name));
  const functionOf = (item: RawItem): AbiFunction => ({
    kind: item.type as AbiFunction['kind'],
    name: item.name,
    interfaceName: item.interfaceName,
    mutability: item.mutability === 'view' ? 'view' : 'external',
    inputs: parametersOf(item.inputs, typeOf),
    outputs: parametersOf(item.outputs, typeOf).filter(({ type }) => !isUnit(type)),
  });

  const functionItems = items.filter(({ type }) => type === 'function');
  const functionList = functionItems.map(functionOf);
  const l1Handlers = new Map(
    items.filter(({ type }) => type === 'l1_handler').map((item) => [item.name, functionOf(item)]),
  );
  const constructorItem = items.find(({ type }) => type === 'constructor');
  const contractPath = contractPathOf(items);
  return {
    contractPath,
    contractName: contractPath?.split('::').at(-1),
    functions: indexFunctions(functionList, functionItems.map(signatureText), report),
    functionList,
    constructorFunction: constructorItem && functionOf(constructorItem),
    l1Handlers,
    types,
    events: readEvents(items, typeOf, report),
    problems,
  };
}

/** All structs and enums. Each is made before the types of its members are read, so that a type can contain itself. */
function readTypes(items: readonly RawItem[], report: (problem: string) => void): Map<string, AbiType> {
  const types = new Map<string, AbiType>();
  const fill: (() => void)[] = [];
  const typeOf = (text: string) => parseType(text, (name) => types.get(name));
  for (const item of items) {
    if (item.type !== 'struct' && item.type !== 'enum') continue;
    const { name, parts } = item;
    if (types.has(name)) {
      report(`${name} is defined twice; the first definition counts.`);
      continue;
    }
    const names = new Set(parts.map((part) => part.name));
    if (names.size !== parts.length) report(`${name} names a member twice.`);
    if (name === 'Uint256' && parts.map((part) => part.name).join() === 'low,high') {
      types.set(name, U256);
      continue;
    }
    const members: AbiParameter[] = [];
    types.set(
      name,
      item.type === 'struct' ? { kind: 'struct', name, members } : { kind: 'enum', name, variants: members },
    );
    fill.push(() => {
      for (const parameter of parametersOf(parts, typeOf)) members.push(parameter);
    });
  }
  for (const step of fill) step();
  return types;
}

/** Functions by name and by `interface::name`. A name that two interfaces declare differently is only found by the latter. */
function indexFunctions(
  list: readonly AbiFunction[],
  signatures: readonly string[],
  report: (problem: string) => void,
): Map<string, AbiFunction> {
  const functions = new Map<string, AbiFunction>();
  const first = new Map<string, number>();
  const clashes = new Set<string>();
  for (const [i, entry] of list.entries()) {
    const other = first.get(entry.name);
    if (other === undefined) {
      first.set(entry.name, i);
      functions.set(entry.name, entry);
    } else if (signatures[other] !== signatures[i]) {
      clashes.add(entry.name);
      const places = [list[other]!, entry].map(({ interfaceName }) => interfaceName ?? 'the contract itself');
      report(
        `${entry.name} is declared differently by ${places.join(' and ')}. Call it with its interface: ${qualified(entry)}.`,
      );
    }
    if (entry.interfaceName !== undefined && !functions.has(qualified(entry))) functions.set(qualified(entry), entry);
  }
  for (const name of clashes) functions.delete(name);
  return functions;
}

/** Equal for functions that take and return the same. */
const signatureText = ({ mutability, inputs, outputs }: RawItem) => JSON.stringify([mutability, inputs, outputs]);

const qualified = ({ interfaceName, name }: AbiFunction) =>
  interfaceName === undefined ? name : `${interfaceName}::${name}`;
