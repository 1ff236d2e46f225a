import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { type Consumer, tsc } from './consumer.ts';

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: { readonly items?: readonly unknown[] };
  readonly result?: unknown;
}

/** What an editor offers at a place of a consumer's file: the names that the language server of TypeScript completes. */
export async function completionsAt(consumer: Project, before: string): Promise<readonly string[]> {
  const found = await askAt(consumer, before, 'textDocument/completion');
  const items = Array.isArray(found) ? found : (found as { readonly items: readonly unknown[] }).items;
  return items.map((item) => (item as { readonly label: string }).label);
}

/** What an editor shows of the name that ends at a place of a consumer's file. */
export async function hoverAt(consumer: Project, before: string): Promise<string> {
  const found = await askAt(consumer, before, 'textDocument/hover', -1);
  return JSON.stringify((found as { readonly contents: unknown } | null)?.contents);
}

/** A folder with a file that is open in an editor. */
type Project = Pick<Consumer, 'folder' | 'file'>;

/** Asks the language server about the place after a text, or so many characters from there. */
async function askAt(consumer: Project, before: string, question: string, shift = 0): Promise<unknown> {
  const text = readFileSync(consumer.file, 'utf8');
  const lines = text.slice(0, text.indexOf(before) + before.length).split('\n');
  const position = { line: lines.length - 1, character: lines.at(-1)!.length + shift };
  const server = spawn(process.execPath, [tsc, '--lsp', '--stdio'], { stdio: ['pipe', 'pipe', 'ignore'] });
  const answers = new Map<number, (result: unknown) => void>();
  const send = (message: object) => {
    const body = JSON.stringify({ jsonrpc: '2.0', ...message });
    server.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  };
  const ask = (method: string, params: object) =>
    new Promise<unknown>((resolve) => {
      const id = answers.size + 1;
      answers.set(id, resolve);
      send({ id, method, params });
    });
  const receive = ({ id, method, params, result }: Message) => {
    if (id === undefined) return;
    if (method === undefined) answers.get(id)?.(result);
    // The server asks for settings of the editor: there are none.
    else send({ id, result: params?.items?.map(() => null) ?? null });
  };
  let bytes = Buffer.alloc(0);
  server.stdout.on('data', (chunk: Buffer) => {
    bytes = Buffer.concat([bytes, chunk]);
    for (;;) {
      const head = bytes.indexOf('\r\n\r\n');
      const end = head + 4 + Number(/Content-Length: (\d+)/i.exec(bytes.toString('latin1', 0, Math.max(head, 0)))?.[1]);
      if (head === -1 || bytes.length < end) return;
      receive(JSON.parse(bytes.toString('utf8', head + 4, end)));
      bytes = bytes.subarray(end);
    }
  });
  try {
    const uri = pathToFileURL(consumer.file).href;
    await ask('initialize', { processId: null, rootUri: pathToFileURL(consumer.folder).href, capabilities: {} });
    send({ method: 'initialized', params: {} });
    const textDocument = { uri, languageId: 'typescript', version: 1, text };
    send({ method: 'textDocument/didOpen', params: { textDocument } });
    return await ask(question, { textDocument: { uri }, position });
  } finally {
    server.kill();
  }
}
