import { request as send } from 'node:http';
import { type AttackGroup, mustHold } from '../attack.ts';
import type { Answer, Target } from '../target.ts';

const ON = ['--wallet'];
const FOREIGN = 'https://evil.example';
const STRK = '0x4718f5a0fc34cc1af16a1cdee98ffb20c31f5cd61d6ab07201858f4287c938d';

/** Makes a request with headers as a browser sends them. */
const visit = (
  { port }: Target,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  body?: unknown,
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const more = text === undefined ? {} : { 'content-type': 'application/json', 'content-length': `${text.length}` };
    const asked = send(
      { host: '127.0.0.1', port, path, method: text === undefined ? 'GET' : 'POST', headers: { ...more, ...headers } },
      (response) => {
        let got = '';
        response.setEncoding('utf8').on('data', (part: string) => {
          got += part;
        });
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text: got }));
      },
    );
    asked.on('error', reject);
    asked.end(text);
  });

const SIGN = {
  type: 'wallet_signTypedData',
  params: {
    types: { StarknetDomain: [{ name: 'revision', type: 'shortstring' }], Deep: [{ name: 'next', type: 'Deep*' }] },
    primaryType: 'Deep',
    domain: { revision: '1' },
  },
};

function nested(depth: number): object {
  let value: object = { next: [] };
  for (let i = 0; i < depth; i++) value = { next: [value] };
  return value;
}

