import { isObject, type Json, WrittenNumber } from '../../json/json.ts';
import { parseJson } from '../../json/parseJson.ts';
import { writeJson } from '../../json/writeJson.ts';
import { snakeCase } from '../../library/snakeCase.ts';
import { libraryName } from '../../options/libraryName.ts';
import type { Option, ValueOption } from '../../options/option.ts';
import {
  display,
  type OptionName,
  type Options,
  optionNames,
  optionOf,
  options,
  variableOf,
} from '../../options/options.ts';
import { ValueError, wordsOf } from '../../options/values.ts';
import { sourceLimits } from '../../protocol/sourceLimits.ts';
import { nearest } from '../../text/nearest.ts';
import { commandTip } from '../commands/commandTips.ts';
import type { ConfigFile } from './configFile.ts';
import { UsageError } from './usageError.ts';

/** An option as it was given. */
interface GivenOption {
  /** Empty for a flag or an option without values. */
  readonly texts: readonly string[];
  /** The variable or the file that it comes from; undefined for the command line. */
  readonly source?: string;
}

/** The options that were given. */
export type Given = ReadonlyMap<OptionName, GivenOption>;
type GivenSoFar = Map<OptionName, GivenOption>;

/** The options that can be written as a dash and a letter. */
const shortNames: ReadonlyMap<string, OptionName> = new Map(
  optionNames.flatMap((name) => {
    const { short } = optionOf(name);
    return short === undefined ? [] : [[`-${short}`, name] as const];
  }),
);
const byLibraryName = new Map<string, OptionName>(optionNames.map((name) => [libraryName(name), name]));
const isName = (name: string): name is OptionName => Object.hasOwn(options, name);

/** What the command line asks for. */
export type CommandLine =
  | { readonly kind: 'help' }
  | { readonly kind: 'version'; readonly json: boolean }
  | { readonly kind: 'given'; readonly given: Given };

/** Reads the command line, then the environment. */
export function readGiven(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): CommandLine {
  const words = readWords(args);
  if (words.kind === 'given') addEnvironment(words.given, environment);
  return words;
}

/** The options: those of the command line and the environment, then the configuration file, then the fallbacks. */
export function readOptions(
  before: Given,
  file: ConfigFile | undefined,
): { readonly options: Options; readonly given: Given } {
  const given = withFile(before, file);
  const out: Record<string, unknown> = {};
  // Options of the command line come first, in their order, so the first mistake that the user typed is reported.
  for (const name of new Set([...given.keys(), ...optionNames])) out[name] = readOption(name, given.get(name));
  // With `fork: { url: process.env.NODE_URL }` and no such variable, a node that is no fork would start.
  if (file && !given.has('fork-network') && isObjectWithMembers((objectOf(file) as { readonly fork?: unknown }).fork))
    throw new UsageError(`the configuration file '${file.path}' has 'fork' without 'url', the node to fork`);
  checkTogether(given);
  return { options: out as Options, given };
}

/** Where the server of these options listens. Whether its other options can be used is not checked. */
export function readListening(
  before: Given,
  file: ConfigFile | undefined,
): { readonly options: Pick<Options, 'host' | 'port'>; readonly given: Given } {
  const given = withFile(before, file);
  const options = { host: readOption('host', given.get('host')), port: readOption('port', given.get('port')) };
  return { options: options as Pick<Options, 'host' | 'port'>, given };
}

function withFile(before: Given, file: ConfigFile | undefined): Given {
  const given = new Map(before);
  if (file !== undefined) {
    given.set('config', { texts: [file.path] });
    addFile(given, file);
  }
  return given;
}

function readWords(
  args: readonly string[],
): { kind: 'help' } | { kind: 'version'; json: boolean } | { kind: 'given'; given: GivenSoFar } {
  const given: GivenSoFar = new Map();
  const looksLikeOption = (word: string) => word.startsWith('-') && word !== '-';
  for (let i = 0; i < args.length; i++) {
    const arg = args[i]!;
    if (arg === '-h' || arg === '--help') return { kind: 'help' };
    if (arg === '-V' || arg === '--version') return { kind: 'version', json: args.includes('--json') };
    // It belongs to the version alone.
    if (arg === '--json' && args.some((other) => other === '-V' || other === '--version')) continue;
    const [word, inline] = arg.startsWith('--') && arg.includes('=') ? splitOnce(arg) : [arg, undefined];
    const name = word.startsWith('--') ? word.slice(2) : (shortNames.get(word) ?? '');
    if (!isName(name)) throw new UsageError(`unexpected argument '${word}' found${tipForWord(word, i === 0)}`, true);
    const spec = optionOf(name);
    const repeatable = 'value' in spec && (spec.repeats || spec.many);
    if (given.has(name) && !repeatable)
      throw new UsageError(`the argument '${display(name)}' cannot be used multiple times`, true);
    if ('flag' in spec) {
      if (inline !== undefined)
        throw new UsageError(`unexpected value '${inline}' for '--${name}' found; no more were expected`, true);
      given.set(name, { texts: [] });
      continue;
    }
    const values = [...(given.get(name)?.texts ?? [])];
    if (inline !== undefined) values.push(inline);
    else if (spec.many) while (i + 1 < args.length && !looksLikeOption(args[i + 1]!)) values.push(args[++i]!);
    else {
      const next = args[i + 1];
      if (next === undefined || (looksLikeOption(next) && !/^-\d/.test(next))) {
        if (spec.bare === undefined) throw missingValue(name, spec);
        given.set(name, { texts: [spec.bare] });
        continue;
      }
      if (looksLikeOption(next)) throw new UsageError(`unexpected argument '${next}' found`, true);
      values.push(next);
      i++;
    }
    given.set(name, { texts: values });
  }
  return { kind: 'given', given };
}

