import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';

type Node = { [key: string]: unknown };

interface Method {
  readonly name: string;
  readonly params?: readonly { readonly name: string; readonly schema: Node }[];
  readonly result?: { readonly schema: Node };
}

/** Checks results and notifications against the specification's documents. */
export class OpenRpcSchemas {
  readonly #results = new Map<string, ValidateFunction>();
  readonly #notifications = new Map<string, ValidateFunction>();
  /** Members that only a newer version has. The schemas do not refuse other members. */
  readonly #tooNew: ReadonlySet<string>;

  /** `newer` is the folder of a newer version, whose additions must not occur. */
  constructor(folder: string, newer?: string) {
    const ajv = new Ajv({ strict: false, validateSchema: false, validateFormats: false, allErrors: false });
    const documents = documentsOf(folder);
    const known = memberNames(documents.map(([, document]) => document));
    const later = newer ? memberNames(documentsOf(newer).map(([, document]) => document)) : new Set<string>();
    this.#tooNew = new Set([...later].filter((name) => !known.has(name)));
    for (const [file, document] of documents) ajv.addSchema(document, file);
    for (const [, document] of documents)
      for (const { name, params, result } of (document['methods'] ?? []) as readonly Method[]) {
        if (result) this.#results.set(name, ajv.compile(loosen(result.schema)));
        const resultParam = params?.find((param) => param.name === 'result');
        if (resultParam && name.includes('_subscription'))
          this.#notifications.set(name, ajv.compile(loosen(resultParam.schema)));
      }
  }

  /** Why a result does not match the schema of its method; undefined if it does, or if the method is not in the specification. */
  faultOfResult(method: string, result: unknown): string | undefined {
    return fault(this.#results.get(method), result) ?? this.#memberTooNew(this.#results.get(method), result);
  }

  faultOfNotification(method: string, result: unknown): string | undefined {
    return (
      fault(this.#notifications.get(method), result) ?? this.#memberTooNew(this.#notifications.get(method), result)
    );
  }

  #memberTooNew(validate: ValidateFunction | undefined, value: unknown): string | undefined {
    if (!validate || typeof value !== 'object' || value === null) return undefined;
    for (const [name, member] of Object.entries(value)) {
      if (!Array.isArray(value) && this.#tooNew.has(name)) return `${name} is not part of this version`;
      const inside = this.#memberTooNew(validate, member);
      if (inside) return inside;
    }
    return undefined;
  }
}

function fault(validate: ValidateFunction | undefined, value: unknown): string | undefined {
  if (!validate || validate(value)) return undefined;
  const [first] = validate.errors ?? [];
  return `${first?.instancePath} ${first?.message} (${first?.schemaPath})`;
}

/** The documents of a folder, by file name. */
const documentsOf = (folder: string): readonly (readonly [string, Node])[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .map((file) => [file, repair(JSON.parse(readFileSync(join(folder, file), 'utf8')), file) as Node]);

/** The names of all members that schemas describe. */
function memberNames(value: unknown, names = new Set<string>()): Set<string> {
  if (typeof value !== 'object' || value === null) return names;
  for (const [name, member] of Object.entries(value)) {
    if (name === 'properties' && typeof member === 'object' && member !== null)
      for (const property of Object.keys(member)) names.add(property);
    memberNames(member, names);
  }
  return names;
}

/** The folder of the documents of a version. */
export const schemaFolder = (shared: string, version: string): string | undefined => {
  const folder = join(shared, 'spec/openrpc', version);
  return existsSync(folder) ? folder : undefined;
};

// A sealed block also matches the schema of an open one, so `oneOf` at the top of a result can only mean `anyOf`.
function loosen(schema: Node): Node {
  const { oneOf, ...rest } = schema;
  return oneOf === undefined ? schema : { ...rest, anyOf: oneOf };
}

const FELT = '^0x(0|[a-fA-F1-9]{1}[a-fA-F0-9]{0,62})$';

/** Makes references absolute and corrects errors of the documents. */
function repair(value: unknown, file: string, key = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => repair(item, file));
  if (typeof value !== 'object' || value === null) return value;
  const out: Node = {};
  for (const [name, item] of Object.entries(value)) {
    if (name === '$ref' && typeof item === 'string') out[name] = absolute(item, file);
    // A single name instead of a list.
    else if (name === 'required' && typeof item === 'string') out[name] = [item];
    // The flag of a parameter, not a list of members.
    else if (name === 'required' && typeof item === 'boolean') continue;
    else out[name] = repair(item, file, name);
  }
  // Some components wrap their schema.
  if ((key === 'SUBSCRIPTION_ID' || key === 'SUBSCRIPTION_BLOCK_ID') && 'schema' in out) return out['schema'];
  // The pattern requires a first digit below 8 even in short keys.
  if (key === 'STORAGE_KEY') out['pattern'] = FELT;
  // Cells below the frame have negative offsets.
  if (key === 'offset' && file.includes('executables')) delete out['minimum'];
  // L1 addresses have all their 40 digits.
  if (key === 'to_address' && file.includes('api_openrpc')) return { type: 'string', pattern: '^0x[0-9a-f]+$' };
  return out;
}

function absolute(reference: string, file: string): string {
  const [path, pointer] = reference.split('#') as [string, string];
  return `${path === '' ? file : path.split('/').at(-1)}#${pointer}`;
}
