import { mkdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { type Browser, chromium } from 'playwright-core';
import { build } from 'vite';
import { processFileSaver } from '../../src/platform/processFiles.ts';
import { encodeCoverage } from '../../src/tools/coverage/coverageJson.ts';
import { findChromium } from '../../test/support/chromium.ts';
import { type AttackGroup, mustHold } from '../attack.ts';
import { starbox } from '../command.ts';
import { HOSTILE_NAMES, hasMarkup, hostileClass } from '../hostileNames.ts';
import { newFolder, type Target } from '../target.ts';

const CONTRACT = '0xbad1';

/** Puts a contract with hostile names on the chain, names a snapshot, and leaves transactions of it that fail. */
async function fillHostile(target: Target): Promise<void> {
  const contract_class = hostileClass(JSON.parse(readFileSync('contracts/classes/branching.sierra.json', 'utf8')));
  const { classes } = await target.call<{ classes: { class_hash: string }[] }>('devnet_applyStateDiff', {
    state_diff: {},
    classes: [{ contract_class }],
  });
  const { class_hash } = classes[0]!;
  await target.call('devnet_setClassHash', { contract_address: CONTRACT, class_hash });
  const id = await target.call<string>('devnet_snapshot');
  await target.call('devnet_nameSnapshot', { snapshot_id: id, name: HOSTILE_NAMES[0] });
  await target.call('devnet_mint', { address: CONTRACT, amount: 1 });
}

/** Opens addresses in a browser. Returns what went wrong; undefined if there is no browser. */
async function visitAll(urls: readonly string[]): Promise<readonly string[] | undefined> {
  const executablePath = findChromium();
  if (executablePath === undefined) return undefined;
  let browser: Browser | undefined;
  const faults: string[] = [];
  try {
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
    const page = await browser.newPage();
    page.on('dialog', (dialog) => {
      faults.push(`a dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    for (const url of urls) {
      await page.goto(url, { waitUntil: 'load', timeout: 60_000 });
      await page.waitForTimeout(800);
      if (await page.evaluate('globalThis.hacked === 1')) faults.push(`${url} ran a name as a script`);
      if (await page.evaluate('document.querySelector("img[src=x], svg[onload]") !== null'))
        faults.push(`${url} has markup of a name`);
      if (((await page.evaluate('document.body.innerText.trim().length')) as number) === 0)
        faults.push(`${url} is empty`);
    }
  } finally {
    await browser?.close();
  }
  return faults;
}

const outcome = (faults: readonly string[] | undefined, count: number): string => {
  if (!faults) return 'not run: there is no Chromium; set the variable CHROMIUM to its program';
  mustHold(faults.length === 0, faults.join('; '));
  return `${count} pages, no name became markup`;
};

export const pages: AttackGroup = {
  name: 'Pages',
  attacks: [
    {
      name: 'the explorer in a browser, with hostile names of functions, types and snapshots',
      run: async (target) => {
        await fillHostile(target);
        const base = `http://127.0.0.1:${target.port}/ui/`;
        const places = [
          '',
          `#/contract/${CONTRACT}`,
          '#/transactions',
          '#/blocks',
          '#/classes',
          '#/timeline',
          '#/simulate',
        ];
        const more = [`contract/${CONTRACT}`, 'transactions', 'blocks', 'classes', 'timeline', 'simulate'];
        return outcome(await visitAll([...places, ...more].map((place) => base + place)), places.length + more.length);
      },
    },
    {
      name: 'profiles, gas reports and explanations of contracts with hostile names',
      short: true,
      run: async (target) => {
        await fillHostile(target);
        const request = { contract_address: CONTRACT, entry_point_selector: '0x1', calldata: [] };
        const answers: unknown[] = [];
        for (const format of ['html', 'svg', 'text'])
          answers.push((await target.ask('devnet_profileCall', { request, block_id: 'latest', format })).result);
        answers.push((await target.ask('devnet_getGasReport')).result);
        answers.push((await target.ask('devnet_explainCall', { request, block_id: 'latest' })).result);
        const texts = answers.flatMap(shownTexts);
        mustHold(texts.length > 0, 'nothing was answered');
        for (const text of texts) {
          mustHold(!text.includes('\u001b[2J') && !text.includes('\u001b]0;'), 'an escape sequence of a name is shown');
          mustHold(!text.includes('<html') || !hasMarkup(text), 'a name became markup');
        }
        return `${texts.length} texts, all escaped`;
      },
    },
    {
      name: 'the page of coverage, with hostile names of files, functions and tests',
      short: true,
      run: async () => {
        const page = await coveragePage();
        const html = readFileSync(page, 'utf8');
        mustHold(!hasMarkup(html), 'a name became markup');
        mustHold(html.length < 5_000_000, `the page has ${html.length} bytes`);
        return `${html.length} bytes, no name became markup`;
      },
    },
    {
      name: 'the page of coverage in a browser',
      run: async () => outcome(await visitAll([pathToFileURL(await coveragePage()).href]), 1),
    },
    {
      name: 'the playground in a browser, with hostile places and chains in its address',
      run: async () => {
        if (findChromium() === undefined) return outcome(undefined, 0);
        await build({ configFile: resolve('ui/vite.playground.config.ts'), logLevel: 'error' });
        const site = await serve(resolve('dist-playground'));
        try {
          const names = HOSTILE_NAMES.slice(0, -1).map(encodeURIComponent);
          const journal = HOSTILE_NAMES.map((name) => ({
            jsonrpc: '2.0',
            id: 1,
            method: name,
            params: { [name]: name },
          }));
          const places = [
            ...names.flatMap((name) => [`?at=/contract/${name}`, `?at=/${name}`, `#${name}`]),
            '#journal=x',
            '#state=AAAA',
            `#journal=${linkText(Buffer.from(JSON.stringify(journal)))}`,
            `#state=${linkText(Buffer.alloc(250_000_000))}`,
          ];
          return outcome(await visitAll(places.map((place) => site.url + place)), places.length);
        } finally {
          site.stop();
        }
      },
    },
  ],
};

/** The texts of an answer that are printed or shown as they are: those with lines. */
function shownTexts(value: unknown): string[] {
  if (typeof value === 'string') return value.includes('\n') ? [value] : [];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(shownTexts) : [];
}

/** Runs `starbox coverage` on what a process with hostile names wrote. Returns the page that it made. */
async function coveragePage(): Promise<string> {
  const folder = newFolder();
  const reports = join(folder, 'coverage');
  mkdirSync(reports);
  const files = new Map(
    HOSTILE_NAMES.map((name, i) => {
      const branch = new Map();
      return [
        `/nowhere/${name}.cairo`,
        { lines: new Map([[i + 1, 1]]), functions: new Map(), branches: branch },
      ] as const;
    }),
  );
  const tests = new Map(
    HOSTILE_NAMES.map((name) => [name, new Map([[`/nowhere/${name}.cairo`, new Set([1])]])] as const),
  );
  const save = processFileSaver(reports, 'coverage');
  await save(
    encodeCoverage({ files, tests, withoutLines: [...HOSTILE_NAMES], elsewhere: [], isTruncated: false } as never),
  );
  const command = starbox(['coverage', '--tests'], { cwd: folder });
  const status = await command.end;
  mustHold(status === 0, `coverage ended with ${status}: ${command.output().slice(0, 300)}`);
  mustHold(!command.output().includes('\u001b]0;'), 'an escape sequence of a name is printed');
  return join(reports, 'index.html');
}

/** Bytes as the playground writes them into a link. */
const linkText = (bytes: Buffer): string => gzipSync(bytes).toString('base64url');

const TYPES: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

/** Serves the files of a folder. */
async function serve(folder: string): Promise<{ readonly url: string; stop(): void }> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url!, 'http://site');
    const file = normalize(pathname.replace(/\/$/, '/index.html'));
    try {
      const content = readFileSync(join(folder, file));
      response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' }).end(content);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, stop: () => server.close() };
}
