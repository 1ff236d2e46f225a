import { starknetKeccak } from '../../../src/felt/hash.ts';
import {
  type Branch,
  FALLTHROUGH,
  type GenericArg,
  type LibfuncDeclaration,
  type Program,
  RETURN,
  type SierraFunction,
  type Statement,
  type TypeDeclaration,
  type TypeInfo,
} from '../../../src/sierra/program.ts';
import { SierraError } from '../../../src/sierra/sierraError.ts';
import { bracketed, splitList } from './brackets.ts';

/** Reads Sierra text as compilers print it. User types are identified by the hash of their name. */
export function parseProgram(text: string): Program {
  return new TextReader().read(text);
}

const FUNCTION = /@(\w+)\(/g;
const TARGET = /([^\s(){}]+)\s*\(([^)]*)\)/g;

const fault = (line: string): SierraError => new SierraError('decode', `This is not Sierra text: ${line}`);

/** Ids by name, in the order of first mention. */
class Names {
  readonly list: string[] = [];
  readonly #ids = new Map<string, number>();

  id(name: string): number {
    let id = this.#ids.get(name);
    if (id === undefined) {
      id = this.list.length;
      this.list.push(name);
      this.#ids.set(name, id);
    }
    return id;
  }
}

class TextReader {
  readonly #types = new Names();
  readonly #libfuncs = new Names();
  readonly #functions = new Names();
  readonly #labels = new Map<string, number>();
  readonly #variables = new Map<string, number>();
  readonly #variableNames = new Map<number, string>();

