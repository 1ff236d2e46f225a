import { expect, test } from 'vitest';
import { specPath } from './specVersions.ts';

test.each(['/rpc/v0_10', '/v0_10', '/rpc/v0_10_0', '/rpc/v0_10_2'])('%s is served as /rpc is', (path) => {
  expect(specPath(path)).toEqual({ kind: 'served', path: '/rpc', spec: undefined });
});

test.each(['/ws/rpc/v0_10', '/ws/v0_10'])('%s is served as /ws is', (path) => {
  expect(specPath(path)).toEqual({ kind: 'served', path: '/ws', spec: undefined });
});

test('paths with v0_9 name the older version', () => {
  for (const path of ['/rpc/v0_9', '/v0_9', '/rpc/v0_9_0', '/ws/rpc/v0_9', '/ws/v0_9']) {
    const found = specPath(path);
    expect(found?.kind === 'served' && found.spec?.result('specVersion', '')).toBe('0.9.0');
  }
});

test('another version is unknown, with a sentence that names those that are served', () => {
  expect(specPath('/rpc/v0_8')).toEqual({
    kind: 'unknown',
    text: 'JSON-RPC 0.8 is not served here (/rpc/v0_8). Version 0.10.2 is at /rpc, 0.9.0 at /rpc/v0_9.',
  });
  expect(specPath('/rpc/v0_10_3')).toMatchObject({
    text: 'JSON-RPC 0.10.3 is not served here (/rpc/v0_10_3). Version 0.10.2 is at /rpc, 0.9.0 at /rpc/v0_9.',
  });
  expect(specPath('/ws/rpc/v1_0')).toMatchObject({ text: expect.stringContaining('0.9.0 at /ws/rpc/v0_9') });
});

test('other paths name no version', () => {
  for (const path of ['/', '/rpc', '/ws', '/rpc/v10', '/rpc/v0_10/', '/metrics', '/x/v0_9', '/rpc/v99999_1'])
    expect(specPath(path)).toBeUndefined();
});