/** Names that options have in other programs. */
const elsewhere: Readonly<Record<string, OptionName>> = {
  fork: 'fork-network',
  'fork-url': 'fork-network',
  f: 'fork-network',
  'fork-block-number': 'fork-block',
  l1: 'l1-url',
  'block-time': 'block-generation-on',
  b: 'block-generation-on',
  p: 'port',
  a: 'accounts',
};

/** A hint about a word that is neither an option nor a command. */
function tipForWord(word: string, isFirst: boolean): string {
  if (!word.startsWith('-')) return isFirst ? commandTip(word) : '';
  const near = similarOption(word.replace(/^--?/, ''), word.startsWith('--'));
  return near === undefined ? '' : `\n\n  tip: a similar argument exists: '--${near}'`;
}

/** The option that may have been meant by a name that is none. */
const similarOption = (name: string, guess = true): OptionName | undefined => {
  if (Object.hasOwn(elsewhere, name)) return elsewhere[name];
  return guess ? nearest(name, optionNames) : undefined;
};

function splitOnce(arg: string): [string, string] {
  const at = arg.indexOf('=');
  return [arg.slice(0, at), arg.slice(at + 1)];
}

function missingValue(name: OptionName, spec: ValueOption<unknown>): UsageError {
  const words = wordsOf(spec);
  return new UsageError(
    `a value is required for '${display(name)}' but none was supplied${words ? `\n  [possible values: ${words.join(', ')}]` : ''}`,
  );
}

function addEnvironment(given: GivenSoFar, environment: Readonly<Record<string, string | undefined>>): void {
  for (const name of optionNames) {
    const variable = variableOf(name);
    const text = environment[variable];
    // Empty means not set for variables of our own. Those of starknet-devnet are read as it does.
    if (text === undefined || given.has(name) || (text === '' && optionOf(name).own)) continue;
    addText(given, name, text, `the environment variable ${variable}`);
  }
}

function addText(given: GivenSoFar, name: OptionName, text: string, source: string): void {
  if (!('flag' in optionOf(name))) given.set(name, { texts: [text], source });
  else if (text === 'true') given.set(name, { texts: [], source });
  else if (text !== 'false') throw wrongValue(name, text, new ValueError('', ['true', 'false']), source);
}

// The keys of the file are the names of options, with dashes or underscores or in camelCase. Options that repeat have lists.
function addFile(given: GivenSoFar, file: ConfigFile): void {
  const { path } = file;
  const source = `the configuration file '${path}'`;
  for (const [key, value] of (Object.entries(objectOf(file)) as [string, unknown][]).flatMap((entry) =>
    membersOf(path, entry),
  )) {
    const name = byLibraryName.get(key) ?? key.replaceAll('_', '-');
    if (!isName(name) || name === 'config') throw unknownKey(path, key, name);
    if (given.has(name) || value === null || value === undefined) continue;
    const texts = textsOf(value, optionOf(name));
    if (!texts)
      throw new UsageError(
        `the configuration file '${path}' has ${Array.isArray(value) ? 'such a list' : typeof value === 'object' ? 'an object' : `a ${typeof value}`} for '${key}', which takes ${takenBy(optionOf(name))}`,
      );
    if (Array.isArray(value)) given.set(name, { texts, source });
    else addText(given, name, texts[0]!, source);
  }
}

