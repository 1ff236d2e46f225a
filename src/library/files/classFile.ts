// Class files as users name them: a path, a URL, JSON text or parsed JSON.
import type { Abi } from '../../abi/types.ts';
import { ClassError } from '../../classes/classError.ts';
import type { ClassDefinition } from '../../classes/declaredClass.ts';
import { readClass } from '../../classes/readClass.ts';
import { readClassText } from '../../classes/readClassText.ts';
import { beginAtCaller } from '../../text/callerStack.ts';
import { isPromise } from '../../text/givenPromise.ts';
import { platform } from '../platform.ts';
import { wrongValue } from '../values.ts';
import { areSameBytes } from './sameBytes.ts';

/**
 * A Sierra class: the path of a class file or its URL, its JSON as text, or the parsed JSON. Scarb writes such files to
 * `target/dev/*.contract_class.json`, where Node.js also finds them by the name of the contract, such as `Token`, or `shop_Token` with its package.
 */
export type ClassSource = string | URL | object;

/**
 * A class file that cannot be used. The message names the file and says what is wrong.
 *
 * @example
 * await box.declare('target/dev/missing.json').catch((error) => console.log(error instanceof ClassFileError)); // true
 */
export class ClassFileError extends Error {
  override readonly name = 'ClassFileError';

  /** @internal */
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    beginAtCaller(this);
  }
}

/** A class that transactions declare. */
export type SierraDefinition = Extract<ClassDefinition, { readonly kind: 'sierra' }>;

/** Whether a class is given by the name of its contract, and not by a path or as JSON. */
export const isContractName = (source: ClassSource): source is string =>
  typeof source === 'string' && !/[/\\]|\.json$|^file:|^\s*(?:\{|$)/.test(source);

/** The class file of a contract of this name, or the file of the working folder that has this name. */
export const classNamed = async (name: string): Promise<string> =>
  platform(`Finding the contract ${name} by its name`).classNamed(name);

/** Reads a Sierra class. Throws a ClassFileError for what is none. */
export async function readClassSource(source: ClassSource): Promise<SierraDefinition> {
  const isJson = typeof source === 'string' && /^\s*\{/.test(source);
  const isFile = (typeof source === 'string' && !isJson) || source instanceof URL;
  if (!isFile && (typeof source === 'object' ? source === null || Array.isArray(source) || isPromise(source) : !isJson))
    throw wrongValue(
      'the class',
      'the name of a contract, the path or URL of a class file, or its JSON as text or parsed',
      source,
    );
  const name = isFile ? `The class file ${source}` : 'The class';
  return isFile ? fromFile(source, name) : readClassJson(source as string | object, name);
}

/** Reads the JSON of a Sierra class; errors name it so. Throws a ClassFileError for what is none. */
export function readClassJson(json: string | object, name: string): SierraDefinition {
  const definition = read(json, name);
  if (definition.kind === 'sierra') return definition;
  throw new ClassFileError(
    `${name} is a Cairo 0 class, which no transaction can declare. Put it into the state with box.applyStateDiff({ classes: […] }).`,
  );
}

/** A class in messages: its file or hash, if it has one. */
export function sourceText(source: unknown): string {
  if (source instanceof URL || (typeof source === 'string' && !/^\s*\{/.test(source))) return `'${source}'`;
  return typeof source === 'bigint' ? `0x${source.toString(16)}` : '…';
}

/** The path of a class that is given as a file; undefined for any other. */
export function classPath(source: ClassSource): string | undefined {
  if (typeof source === 'string') return /^\s*\{|^file:/.test(source) ? undefined : source;
  return source instanceof URL && source.protocol === 'file:'
    ? platform('Reading a class file').pathOf(source)
    : undefined;
}

async function fromFile(path: string | URL, name: string): Promise<SierraDefinition> {
  const place = typeof path === 'string' && path.startsWith('file:') ? new URL(path) : path;
  let bytes: Uint8Array;
  let mark: string | undefined;
  try {
    const { readBytes, fileMark } = platform('Reading a class file');
    mark = await fileMark(place);
    const known = keptFile(String(place));
    if (mark !== undefined && known?.mark === mark) return known.definition;
    bytes = await readBytes(place);
  } catch (error) {
    throw new ClassFileError(`${name} cannot be read: ${(error as Error).message}`, { cause: error });
  }
  return readOnce(String(place), { bytes, mark }, name);
}

/** What a class file was when it was read. */
interface FileContent {
  readonly bytes: Uint8Array;
  readonly mark: string | undefined;
}

/** The class files that were used last, with what they contained: tests deploy the same files again and again. */
const lastRead = new Map<string, FileContent & { readonly definition: SierraDefinition }>();
const MAX_KEPT = 4;
const MAX_KEPT_BYTES = 1 << 25;

/** What a file contained the last time, which is now the one that was used last. */
function keptFile(path: string): (FileContent & { readonly definition: SierraDefinition }) | undefined {
  const known = lastRead.get(path);
  lastRead.delete(path);
  if (known) lastRead.set(path, known);
  return known;
}

/** Reads a class file, unless it had the same bytes the last time. */
function readOnce(path: string, content: FileContent, name: string): SierraDefinition {
  const { bytes } = content;
  const known = keptFile(path);
  const isSame = known !== undefined && areSameBytes(known.bytes, bytes);
  const definition = isSame ? known.definition : readClassJson(new TextDecoder().decode(bytes), name);
  lastRead.delete(path);
  if (bytes.length <= MAX_KEPT_BYTES) lastRead.set(path, { ...content, definition });
  if (lastRead.size > MAX_KEPT) lastRead.delete(lastRead.keys().next().value!);
  return definition;
}

function read(json: string | object, name: string): ClassDefinition {
  if (typeof json === 'object' && 'bytecode' in json) throw new ClassFileError(`${name} ${CASM_FILE}`);
  try {
    return typeof json === 'string' ? readClassText(json) : readClass(json);
  } catch (error) {
    if (!(error instanceof ClassError)) throw error;
    const isCasm = typeof json === 'string' && /"bytecode"\s*:/.test(json);
    throw new ClassFileError(isCasm ? `${name} ${CASM_FILE}` : `${name} cannot be used. ${error.message}`);
  }
}

const CASM_FILE =
  'is compiled (CASM). Give the Sierra file, which ends in .contract_class.json: the sandbox compiles it itself.';

/** The ABI of a class as the list that it is; an empty one where the class has none. */
export const abiOf = ({ abi }: ClassDefinition): Abi => abiList(abi);

/** The ABI of a class as nodes answer with it, a text or a list; an empty list where the class has none. */
export function abiList(abi: unknown): Abi {
  if (typeof abi !== 'string') return (abi ?? []) as Abi;
  return abi === '' ? [] : (JSON.parse(abi) as Abi);
}
