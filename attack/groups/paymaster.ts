import { Random } from '../../test/support/random.ts';
import { type AttackGroup, mustHold } from '../attack.ts';
import { oddValue } from '../oddValue.ts';
import type { Target } from '../target.ts';

const STRK = '0x4718f5a0fc34cc1af16a1cdee98ffb20c31f5cd61d6ab07201858f4287c938d';
const PATH = '/paymaster';
const sponsored = { version: '0x1', fee_mode: { mode: 'sponsored' } };
const call = (method: string, params: unknown = {}) => JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });

interface Reply {
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly code: number; readonly message: string };
}

async function ask(target: Target, method: string, params: unknown): Promise<Reply> {
  const { status, text } = await target.post(call(method, params), { path: PATH });
  mustHold(status === 200, `${method} was answered with ${status}`);
  return JSON.parse(text) as Reply;
}

const user = async (target: Target) =>
  (await target.call<{ address: string }[]>('devnet_getPredeployedAccounts'))[0]!.address;

const calls = (count: number, felts: number) =>
  Array.from({ length: count }, () => ({ to: STRK, selector: '0x5', calldata: Array(felts).fill('0x1') }));

const outside = (count: number, felts: number) => ({
  domain: { revision: '1' },
  message: {
    Caller: '0x1',
    Nonce: '0x1',
    'Execute After': 1,
    'Execute Before': '0xffffffff',
    Calls: calls(count, felts).map(({ to, selector, calldata }) => ({
      To: to,
      Selector: selector,
      Calldata: calldata,
    })),
  },
});

export const paymaster: AttackGroup = {
  name: 'Paymaster',
  attacks: [
    {
      name: 'asked for where it is off',
      short: true,
      run: async (target) => {
        const off = await target.post(call('paymaster_isAvailable'), { path: PATH });
        mustHold(off.status === 404, `a node without it answered ${off.status}`);
        for (const method of ['paymaster_isAvailable', 'sandbox_setPaymaster', 'sandbox_getPaymaster'])
          mustHold((await target.ask(method)).error?.code === -32601, `${method} is a method of the node`);
        return 'refused';
      },
    },
    {
      name: 'asked for by a page of another site',
      short: true,
      options: ['--paymaster'],
      run: async (target) => {
        const ask = (headers: Record<string, string>) =>
          fetch(`http://127.0.0.1:${target.port}${PATH}`, {
            method: 'POST',
            headers: { 'content-type': 'application/json', ...headers },
            body: call('sandbox_setPaymaster', { sponsored: false }),
          });
        const { status } = await ask({ origin: 'https://evil.example' });
        mustHold(status === 403, `it was answered with ${status}`);
        const { result } = await ask({}).then(async (response) => (await response.json()) as Reply);
        mustHold(result, 'a client of this machine was refused too');
        return 'refused';
      },
    },
    {
      name: 'transactions of nonsense',
      short: true,
      options: ['--paymaster'],
      run: async (target, { seed, cases }) => {
        const random = new Random(seed);
        const address = await user(target);
        for (let i = 0; i < cases; i++) {
          const odd = () => (random.below(3) === 0 ? oddValue(random) : undefined);
          const invoke = {
            user_address: odd() ?? address,
            calls: odd() ?? calls(1, 3),
            typed_data: odd() ?? outside(1, 3),
            signature: odd() ?? ['0x1', '0x2'],
          };
          const transaction = odd() ?? {
            type: random.pick(['invoke', 'deploy', 'deploy_and_invoke']),
            invoke: odd() ?? invoke,
          };
          const params = { transaction, parameters: odd() ?? sponsored };
          for (const method of ['paymaster_buildTransaction', 'paymaster_executeTransaction']) {
            const { error } = await ask(target, method, params);
            mustHold(error && error.code !== -32603, `${method} answered ${JSON.stringify(error)}`);
          }
          const { error } = await ask(target, 'sandbox_setPaymaster', {
            [random.pick(['tokens', 'refusals', 'budget', 'x'])]: oddValue(random),
          });
          mustHold(error?.code !== -32603, `settings gave ${JSON.stringify(error)}`);
        }
        return `${cases} of each refused`;
      },
    },
    {
      name: 'the longest transactions from 20 clients, and longer ones',
      options: ['--paymaster'],
      run: async (target) => {
        const address = await user(target);
        const build = (count: number, felts: number) =>
          ask(target, 'paymaster_buildTransaction', {
            transaction: { type: 'invoke', invoke: { user_address: address, calls: calls(count, felts) } },
            parameters: sponsored,
          });
        const execute = (count: number, felts: number) =>
          ask(target, 'paymaster_executeTransaction', {
            transaction: {
              type: 'invoke',
              invoke: { user_address: address, typed_data: outside(count, felts), signature: ['0x1', '0x2'] },
            },
            parameters: sponsored,
          });
        const sizes = [
          [1, 4990],
          [500, 7],
          [500, 400],
          [499, 0],
        ] as const;
        await Promise.all(
          Array.from({ length: 20 }, async () => {
            for (const [count, felts] of sizes)
              for (const { error } of [await build(count, felts), await execute(count, felts)])
                mustHold(
                  error && error.code !== -32603,
                  `${count} calls of ${felts} felts gave ${JSON.stringify(error)}`,
                );
          }),
        );
        return 'all refused';
      },
    },
    {
      name: 'a paymaster on a chain with the id of the main network',
      short: true,
      options: ['--paymaster', '--chain-id', 'MAINNET'],
      run: async (target) => {
        const { error } = await ask(target, 'paymaster_buildTransaction', {
          transaction: { type: 'invoke', invoke: { user_address: await user(target), calls: calls(1, 1) } },
          parameters: sponsored,
        });
        mustHold(error?.code === 163, `it answered ${JSON.stringify(error)}`);
        return 'refused';
      },
    },
  ],
};
