import { writeJson } from '../../json/writeJson.ts';
import { type Dialect, type MethodGroup, writeMethodName } from '../dialect.ts';
import type { OlderSpec } from '../spec/olderSpec.ts';
import type { Notice } from './notice.ts';

/** A notification: its name without prefix, and its result. Its text is written once for all subscriptions. */
export class Notification {
  /** Its name without a prefix. */
  readonly method: string;
  readonly #result: unknown;
  readonly group: MethodGroup;
  #resultText: string | undefined;

  constructor(method: string, result: unknown, group: MethodGroup = 'chain') {
    this.method = method;
    this.#result = result;
    this.group = group;
  }

  /** The message to one subscription. An id is digits alone. */
  textFor(id: string, dialect: Dialect, spec?: OlderSpec): string {
    const result = spec
      ? writeJson(spec.result(this.method, this.#result))
      : (this.#resultText ??= writeJson(this.#result));
    const method = writeMethodName(this.group, this.method, dialect);
    return `{"jsonrpc":"2.0","method":"${method}","params":{"subscription_id":"${id}","result":${result}}}`;
  }
}

const shared = new WeakMap<Notice, Map<string, Notification>>();

/** The notification of a notice. Subscriptions that want the same form share one object. */
export function notificationOf(
  notice: Notice,
  method: string,
  result: () => unknown,
  {
    form = 'plain',
    group,
  }: { readonly form?: 'plain' | 'withProofFacts' | 'strict'; readonly group?: MethodGroup } = {},
): Notification {
  let forms = shared.get(notice);
  if (!forms) shared.set(notice, (forms = new Map()));
  const name = `${method} ${form}`;
  let notification = forms.get(name);
  if (!notification) forms.set(name, (notification = new Notification(method, result(), group)));
  return notification;
}