/** The error for a key of the file that is no option. It suggests a key as this one is written: in camelCase, or with its underscores. */
function unknownKey(path: string, key: string, name: string): UsageError {
  const near = similarOption(name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`));
  const written =
    near && (/[A-Z]/.test(key) ? libraryName(near) : key.includes('_') ? near.replaceAll('-', '_') : near);
  const tip = written === undefined ? '' : `\n\n  tip: a similar option exists: '${written}'`;
  return new UsageError(`the configuration file '${path}' has '${key}', which is not an option${tip}`);
}

/** The options that the library writes as one object. */
const objects: Readonly<Record<string, Readonly<Record<string, OptionName>>>> = {
  fork: { url: 'fork-network', record: 'fork-network', block: 'fork-block' },
  l1: { url: 'l1-url', auto: 'l1-auto' },
};

/** An entry of the file as options: `fork: { url, block }` is two, and `fork: undefined` is none. */
function membersOf(path: string, [key, value]: [string, unknown]): readonly [string, unknown][] {
  const members = Object.hasOwn(objects, key) ? objects[key] : undefined;
  if (members && (value === null || value === undefined)) return [];
  if (!members || !isObjectWithMembers(value)) return [[key, value]];
  return Object.entries(value).map(([member, inner]) => {
    if (Object.hasOwn(members, member)) return [members[member]!, inner];
    throw new UsageError(
      `the configuration file '${path}' has '${key}.${member}', which is not an option: ${key} has ${inWords(Object.keys(members))}`,
    );
  });
}

const inWords = (names: readonly string[]): string => `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

/** Whether a value is an object with members. A module may hold what is not JSON. */
const isObjectWithMembers = (value: unknown): value is object => isObject(value as Json);

function objectOf({ path, content }: ConfigFile): object {
  const parsed = typeof content === 'string' ? parseText(path, content) : content;
  if (isObjectWithMembers(parsed)) return parsed;
  throw new UsageError(`the configuration file '${path}' must hold a JSON object, such as {"accounts": 3}`);
}

function parseText(path: string, text: string): Json {
  try {
    // Prices and balances have more digits than a JavaScript number can represent.
    return parseJson(text, sourceLimits.fileJson);
  } catch (error) {
    throw new UsageError(`the configuration file '${path}' is not JSON: ${(error as Error).message}`);
  }
}

/** A value of the file as it would be written on the command line; undefined if the option does not accept it. */
function textsOf(value: unknown, spec: Option): readonly string[] | undefined {
  if ('json' in spec && spec.json && typeof value === 'object') return [writeJson(snakeCase(value))];
  if (Array.isArray(value) && !takesList(spec)) return undefined;
  const texts: string[] = [];
  for (const item of (Array.isArray(value) ? value : [value]) as readonly unknown[]) {
    if (item instanceof WrittenNumber) texts.push(item.text);
    else if (!['string', 'number', 'bigint', 'boolean'].includes(typeof item)) return undefined;
    else texts.push(String(item));
  }
  return texts;
}

const takesList = (spec: Option): boolean => 'value' in spec && Boolean(spec.repeats || spec.many);

const takenBy = (spec: Option): string => {
  if ('flag' in spec) return 'true or false';
  return takesList(spec) ? 'a text, a number or a list of them' : 'one text or number';
};

function readOption(name: OptionName, given: GivenOption | undefined): unknown {
  const spec = optionOf(name);
  if ('flag' in spec) return given !== undefined;
  if (given === undefined) return spec.fallback === undefined ? undefined : spec.read(spec.fallback);
  const values = given.texts.map((text) => {
    try {
      return spec.read(text);
    } catch (error) {
      throw error instanceof ValueError ? wrongValue(name, text, error, given.source) : error;
    }
  });
  return spec.many || spec.repeats ? values : values[0];
}

/** The error for a value that an option does not accept. `source` is where the value comes from, if not from the command line. */
export function wrongValue(
  name: OptionName,
  text: string,
  { message, words }: ValueError,
  source: string | undefined,
): UsageError {
  const reason = words ? `\n  [possible values: ${words.join(', ')}]` : `: ${message}`;
  const tip = source === undefined ? '' : `\n\n  tip: the value comes from ${source}`;
  return new UsageError(`invalid value '${text}' for '${display(name)}'${reason}${tip}`);
}

// Options that need or exclude each other.
function checkTogether(given: Given): void {
  const fail = (text: string, ...names: readonly OptionName[]) => {
    const tips = names
      .filter((name) => given.get(name)?.source !== undefined)
      .map((name) => `\n\n  tip: '--${name}' comes from ${given.get(name)!.source}`);
    throw new UsageError(`${text}${tips.join('')}`, true);
  };
  const conflict = (a: OptionName, b: OptionName) => {
    if (!given.has(a) || !given.has(b)) return;
    const [first, second] = [...given.keys()].filter((name) => name === a || name === b) as [OptionName, OptionName];
    fail(`the argument '${display(first)}' cannot be used with '${display(second)}'`, first, second);
  };
  const need = (a: OptionName, b: OptionName, when = true) => {
    if (when && given.has(a) && !given.has(b))
      fail(`the following required arguments were not provided:\n  ${display(b)}`, a);
  };
  conflict('account-class', 'account-class-custom');
  conflict('fork-network', 'chain-id');
  conflict('quiet', 'verbose');
  conflict('log-level', 'verbose');
  need('dump-on', 'dump-path', given.get('dump-on')?.texts[0] !== 'request');
  need('fork-block', 'fork-network');
  need('fork-upstream-caching', 'fork-network');
  need('fork-offline', 'fork-network');
}