  read(text: string): Program {
    const lines = sentences(text);
    const typeLines = lines.filter((line) => line.startsWith('type '));
    const libfuncLines = lines.filter((line) => line.startsWith('libfunc '));
    const statementLines: string[] = [];
    const functionLines: {
      readonly line: string;
      readonly name: string;
      readonly label: string;
      readonly at: number;
    }[] = [];
    for (const line of lines) {
      if (line.startsWith('type ') || line.startsWith('libfunc ')) continue;
      if (line.endsWith(':')) this.#labels.set(line.slice(0, -1), statementLines.length);
      else {
        const head = functionHead(line);
        if (head) functionLines.push({ line, ...head });
        else statementLines.push(line);
      }
    }
    // Declared names first, so that ids are the positions of declarations.
    for (const line of typeLines) this.#types.id(declaration(line).name);
    for (const line of libfuncLines) this.#libfuncs.id(declaration(line).name);
    for (const { name } of functionLines) this.#functions.id(name);
    return {
      types: typeLines.map((line) => this.#type(line)),
      libfuncs: libfuncLines.map((line) => this.#libfunc(line)),
      statements: statementLines.map((line) => this.#statement(line)),
      functions: functionLines.map(({ line, name, label, at }): SierraFunction => {
        const params = splitList(bracketed(line, at) ?? '').map((param) => {
          const colon = param.indexOf(':');
          if (colon < 0) throw fault(line);
          return {
            variable: this.#variable(param.slice(0, colon).trim()),
            type: this.#types.id(param.slice(colon + 1).trim()),
          };
        });
        const returns = bracketed(line, line.indexOf('(', line.lastIndexOf(') -> ') + 1)) ?? '';
        return {
          id: this.#functions.id(name),
          params: params.map((param) => param.type),
          returns: splitList(returns).map((type) => this.#types.id(type)),
          variables: params.map((param) => param.variable),
          entry: this.#target(label, line),
        };
      }),
      names: {
        types: this.#types.list,
        libfuncs: this.#libfuncs.list,
        functions: this.#functions.list,
        variables: this.#variableNames,
      },
    };
  }

  #variable(text: string): number {
    const numbered = /^\[(\d{1,15})\]$/.exec(text);
    if (numbered) return Number(numbered[1]);
    let id = this.#variables.get(text);
    if (id === undefined) {
      id = -1 - this.#variables.size;
      this.#variables.set(text, id);
      this.#variableNames.set(id, text);
    }
    return id;
  }

  #variableList(text: string): number[] {
    return splitList(text).map((item) => this.#variable(item));
  }

  #target(label: string, line: string): number {
    const known = this.#labels.get(label);
    if (known !== undefined) return known;
    if (!/^\d{1,15}$/.test(label)) throw fault(line);
    return Number(label);
  }

  #arg(text: string): GenericArg {
    if (text.startsWith('ut@')) return { kind: 'userType', id: starknetKeccak(text.slice(3)), name: text.slice(3) };
    if (text.startsWith('user@')) return { kind: 'function', function: this.#functions.id(text.slice(5)) };
    if (text.startsWith('lib@')) return { kind: 'libfunc', libfunc: this.#libfuncs.id(text.slice(4)) };
    if (/^-?\d+$/.test(text)) return { kind: 'value', value: BigInt(text) };
    return { kind: 'type', type: this.#types.id(text) };
  }

  #generic(text: string): { generic: string; args: GenericArg[] } {
    const open = text.indexOf('<');
    if (open < 0) return { generic: text, args: [] };
    if (!text.endsWith('>')) throw fault(text);
    return { generic: text.slice(0, open), args: splitList(text.slice(open + 1, -1)).map((arg) => this.#arg(arg)) };
  }

  #type(line: string): TypeDeclaration {
    const { name, value } = declaration(line);
    const info = /\s*\[storable: (\w+), drop: (\w+), dup: (\w+), zero_sized: (\w+)\]$/.exec(value);
    const declared = { id: this.#types.id(name), ...this.#generic(info ? value.slice(0, info.index) : value) };
    if (!info) return declared;
    const [storable, droppable, duplicatable, zeroSized] = info.slice(1).map((word) => word === 'true');
    return { ...declared, info: { storable, droppable, duplicatable, zeroSized } as TypeInfo };
  }

  #libfunc(line: string): LibfuncDeclaration {
    const { name, value } = declaration(line);
    return { id: this.#libfuncs.id(name), ...this.#generic(value) };
  }

  #statement(line: string): Statement {
    const open = argsStart(line);
    const args = open < 0 ? undefined : bracketed(line, open);
    if (args === undefined) throw fault(line);
    const name = line.slice(0, open).trim();
    const rest = line.slice(open + args.length + 2).trim();
    if (name === 'return') return { libfunc: RETURN, args: this.#variableList(args), branches: [] };
    const branches: Branch[] = [];
    if (rest.startsWith('->')) {
      branches.push({ target: FALLTHROUGH, results: this.#variableList(bracketed(rest, rest.indexOf('(')) ?? '') });
    } else {
      for (const [, target, results] of rest.matchAll(TARGET))
        branches.push({
          target: target === 'fallthrough' ? FALLTHROUGH : this.#target(target!, line),
          results: this.#variableList(results!),
        });
    }
    return { libfunc: this.#libfuncs.id(name), args: this.#variableList(args), branches };
  }
}

/** Statements, declarations and labels, one by one, without comments and the final semicolon. */
function sentences(text: string): string[] {
  const found: string[] = [];
  let open = '';
  for (const raw of text.split('\n')) {
    const line = raw.replace(/(^|\s)\/\/.*$/, '').trim();
    if (line === '') continue;
    open = open === '' ? line : `${open} ${line}`;
    if (open.endsWith(';')) found.push(tidy(open.slice(0, -1).trim()));
    else if (open.endsWith(':') && !open.includes('(')) found.push(open);
    else continue;
    open = '';
  }
  if (open !== '') throw fault(open);
  return found;
}

/** Names may be spread over lines. Removing white space and trailing commas in brackets gives them one spelling. */
function tidy(sentence: string): string {
  return sentence.replace(/([<([{])\s+/g, '$1').replace(/,?\s+([>)\]}])/g, '$1');
}

function declaration(line: string): { name: string; value: string } {
  const start = line.indexOf(' ') + 1;
  const equals = line.indexOf(' = ');
  if (equals < 0) throw fault(line);
  return { name: line.slice(start, equals).trim(), value: line.slice(equals + 3).trim() };
}

/** The start of the arguments of an invocation: the first parenthesis outside of other brackets. */
function argsStart(line: string): number {
  let depth = 0;
  for (let i = 0; i < line.length; i++) {
    const char = line[i]!;
    if (char === '(' && depth === 0) return i;
    if ('<([{'.includes(char)) depth++;
    else if ('>)]}'.includes(char)) depth--;
  }
  return -1;
}

function functionHead(line: string): { name: string; label: string; at: number } | undefined {
  const open = argsStart(line);
  for (const match of line.matchAll(FUNCTION)) {
    const at = match.index + match[0].length - 1;
    if (at === open) return { name: line.slice(0, match.index), label: match[1]!, at };
  }
  return undefined;
}
