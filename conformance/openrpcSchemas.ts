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

  constructor(folder: string) {
    const ajv = new Ajv({ strict: false, validateSchema: false, validateFormats: false, allErrors: false });
    const documents = readdirSync(folder)
      .filter((file) => file.endsWith('.json'))
      .map((file) => [file, repair(JSON.parse(readFileSync(join(folder, file), 'utf8')), file) as Node] as const);
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
    return fault(this.#results.get(method), result);
  }

  faultOfNotification(method: string, result: unknown): string | undefined {
    return fault(this.#notifications.get(method), result);
  }
}

function fault(validate: ValidateFunction | undefined, value: unknown): string | undefined {
  if (!validate || validate(value)) return undefined;
  const [first] = validate.errors ?? [];
  return `${first?.instancePath} ${first?.message} (${first?.schemaPath})`;
}

/** The folder of the specification's documents. */
export const schemaFolder = (shared: string): string | undefined => {
  const folder = join(shared, 'spec/openrpc/v0.10.2');
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
  // Like starknet-devnet, we give null for a transaction that has not failed.
  if (key === 'failure_reason') return {};
  // L1 addresses have all their 40 digits.
  if (key === 'to_address' && file.includes('api_openrpc')) return { type: 'string', pattern: '^0x[0-9a-f]+$' };
  return out;
}

function absolute(reference: string, file: string): string {
  const [path, pointer] = reference.split('#') as [string, string];
  return `${path === '' ? file : path.split('/').at(-1)}#${pointer}`;
}