export const wallet: AttackGroup = {
  name: 'Wallet',
  attacks: [
    {
      name: 'asking for the wallet of a node that has none',
      short: true,
      run: async (target) => {
        const answers = await Promise.all(
          ['/wallet.js', '/wallet', '/wallet/waiting', '/wallet/requests'].map((path) => visit(target, path)),
        );
        mustHold(
          answers.every(({ status }) => status === 404),
          'the wallet is there without --wallet',
        );
        const asked = await visit(target, '/wallet', {}, { type: 'wallet_requestAccounts' });
        mustHold(asked.status === 404, 'the wallet answers without --wallet');
        return '404';
      },
    },
    {
      name: 'loading and using the wallet from a page of another site',
      short: true,
      options: ON,
      run: async (target) => {
        const tag = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', referer: `${FOREIGN}/` };
        const { referer: _, ...hidden } = tag;
        for (const headers of [tag, hidden, { origin: FOREIGN }, { origin: 'null' }]) {
          const { status } = await visit(target, '/wallet.js', headers);
          mustHold(status === 403, `the script was sent to ${JSON.stringify(headers)}`);
        }
        const asked = await visit(target, '/wallet', { origin: FOREIGN }, { type: 'wallet_requestAccounts' });
        mustHold(asked.status === 403, 'the wallet answered a page of another site');
        const rebound = await visit(target, '/wallet', { host: 'evil.example' }, { type: 'wallet_requestAccounts' });
        mustHold(rebound.status === 403, 'the wallet answered under a foreign name');
        return '403';
      },
    },
    {
      name: 'approving its own request from an allowed page, and reading what waits',
      short: true,
      options: [...ON, 'ask', '--allow-origin', FOREIGN],
      run: async (target) => {
        const origin = { origin: FOREIGN };
        const asked = visit(target, '/wallet', origin, { type: 'wallet_requestAccounts' });
        const decided = await visit(target, '/wallet', origin, { control: 'approve' });
        mustHold(decided.text.includes('cannot decide'), 'a page approved its own request');
        for (const path of ['/wallet/waiting', '/wallet/requests'])
          mustHold((await visit(target, path, origin)).status === 403, `a page read ${path}`);
        await visit(target, '/wallet', {}, { control: 'reject' });
        mustHold((await asked).text.includes('USER_REFUSED_OP'), 'the request did not wait for the user');
        return 'refused';
      },
    },
    {
      name: 'looking for keys in everything that the wallet sends',
      short: true,
      options: ON,
      run: async (target) => {
        const accounts = await target.call<{ private_key: string }[]>('devnet_getPredeployedAccounts', {});
        const calls = [{ contract_address: STRK, entry_point: 'transfer', calldata: ['0x1', '0x1', '0x0'] }];
        const answers = await Promise.all([
          visit(target, '/wallet.js'),
          visit(target, '/wallet'),
          visit(target, '/wallet/waiting'),
          visit(target, '/wallet/requests'),
          visit(target, '/wallet', {}, { type: 'wallet_requestAccounts' }),
          visit(target, '/wallet', {}, { type: 'wallet_deploymentData' }),
          visit(target, '/wallet', {}, { type: 'wallet_addInvokeTransaction', params: { calls } }),
          visit(target, '/wallet', {}, { control: 'useAccount', account: { address: '0x1', privateKey: '0x5' } }),
        ]);
        const text = answers.map((answer) => answer.text).join('\n');
        for (const { private_key } of accounts)
          mustHold(!text.includes(private_key.slice(2)), 'a key is in what the wallet sends');
        return 'no key';
      },
    },
    {
      name: 'signing for the chain id of mainnet',
      short: true,
      options: [...ON, '--chain-id', 'MAINNET'],
      run: async (target) => {
        const { text } = await visit(target, '/wallet', {}, { type: 'wallet_requestAccounts' });
        mustHold(text.includes('SN_MAIN'), 'the wallet works for mainnet');
        return 'refused';
      },
    },
    {
      name: 'typed data that is deep, long and wrong, and requests that are no requests',
      short: true,
      options: ON,
      run: async (target) => {
        await visit(target, '/wallet', {}, { type: 'wallet_requestAccounts' });
        const bodies: unknown[] = [
          { ...SIGN, params: { ...SIGN.params, message: nested(400) } },
          {
            ...SIGN,
            params: {
              ...SIGN.params,
              types: { ...SIGN.params.types, Deep: [{ name: 'next', type: 'felt*' }] },
              message: { next: Array.from({ length: 200_000 }, () => 1) },
            },
          },
          {
            ...SIGN,
            params: {
              ...SIGN.params,
              types: {
                ...SIGN.params.types,
                ...Object.fromEntries(
                  Array.from({ length: 90 }, (_, i) => [
                    `T${i}`,
                    Array.from({ length: 100 }, (_, j) => ({ name: `m${j}`, type: `T${(i + j) % 90}*` })),
                  ]),
                ),
              },
              message: { next: [] },
            },
          },
          { ...SIGN, params: { ...SIGN.params, types: JSON.parse('{"__proto__":[],"constructor":[]}') } },
          { type: '__proto__' },
          { type: 'constructor', params: null },
          { type: 'wallet_addInvokeTransaction', params: { calls: Array.from({ length: 5000 }, () => ({})) } },
          { type: 'wallet_addDeclareTransaction', params: { contract_class: { sierra_program: ['0x1'] } } },
          { control: 'toString' },
          { control: 'approve', times: -1 },
          [],
          null,
          7,
        ];
        for (const body of bodies) {
          const { status, text } = await visit(target, '/wallet', {}, body);
          mustHold(status < 500 && text.includes('error'), `${status} ${text.slice(0, 100)}`);
        }
        return `${bodies.length} refused`;
      },
    },
    {
      name: 'leaving hundreds of requests that nobody decides',
      options: [...ON, 'ask'],
      run: async (target) => {
        const asked = Array.from({ length: 300 }, () =>
          visit(target, '/wallet', {}, { type: 'wallet_requestAccounts' }).catch(() => undefined),
        );
        const first = await Promise.race(asked);
        mustHold(first?.text.includes('wait already'), 'requests wait without a limit');
        await visit(target, '/wallet', {}, { control: 'reject' });
        await Promise.all(asked);
        return 'limited';
      },
    },
  ],
};
