import type { AbiEventMember, AbiFunction } from '../abi/abiModel.ts';
import { shortName, typeText } from '../abi/abiType.ts';
import { readAbi } from '../abi/readAbi.ts';
import { type CairoDocs, cairoDocs } from './cairoDocs.ts';

/** A class file that Scarb built, as far as types need it. */
export interface BuiltContract {
  /** The name that it is exported by. */
  readonly exportName: string;
  /** The name of the contract. */
  readonly name: string;
  /** The path of the class file. */
  readonly path: string;
  readonly abi: readonly object[];
  /** Cairo sources of its package that have documentation. */
  readonly sources: readonly string[];
}

/** A function or event with what editors show of it. */
export interface NamedMember {
  readonly name: string;
  readonly doc: string;
  /** Names of parameters or members, and their types in Cairo. */
  readonly parts: readonly { readonly name: string; readonly type: string }[];
}

/** What editors show of a contract. */
export interface ContractModel {
  readonly doc: string;
  /** The functions in the order of the ABI, after the constructor. */
  readonly functions: readonly NamedMember[];
  readonly events: readonly NamedMember[];
}

/** The names and the documentation of a contract. Throws an AbiError for an ABI that cannot be read. */
export function contractModel({ name, abi, sources }: BuiltContract): ContractModel {
  const model = readAbi(abi);
  const docs = cairoDocs(sources);
  const contract = model.contractName ?? name;
  const { functions, constructorFunction, events } = model;
  // Names with their interfaces are for those that clash, which types do not have.
  const usable = [...functions].flatMap(([key, entry]) => (key === entry.name ? [entry] : []));
  return {
    doc: docs.get(contract) ?? '',
    functions: [...(constructorFunction ? [constructorFunction] : []), ...usable].map((entry) => ({
      name: entry.name,
      doc: docOfFunction(entry, contract, docs),
      parts: entry.inputs.map((input) => ({ name: input.name, type: typeText(input.type) })),
    })),
    events: events.map((event) => ({
      name: event.name,
      doc: docs.get(`${contract}::${event.path.at(-1)}`) ?? '',
      parts: event.members.map((member) => ({ name: member.name, type: memberType(member) })),
    })),
  };
}

function docOfFunction({ name, interfaceName }: AbiFunction, contract: string, docs: CairoDocs): string {
  const inInterface = interfaceName === undefined ? undefined : docs.get(`${shortName(interfaceName)}::${name}`);
  return inInterface ?? docs.get(`${contract}::${name}`) ?? '';
}

const memberType = (member: AbiEventMember): string => (member.kind === 'nested' ? 'event' : typeText(member.type));
