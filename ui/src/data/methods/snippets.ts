// A request as text that somebody can run elsewhere.
import { requestText } from '../../transport/jsonRpc.ts';
import { jsonText } from '../text/jsonText.ts';

/** A request and what the node answered. */
export interface Exchange {
  readonly method: string;
  readonly params: unknown;
  readonly result?: unknown;
  readonly error?: Error;
  readonly milliseconds: number;
}

/** The forms of a request that make sense for a node. No client can reach a node without an address, such as the playground's. */
export const snippetKinds = (address: string): readonly { readonly value: SnippetKind; readonly name: string }[] =>
  /^https?:/.test(address)
    ? SNIPPET_KINDS
    : SNIPPET_KINDS.filter(({ value }) => value === 'library' || value === 'json');

export type SnippetKind = 'json' | 'curl' | 'starknet.js' | 'library';

const SNIPPET_KINDS: readonly { readonly value: SnippetKind; readonly name: string }[] = [
  { value: 'curl', name: 'curl' },
  { value: 'starknet.js', name: 'starknet.js' },
  { value: 'library', name: 'library' },
  { value: 'json', name: 'JSON' },
];

/** A text in single quotes for a shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** A value as JavaScript: a number that it would round is a bigint. */
const literal = (value: unknown): string => jsonText(value, 'n');

export function snippet(kind: SnippetKind, address: string, method: string, params: unknown): string {
  const text = params === undefined ? '' : `, ${literal(params)}`;
  switch (kind) {
    case 'json':
      return requestText(1, method, params);
    case 'curl':
      return `curl -s ${quoted(`${address}/rpc`)} -H 'content-type: application/json' -d ${quoted(requestText(1, method, params))}`;
    case 'starknet.js':
      return [
        "import { RpcProvider } from 'starknet';",
        '',
        `const provider = new RpcProvider({ nodeUrl: ${JSON.stringify(`${address}/rpc`)} });`,
        `const answer = await (await provider.fetch(${JSON.stringify(method)}${text})).json();`,
      ].join('\n');
    case 'library':
      return [
        "import { Sandbox } from 'starbox';",
        '',
        'const box = await Sandbox.create();',
        `const result = await box.request(${JSON.stringify(method)}${text});`,
      ].join('\n');
  }
}
