import { expect, test } from 'vitest';
import { REDACTED, redactor } from './redact.ts';

const KEY = '0x71d7bb07b9a64f6f78ac4c816aff4da9';
const redact = redactor({
  keys: [KEY],
  environment: { DEPLOY_TOKEN: 'ghp_hunter2hunter2', STARBOX_PRIVATE_KEY: '0xABCDEF1234567890', EDITOR: 'vi-editor-x' },
  home: '/home/alice',
  user: 'alice',
});

test('private keys are left out in every form, also as values of other members', () => {
  expect(redact({ calldata: [KEY, '0x000071D7BB07B9A64F6F78AC4C816AFF4DA9', '0x5'], n: '0xabcdef1234567890' })).toEqual(
    {
      calldata: [REDACTED, REDACTED, '0x5'],
      n: REDACTED,
    },
  );
  expect(redact({ deployer_account_private_key: '0x1', password: 5, key: '0x2' })).toEqual({
    deployer_account_private_key: REDACTED,
    password: REDACTED,
    key: '0x2',
  });
});

test.each([
  ['https://eth.example.com/v3/hunter2', 'https://….example.com/…'],
  ['https://hunter2:hunter2@example.com', 'https://example.com'],
  ['wss://hunter2.provider.io:8443?key=hunter2', 'wss://….provider.io:8443/…'],
  ['http://127.0.0.1:5050/rpc?key=hunter2', 'http://127.0.0.1:5050/…'],
  ['the node at http://localhost:5050 refused', 'the node at http://localhost:5050 refused'],
])('of the URL %s only the place is told', (url, told) => {
  expect(redact(url)).toBe(told);
});

test('the home folder, names of users in paths and secrets of the environment are left out', () => {
  expect(redact('at /home/alice/project/src/lib.cairo:5')).toBe('at ~/project/src/lib.cairo:5');
  expect(redact('/Users/bob/x and C:\\Users\\Carol\\y and /mnt/alice/z')).toBe(
    '/Users/USER/x and C:\\Users\\USER\\y and /mnt/USER/z',
  );
  expect(redact('sent ghp_hunter2hunter2 from vi-editor-x')).toBe(`sent ${REDACTED} from vi-editor-x`);
});

test('everything else stays exactly as it is', () => {
  const entry = { method: 'devnet_mint', params: { amount: 10n ** 30n, address: '0x64' }, id: null, ok: true };
  expect(redact(entry)).toEqual(entry);
});
