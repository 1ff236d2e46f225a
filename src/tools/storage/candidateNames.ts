import type { AbiModel } from '../../abi/abiModel.ts';
import { KNOWN_VARIABLES } from './knownVariables.ts';

/** More words of one class are not tried. */
const MAX_WORDS = 4000;
const MAX_NAME = 64;

/** Words in front of the name of a variable in the name of a function that reads or writes it. */
const VERBS =
  /^(?:get|set|read|write|is|has|add|remove|update|change|increase|decrease|open|close|create|delete|register|push|_)_/;

/** Names that the variables of a class may have: those of well-known contracts, and forms of the words in its ABI. */
export function candidateNames(model: AbiModel, words: readonly string[]): ReadonlySet<string> {
  const names = new Set(KNOWN_VARIABLES.keys());
  const base = new Set<string>();
  for (const word of [...wordsOf(model), ...words]) {
    if (base.size >= MAX_WORDS) break;
    if (word.length === 0 || word.length > MAX_NAME) continue;
    base.add(word);
    base.add(snakeCase(word));
    base.add(word.replace(VERBS, ''));
    base.add(snakeCase(word).replace(VERBS, ''));
    base.add(word.replace(/_(?:of|for|at|by_\w+)$/, ''));
  }
  base.delete('');
  for (const word of base) {
    names.add(word);
    names.add(`_${word}`);
    names.add(pluralOf(word));
    if (word.endsWith('s')) names.add(word.slice(0, -1));
  }
  for (const name of otherNames(model)) if (!KNOWN_VARIABLES.has(name)) names.delete(name);
  return names;
}

/**
 * Names whose hashes a class contains for another reason: those of its events, and selectors of functions that it calls. A variable may have
 * the name of a function that reads it.
 */
function* otherNames(model: AbiModel): Generator<string> {
  for (const { path } of model.events) yield* path;
  for (const name of model.types.keys()) yield name.slice(name.lastIndexOf(':') + 1);
  for (const { name, mutability, inputs, outputs } of model.functionList)
    if (mutability !== 'view' || outputs.length !== 1 || inputs.some(({ type }) => type.kind === 'array')) yield name;
}

function* wordsOf(model: AbiModel): Generator<string> {
  for (const { name, inputs, outputs } of model.functionList) {
    yield name;
    for (const parameter of [...inputs, ...outputs]) yield parameter.name;
  }
  for (const { name } of model.constructorFunction?.inputs ?? []) yield name;
  for (const handler of model.l1Handlers.values()) for (const { name } of handler.inputs) yield name;
  for (const [name, type] of model.types) {
    yield name.slice(name.lastIndexOf(':') + 1);
    if (type.kind === 'struct') for (const member of type.members) yield member.name;
  }
  for (const { path, members } of model.events) {
    yield* path;
    for (const { name } of members) yield name;
  }
}

/** `token_uri` for `TokenURI` and `tokenUri`. */
const snakeCase = (word: string): string =>
  word
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1_$2')
    .toLowerCase();

function pluralOf(word: string): string {
  if (word.endsWith('y')) return `${word.slice(0, -1)}ies`;
  return /(?:s|x|ch|sh)$/.test(word) ? `${word}es` : `${word}s`;
}
