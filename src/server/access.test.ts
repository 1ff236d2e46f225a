import { describe, expect, test } from 'vitest';
import { refuseHost, refuseOrigin } from './access.ts';

const narrow = { boundHost: '127.0.0.1', allowedHosts: [], allowedOrigins: [] };
const wide = { ...narrow, boundHost: '0.0.0.0' };
const own = { ...narrow, allowedHosts: ['devnet.example'], allowedOrigins: ['https://app.example', 'null'] };
const open = { ...narrow, allowedOrigins: ['*'] };

describe('the Host header', () => {
  test.each([
    'localhost',
    'LOCALHOST:5050',
    'localhost.:5050',
    'a.localhost:80',
    '127.0.0.1:5050',
    '127.9.9.9',
    '[::1]:5050',
    '192.168.1.7:5050',
    '[fe80::1]',
    '[::ffff:1.2.3.4]:5050',
    undefined,
  ])('%s passes', (host) => expect(refuseHost(host, narrow)).toBeUndefined());

  test.each([
    'evil.example',
    'localhost.evil.example',
    'devnet',
    'box.local',
    '127.0.0.1.evil.example:5050',
    'localhost@evil.example',
    'evil.example:5050:localhost',
    '',
    ' localhost',
    'notlocalhost',
    '[evil]',
    '[evil]:5050',
    '[::1',
    '[]',
    '[beef]',
    '[1.2.3.4]',
    '[::1:]',
    '1.2.3.400',
    '127.0.0.999',
  ])('%j is refused when only this machine is served', (host) =>
    expect(refuseHost(host, narrow)).toContain('--allow-host'),
  );

  test('names of containers pass when others are served too', () => {
    for (const host of ['devnet:5050', 'box.local', 'host.docker.internal:5050'])
      expect(refuseHost(host, wide)).toBeUndefined();
    for (const host of ['evil.example', '[evil]', '[beef]']) expect(refuseHost(host, wide)).toContain('--allow-host');
  });

  test('names of containers do not pass when only this machine is served, also over IPv6', () => {
    for (const boundHost of ['127.0.0.1', '::1'])
      expect(refuseHost('devnet:5050', { ...narrow, boundHost })).toContain('--allow-host devnet');
  });

  test('a refusal names the option of the command and that of the library', () => {
    expect(refuseHost('evil.example', narrow)).toContain("box.listen({ allowHosts: ['evil.example'] })");
    expect(refuseOrigin('https://evil.example', narrow)).toContain('With box.listen, pass allowOrigins');
  });

  test('an allowed name passes, and only that', () => {
    expect(refuseHost('DEVNET.example:5050', own)).toBeUndefined();
    expect(refuseHost('x.devnet.example', own)).toContain('--allow-host');
  });
});

describe('the Origin header', () => {
  test.each([undefined, 'http://localhost:3000', 'https://127.0.0.1', 'http://[::1]:8080', 'http://app.localhost'])(
    '%s passes',
    (origin) => expect(refuseOrigin(origin, narrow)).toBeUndefined(),
  );

  test.each([
    'null',
    'https://evil.example',
    'http://localhost.evil.example',
    'http://evil.example/localhost',
    'http://localhost@evil.example',
    'file://',
    'chrome-extension://localhost',
    '',
  ])('%j is refused', (origin) => expect(refuseOrigin(origin, narrow)).toContain('--allow-origin'));

  test('an allowed origin passes, and * allows all', () => {
    expect(refuseOrigin('https://app.example', own)).toBeUndefined();
    expect(refuseOrigin('null', own)).toBeUndefined();
    expect(refuseOrigin('https://app.example:444', own)).toContain('--allow-origin');
    expect(refuseOrigin('https://evil.example', open)).toBeUndefined();
  });
});
