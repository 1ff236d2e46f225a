import { type Json, WrittenNumber } from '../../json/json.ts';
import { parseJson } from '../../json/parseJson.ts';
import {
  display,
  type FlagOption,
  type OptionName,
  type Options,
  options,
  type ValueOption,
  variableOf,
} from '../../options/options.ts';
import { ValueError, wordsOf } from '../../options/values.ts';
import { limits } from '../../protocol/limits.ts';
import { UsageError } from './usageError.ts';

type Spec = FlagOption | ValueOption<unknown>;
/** Texts given for an option; an empty list for a flag or an option without values. */
type Given = Map<OptionName, readonly string[]>;

const isName = (name: string): name is OptionName => Object.hasOwn(options, name);
const specOf = (name: OptionName): Spec => options[name];

/** What the command line asks for. */
export type CommandLine =
  | { readonly kind: 'help' }
  | { readonly kind: 'version' }
  | { readonly kind: 'run'; readonly options: Options; readonly given: ReadonlySet<OptionName> };

/** Reads the command line, then the environment, then the configuration file, then the fallbacks. */
export function parseOptions(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  readFile: (path: string) => string,
): CommandLine {
  const words = readWords(args);
  if (words.kind !== 'given') return words;
  const given = words.given;
  addEnvironment(given, environment);
  const file = given.get('config')?.[0];
  if (file !== undefined) addFile(given, file, readFile(file));
  const out: Record<string, unknown> = {};
  // Options of the command line come first, in their order, so the first mistake that the user typed is reported.
  for (const name of new Set([...given.keys(), ...(Object.keys(options) as OptionName[])]))
    out[name] = readOption(name, given.get(name));
  checkTogether(given);
  return { kind: 'run', options: out as Options, given: new Set(given.keys()) };
}

function readWords(args: readonly string[]): { kind: 'help' } | { kind: 'version' } | { kind: 'given'; given: Given } {
  const given: Given = new Map();
  const looksLikeOption = (word: string) => word.startsWith('-') && word !== '-';
  for (let i = 0; i < args.length; i++) {
    const arg = args[i]!;
    if (arg === '-h' || arg === '--help') return { kind: 'help' };
    if (arg === '-V' || arg === '--version') return { kind: 'version' };
    const [word, inline] = arg.startsWith('--') && arg.includes('=') ? splitOnce(arg) : [arg, undefined];
    const name = word === '-e' ? 'initial-balance' : word.slice(2);
    if (!(word === '-e' || word.startsWith('--')) || !isName(name))
      throw new UsageError(`unexpected argument '${word}' found${tipFor(name)}`, true);
    const spec = specOf(name);
    const repeatable = 'value' in spec && (spec.repeats || spec.many);
    if (given.has(name) && !repeatable)
      throw new UsageError(`the argument '${display(name)}' cannot be used multiple times`, true);
    if ('flag' in spec) {
      if (inline !== undefined)
        throw new UsageError(`unexpected value '${inline}' for '--${name}' found; no more were expected`, true);
      given.set(name, []);
      continue;
    }
    const values = [...(given.get(name) ?? [])];
    if (inline !== undefined) values.push(inline);
    else if (spec.many) while (i + 1 < args.length && !looksLikeOption(args[i + 1]!)) values.push(args[++i]!);
    else {
      const next = args[i + 1];
      if (next === undefined || (looksLikeOption(next) && !/^-\d/.test(next))) {
        if (spec.bare === undefined) throw missingValue(name, spec);
        given.set(name, [spec.bare]);
        continue;
      }
      if (looksLikeOption(next)) throw new UsageError(`unexpected argument '${next}' found`, true);
      values.push(next);
      i++;
    }
    given.set(name, values);
  }
  return { kind: 'given', given };
}

/** A hint about a word that is an option of another program and not of this one. */
const tipFor = (name: string): string =>
  name === 'ui' ? '\n\n  tip: the explorer page does not exist yet; start without it' : '';

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

function addEnvironment(given: Given, environment: Readonly<Record<string, string | undefined>>): void {
  for (const name of Object.keys(options) as OptionName[]) {
    const text = environment[variableOf(name)];
    if (text === undefined || given.has(name)) continue;
    addText(given, name, text);
  }
}

