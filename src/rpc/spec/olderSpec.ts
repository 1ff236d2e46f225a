import type { Params } from '../envelope.ts';
import { invalidParams, type RpcError } from '../rpcError.ts';

/** What an older version of the specification does not have. Methods and notifications are named without prefix. */
export interface SpecDifferences {
  /** Its version, as `specVersion` answers it. */
  readonly version: string;
  /** Parameters that were added later, by method: the name, and the position in a list of parameters. */
  readonly addedParams: Readonly<Record<string, readonly [name: string, position: number]>>;
  /** Flags that were added later, by method: the parameter that has them, its position, and the flag. */
  readonly addedFlags: Readonly<Record<string, readonly [name: string, position: number, flag: string]>>;
  /** Members of results and notifications that were added later: paths such as `events[].event_index`. */
  readonly addedMembers: Readonly<Record<string, readonly string[]>>;
  /** Messages of errors that were changed later, by code. */
  readonly messages: Readonly<Record<number, string>>;
}

interface ErrorObject {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

type Step = { readonly kind: 'member'; readonly name: string } | { readonly kind: 'items' };

/** Answers requests in an older version of the specification: refuses what it lacks and removes what was added since. */
export class OlderSpec {
  readonly #differences: SpecDifferences;
  readonly #paths: ReadonlyMap<string, readonly (readonly Step[])[]>;

  constructor(differences: SpecDifferences) {
    this.#differences = differences;
    this.#paths = new Map(
      Object.entries(differences.addedMembers).map(([name, paths]) => [name, paths.map((path) => stepsOf(path))]),
    );
  }

  /** Throws -32602 for parameters that this version does not have. */
  check(method: string, params: Params): void {
    const { addedParams, addedFlags } = this.#differences;
    const param = addedParams[method];
    if (param && paramOf(params, ...param) !== undefined) throw this.#refusal(param[0]);
    const flag = addedFlags[method];
    if (!flag) return;
    const flags = paramOf(params, flag[0], flag[1]);
    if (Array.isArray(flags) && flags.includes(flag[2])) throw this.#refusal(flag[2]);
  }

  #refusal(name: string): RpcError {
    const { version } = this.#differences;
    return invalidParams(`${name} is not part of JSON-RPC ${version}. Leave it out, or send the request to /rpc.`);
  }

  /** The result of a method, or that of a notification, as this version has it. Values are copied only where they change. */
  result(name: string, result: unknown): unknown {
    if (name === 'specVersion') return this.#differences.version;
    return (this.#paths.get(name) ?? []).reduce((value, path) => without(value, path, 0), result);
  }

  /** An item of the list of a result, as this version has it: of the result itself, or of its member with this name. */
  item(name: string, member: string | undefined, item: unknown): unknown {
    const before = member === undefined ? 1 : 2;
    const paths = (this.#paths.get(name) ?? []).filter(
      (path) => path[before - 1]?.kind === 'items' && (path[0]!.kind === 'items' || path[0]!.name === member),
    );
    return paths.reduce((value, path) => without(value, path, before), item);
  }

  error(error: ErrorObject): ErrorObject {
    const message = this.#differences.messages[error.code];
    return message === undefined ? error : { ...error, message };
  }
}

/** A parameter by its name or its position. */
function paramOf(params: Params, name: string, position: number): unknown {
  if (params === null || typeof params !== 'object') return undefined;
  return Array.isArray(params) ? params[position] : (params as Readonly<Record<string, unknown>>)[name];
}

/** `events[].event_index` as the steps to that member. */
const stepsOf = (path: string): Step[] =>
  path
    .replaceAll('[]', '.[]')
    .split('.')
    .filter((part) => part !== '')
    .map((part) => (part === '[]' ? { kind: 'items' } : { kind: 'member', name: part }));

/** A value without the member at the end of a path; the same value if it has no such member. */
function without(value: unknown, path: readonly Step[], at: number): unknown {
  const step = path[at]!;
  if (typeof value !== 'object' || value === null) return value;
  if (step.kind === 'items') {
    if (!Array.isArray(value)) return value;
    let copy: unknown[] | undefined;
    for (let i = 0; i < value.length; i++) {
      const item = without(value[i], path, at + 1);
      if (item !== value[i]) (copy ??= [...value])[i] = item;
    }
    return copy ?? value;
  }
  if (!Object.hasOwn(value, step.name)) return value;
  const { [step.name]: member, ...rest } = value as Record<string, unknown>;
  if (at === path.length - 1) return rest;
  const changed = without(member, path, at + 1);
  return changed === member ? value : { ...value, [step.name]: changed };
}
