import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { Log } from '../../src/server/log/log.ts';
import { Page } from '../../src/server/page.ts';
import type { RunningServer } from '../../src/server/server.ts';
import { exchange } from '../support/rawExchange.ts';
import { testServer } from './testServer.ts';

const folder = mkdtempSync(join(tmpdir(), 'page-'));
mkdirSync(join(folder, 'ui/assets'), { recursive: true });
writeFileSync(join(folder, 'secret.txt'), 'secret');
writeFileSync(join(folder, 'ui/index.html'), '<!doctype html>the page');
writeFileSync(join(folder, 'ui/wallet.html'), '<!doctype html>the wallet');
writeFileSync(join(folder, 'ui/assets/index-abc.js'), 'run()');
afterAll(() => rmSync(folder, { recursive: true }));

const log = new Log({
  format: 'text',
  level: 'error',
  bodies: { request: false, response: false },
  output: () => true,
});
let server: RunningServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function start(page: Page | undefined): Promise<string> {
  server = await testServer(log, { page });
  return `http://127.0.0.1:${server.port}`;
}
const open = () => start(Page.open(join(folder, 'ui')));
const get = (url: string, accept = '*/*', method = 'GET') =>
  fetch(url, { method, headers: { accept }, redirect: 'manual' });

describe('the page, if it is on,', () => {
  test('is index.html at every path below /ui/ that is no file', async () => {
    const url = await open();
    for (const path of ['/ui/', '/ui/tx/0x1', '/ui/blocks?page=2', '/ui/a/b/c']) {
      const response = await get(url + path);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(response.headers.get('cache-control')).toBe('no-cache');
      expect(await response.text()).toBe('<!doctype html>the page');
    }
  });

  test('allows no inline script, no outside request and no frame around it', async () => {
    const policy = (await get(`${await open()}/ui/`)).headers.get('content-security-policy')!;
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe|\*(?!\s|;|$)|https?:\/\/(?!localhost|127\.0\.0\.1)/);
  });

  test('is out of reach for those who open it, except the window of the wallet, which dapps find by its name', async () => {
    const url = await open();
    const opener = async (path: string) => (await get(url + path)).headers.get('cross-origin-opener-policy');
    expect(await opener('/ui/')).toBe('same-origin');
    expect(await opener('/ui/wallet.html')).toBeNull();
  });

  test('has assets that browsers keep for ever, and a 404 for those of an earlier build', async () => {
    const url = await open();
    const asset = await get(`${url}/ui/assets/index-abc.js`);
    expect(asset.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(await asset.text()).toBe('run()');
    expect((await get(`${url}/ui/assets/index-old.js`)).status).toBe(404);
  });

  test.each([
    ['gzip, deflate, br', 'gzip'],
    ['br;q=1, GZIP;q=0.5', 'gzip'],
    ['gzip;q=0', null],
    ['gzip; q=0.00', null],
    ['xgzip', null],
    ['', null],
  ])('is gzipped for clients that read it: %s', async (accepted, coding) => {
    const url = await open();
    const lines = [
      'GET /ui/assets/index-abc.js HTTP/1.1',
      `host: 127.0.0.1:${server!.port}`,
      `accept-encoding: ${accepted}`,
    ];
    const answer = await exchange(server!.port, [`${[...lines, 'connection: close'].join('\r\n')}\r\n\r\n`]);
    expect(answer.includes('content-encoding: gzip')).toBe(coding === 'gzip');
    expect(answer.includes('run()')).toBe(coding === null);
    expect(answer).toContain('vary: accept-encoding');
    expect(await (await fetch(`${url}/ui/assets/index-abc.js`)).text()).toBe('run()');
  });

  test('gives no file outside its folder', async () => {
    await open();
    for (const path of [
      '/ui/../secret.txt',
      '/ui/assets/../../secret.txt',
      '/ui/%2e%2e/secret.txt',
      '/ui//etc/passwd',
    ]) {
      const answer = await exchange(server!.port, [
        `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
      ]);
      expect(answer).not.toContain('secret');
      expect(answer).not.toContain('root:');
    }
  });

  test('is where a browser goes from / and from /ui', async () => {
    const url = await open();
    for (const path of ['/', '/ui']) {
      const response = await get(url + path, 'text/html,application/xhtml+xml');
      expect([response.status, response.headers.get('location')]).toEqual([302, '/ui/']);
    }
    expect((await get(`${url}/`)).status).toBe(405);
  });

  test('is read only, and refused under a foreign host name', async () => {
    const url = await open();
    expect((await get(`${url}/ui/`, '*/*', 'POST')).status).toBe(405);
    expect(await (await get(`${url}/ui/`, '*/*', 'HEAD')).text()).toBe('');
    const answer = await exchange(server!.port, [
      'GET /ui/ HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n',
    ]);
    expect(answer).toMatch(/^HTTP\/1\.1 403 /);
  });
});

describe('the page, if it is off,', () => {
  test('says how to turn it on', async () => {
    const url = await start(undefined);
    for (const path of ['/ui', '/ui/', '/ui/tx/0x1']) {
      const response = await get(url + path, 'text/html');
      expect(response.status).toBe(404);
      expect(await response.text()).toContain('--ui');
    }
    const client = await get(`${url}/ui`);
    expect([client.status, await client.text()]).toEqual([404, '']);
    const front = await get(`${url}/`, 'text/html');
    expect([front.status, front.headers.get('allow')]).toEqual([405, 'POST']);
    expect(await front.text()).toContain('--ui');
    expect(await (await get(`${url}/`)).text()).toBe('');
  });

  test('is also off where it was not built', () => {
    expect(Page.open(join(folder, 'nothing'))).toBeUndefined();
  });
});
