// The playground as a site has it: static files.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const root = fileURLToPath(new URL('../..', import.meta.url));
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

/** Serves static files, as a documentation site does. */
async function serve(folder: string): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url!, 'http://site');
    const file = normalize(pathname.replace(/\/$/, '/index.html')).replace(/^\/play/, '');
    try {
      const content = readFileSync(join(folder, file));
      response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' }).end(content);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/play/`,
    stop: async () => void server.close(),
  };
}

/** Builds the playground in a folder of its own, because other tests may build it at the same time, and serves it. */
export async function startPlayground() {
  const outDir = mkdtempSync(join(tmpdir(), 'playground-'));
  await build({
    configFile: join(root, 'ui/vite.playground.config.ts'),
    logLevel: 'error',
    build: { outDir, emptyOutDir: true },
  });
  const { url, stop } = await serve(outDir);
  return {
    url,
    stop: async () => {
      await stop();
      rmSync(outDir, { recursive: true, force: true });
    },
  };
}