function addText(given: Given, name: OptionName, text: string): void {
  if (!('flag' in specOf(name))) given.set(name, [text]);
  else if (text === 'true') given.set(name, []);
  else if (text !== 'false') throw wrongValue(name, text, new ValueError('', ['true', 'false']));
}

// The keys of the file are the names of options, with or without dashes. Options that repeat have lists.
function addFile(given: Given, path: string, text: string): void {
  let parsed: Json;
  try {
    // Prices and balances have more digits than a JavaScript number can represent.
    parsed = parseJson(text, limits.fileJson);
  } catch (error) {
    throw new UsageError(`the configuration file '${path}' is not JSON: ${(error as Error).message}`);
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
    throw new UsageError(`the configuration file '${path}' must hold a JSON object, such as {"accounts": 3}`);
  for (const [key, value] of Object.entries(parsed)) {
    const name = key.replaceAll('_', '-');
    if (!isName(name) || name === 'config')
      throw new UsageError(`the configuration file '${path}' has '${key}', which is not an option${tipFor(name)}`);
    if (given.has(name) || value === null) continue;
    const texts = textsOf(value, specOf(name));
    if (!texts)
      throw new UsageError(
        `the configuration file '${path}' has ${Array.isArray(value) ? 'such a list' : 'an object'} for '${key}', which takes ${takenBy(specOf(name))}`,
      );
    if (Array.isArray(value)) given.set(name, texts);
    else addText(given, name, texts[0]!);
  }
}

/** A value of the file as it would be written on the command line; undefined if the option does not accept it. */
function textsOf(value: Json, spec: Spec): readonly string[] | undefined {
  if (Array.isArray(value) && !takesList(spec)) return undefined;
  const texts: string[] = [];
  for (const item of (Array.isArray(value) ? value : [value]) as readonly Json[]) {
    if (item instanceof WrittenNumber) texts.push(item.text);
    else if (typeof item === 'object') return undefined;
    else texts.push(String(item));
  }
  return texts;
}

const takesList = (spec: Spec): boolean => 'value' in spec && Boolean(spec.repeats || spec.many);

const takenBy = (spec: Spec): string => {
  if ('flag' in spec) return 'true or false';
  return takesList(spec) ? 'a text, a number or a list of them' : 'one text or number';
};

function readOption(name: OptionName, texts: readonly string[] | undefined): unknown {
  const spec = specOf(name);
  if ('flag' in spec) return texts !== undefined;
  if (texts === undefined) return spec.fallback === undefined ? undefined : spec.read(spec.fallback);
  const values = texts.map((text) => {
    try {
      return spec.read(text);
    } catch (error) {
      throw error instanceof ValueError ? wrongValue(name, text, error) : error;
    }
  });
  return spec.many || spec.repeats ? values : values[0];
}

/** The error for a value that an option does not accept. */
export function wrongValue(name: OptionName, text: string, { message, words }: ValueError): UsageError {
  const reason = words ? `\n  [possible values: ${words.join(', ')}]` : `: ${message}`;
  return new UsageError(`invalid value '${text}' for '${display(name)}'${reason}`);
}

// Options that need or exclude each other.
function checkTogether(given: Given): void {
  const conflict = (a: OptionName, b: OptionName) => {
    if (!given.has(a) || !given.has(b)) return;
    const [first, second] = [...given.keys()].filter((name) => name === a || name === b);
    throw new UsageError(`the argument '${display(first!)}' cannot be used with '${display(second!)}'`, true);
  };
  const need = (a: OptionName, b: OptionName, when = true) => {
    if (when && given.has(a) && !given.has(b))
      throw new UsageError(`the following required arguments were not provided:\n  ${display(b)}`, true);
  };
  conflict('account-class', 'account-class-custom');
  conflict('fork-network', 'chain-id');
  need('dump-on', 'dump-path', given.get('dump-on')?.[0] !== 'request');
  need('fork-block', 'fork-network');
  need('fork-upstream-caching', 'fork-network');
  need('fork-offline', 'fork-network');
}
