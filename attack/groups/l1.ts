import { Random } from '../../test/support/random.ts';
import { type AttackGroup, mustHold } from '../attack.ts';
import { oddValue } from '../oddValue.ts';
import type { Target } from '../target.ts';

const PATH = '/l1';
const EVM = ['--l1-url', 'evm'];
const ALL_GAS = '0xffffff';
const CLIENTS = 6;

interface Reply {
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
}

const call = (method: string, params: unknown) => JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });

async function ask(target: Target, method: string, params: unknown): Promise<Reply> {
  const { status, text } = await target.post(call(method, params), { path: PATH });
  // What takes longer than the server waits is given up, and its client is told.
  mustHold(status === 200 || status === 408, `${method} was answered with ${status}`);
  return status === 408 ? {} : (JSON.parse(text) as Reply);
}

/** Many clients run code on L1, as calls, estimates and transactions. */
async function runEverywhere(target: Target, codes: readonly string[]): Promise<string> {
  const [from] = (await ask(target, 'eth_accounts', [])).result as string[];
  await Promise.all(
    Array.from({ length: CLIENTS }, async (_, client) => {
      const data = codes[client % codes.length]!;
      for (const method of ['eth_call', 'eth_estimateGas', 'eth_sendTransaction']) {
        const { error } = await ask(target, method, [{ from, data, gas: ALL_GAS }]);
        mustHold(error?.code !== -32603, `${method} of ${data.slice(0, 30)} gave ${JSON.stringify(error)}`);
      }
    }),
  );
  return `${CLIENTS} clients answered`;
}

const METHODS = [
  'eth_call',
  'eth_estimateGas',
  'eth_getLogs',
  'eth_newFilter',
  'eth_getFilterChanges',
  'eth_getBlockByNumber',
  'eth_getStorageAt',
  'eth_feeHistory',
  'eth_sendTransaction',
  'eth_sendRawTransaction',
  'evm_revert',
  'evm_increaseTime',
  'anvil_setBalance',
  'anvil_setCode',
  'hardhat_mine',
  '__proto__',
  'constructor',
] as const;

export const l1: AttackGroup = {
  name: 'L1',
  attacks: [
    {
      name: 'asked for where it is off',
      short: true,
      run: async (target) => {
        const { status } = await target.post(call('eth_chainId', []), { path: PATH });
        mustHold(status === 404, `a node without an EVM answered ${status}`);
        mustHold((await target.ask('eth_chainId')).error?.code === -32601, 'eth_chainId is a method of the node');
        return 'refused';
      },
    },
    {
      name: 'asked for by a page of another site',
      short: true,
      options: EVM,
      run: async (target) => {
        const mine = (headers: Record<string, string>) =>
          fetch(`http://127.0.0.1:${target.port}${PATH}`, {
            method: 'POST',
            headers: { 'content-type': 'application/json', ...headers },
            body: call('evm_mine', []),
          });
        for (const origin of ['https://evil.example', 'null']) {
          const { status } = await mine({ origin });
          mustHold(status === 403, `${origin} was answered with ${status}`);
        }
        mustHold((await mine({})).status === 200, 'a client of this machine was refused too');
        return 'refused';
      },
    },
    {
      name: 'requests of nonsense',
      short: true,
      options: EVM,
      run: async (target, { seed, cases }) => {
        const random = new Random(seed);
        for (let i = 0; i < cases; i++) {
          const method = random.pick(METHODS);
          const odd = () => oddValue(random);
          const params = random.pick([
            odd,
            () => [odd(), odd(), odd()],
            () => [{ from: odd(), to: odd(), data: odd(), gas: odd(), value: odd(), address: odd(), topics: odd() }],
          ])();
          const { error } = await ask(target, method, params);
          mustHold(error?.code !== -32603, `${method} answered ${JSON.stringify(error)}`);
        }
        return `${cases} answered`;
      },
    },
    {
      name: 'endless loops, and calls of calls, from many clients',
      short: true,
      options: EVM,
      run: (target) =>
        runEverywhere(target, [
          // JUMPDEST, PUSH0, JUMP: a loop that does nothing.
          '0x5b5f56',
          // JUMPDEST, GAS, SLOAD, POP, PUSH0, JUMP: a loop that reads another cell each time.
          '0x5b5a54505f56',
          // JUMPDEST, five times PUSH0, ADDRESS, GAS, CALL, POP, PUSH0, JUMP: a loop of calls of itself.
          '0x5b5f5f5f5f5f305af1505f56',
        ]),
    },
    {
      name: 'hashes and precompiled contracts of much memory, from many clients',
      short: true,
      options: EVM,
      run: (target) =>
        runEverywhere(target, [
          // PUSH3 2.8 MiB, PUSH0, KECCAK256: one hash of as much memory as all gas pays for.
          '0x622b00005f2050',
          // PUSH3 256 KiB, PUSH0, KECCAK256, POP, again and again.
          `0x${'620400005f2050'.repeat(60)}`,
          // SHA-256, RIPEMD-160 and pairings: the contracts 2, 3 and 8 with long inputs.
          '0x5f5f622b00005f5f600262fffffff150',
          '0x5f5f622b00005f5f600362fffffff150',
          '0x5f5f622000005f5f600862fffffff150',
        ]),
    },
    {
      name: 'calldata, code and transactions that are too long',
      short: true,
      options: EVM,
      run: async (target) => {
        const [from] = (await ask(target, 'eth_accounts', [])).result as string[];
        for (const bytes of [500_000, 2_000_000]) {
          const data = `0x${'ff'.repeat(bytes)}`;
          const requests = [
            ['eth_call', [{ to: from, data }]],
            ['eth_sendTransaction', [{ from, to: from, data, gas: ALL_GAS }]],
            ['eth_sendTransaction', [{ from, data, gas: ALL_GAS }]],
            ['eth_sendRawTransaction', [data]],
            ['anvil_setCode', [from, data]],
          ] as const;
          for (const [method, params] of requests) {
            const { error } = await ask(target, method, params);
            mustHold(error?.code !== -32603, `${method} of ${bytes} bytes gave ${JSON.stringify(error)}`);
          }
        }
        return 'all answered';
      },
    },
    {
      name: 'filters that are never removed, and logs of everything',
      options: EVM,
      run: async (target) => {
        const [from] = (await ask(target, 'eth_accounts', [])).result as string[];
        // PUSH1 32, PUSH0, LOG0 200 times: a transaction with 200 log entries.
        const data = `0x${'60205fa0'.repeat(200)}`;
        for (let i = 0; i < 100; i++) await ask(target, 'eth_sendTransaction', [{ from, data, gas: ALL_GAS }]);
        await Promise.all(
          Array.from({ length: CLIENTS }, async () => {
            for (let i = 0; i < 100; i++) await ask(target, 'eth_newFilter', [{ fromBlock: '0x0' }]);
            for (let i = 0; i < 5; i++) {
              const { error } = await ask(target, 'eth_getLogs', [{ fromBlock: '0x0' }]);
              mustHold(error?.code !== -32603, `eth_getLogs gave ${JSON.stringify(error)}`);
            }
          }),
        );
        return 'all answered';
      },
    },
  ],
};
