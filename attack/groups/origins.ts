import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type Attack, type AttackGroup, mustHold } from '../attack.ts';
import { answerWithBomb, HostileOrigin, type Lie, prepareBomb, TAKEN } from '../origin.ts';
import { pause, Target } from '../target.ts';

let good: Target | undefined;
let origin: HostileOrigin | undefined;

/** Options of a node that forks a hostile origin. The honest node behind the origin has accounts of another seed. */
async function forkOptions(): Promise<readonly string[]> {
  prepareBomb();
  good = await Target.start({ options: ['--seed', '7', '--state-archive-capacity', 'full'] });
  await deployForeign(good);
  origin = await HostileOrigin.before(good);
  return ['--fork-network', origin.url, '--fork-cache', 'off', '--timeout', '10'];
}

async function end(): Promise<void> {
  origin?.close();
  await good?.stop('SIGKILL');
}

/** A contract on the origin, whose class the fork has to fetch. */
const FOREIGN = '0xf0e19';
const { abi, ...foreignClass } = JSON.parse(readFileSync('contracts/classes/blake.sierra.json', 'utf8'));

async function deployForeign(node: Target): Promise<void> {
  const contract_class = { ...foreignClass, abi: typeof abi === 'string' ? abi : JSON.stringify(abi) };
  const { classes } = await node.call<{ classes: { class_hash: string }[] }>('devnet_applyStateDiff', {
    state_diff: {},
    classes: [{ contract_class }],
  });
  const deployed_contracts = [{ address: FOREIGN, class_hash: classes[0]!.class_hash }];
  await node.call('devnet_applyStateDiff', { state_diff: { deployed_contracts } });
  await node.call('devnet_createBlock');
}

const lying = (
  name: string,
  lie: Lie,
  run: (target: Target) => Promise<string>,
  more: Partial<Attack> = {},
): Attack => ({
  ...more,
  name,
  options: forkOptions,
  run: async (target) => {
    try {
      origin!.lie = lie;
      return await run(target);
    } finally {
      await end();
    }
  },
});

const [{ selector: entryPoint }] = foreignClass.entry_points_by_type.EXTERNAL;
const CALL = {
  request: { contract_address: FOREIGN, entry_point_selector: entryPoint, calldata: [] },
  block_id: 'latest',
};

/** A call of a contract of the origin must fail, and writes that do not need the origin must still work. */
async function callsAndWrites(target: Target): Promise<string> {
  const call = target.ask('starknet_call', CALL);
  await pause(500);
  const mint = await Promise.race([target.ask('devnet_createBlock'), pause(5000)]);
  mustHold(mint, 'a write that does not need the origin waits for it');
  const answer = await Promise.race([call, pause(40_000)]);
  mustHold(answer, 'the call never ends');
  return answer.error ? `refused: ${answer.error.code} ${answer.error.message}` : 'answered';
}

/** CASM with an endless loop at every entry point. */
const endlessCasm = {
  prime: '0x800000000000011000000000000000000000000000000000000000000000001',
  compiler_version: '2.12.0',
  bytecode: ['0x10780017fff7fff', '0x0'],
  hints: [],
  entry_points_by_type: {
    EXTERNAL: [{ selector: entryPoint, offset: 0, builtins: [] }],
    L1_HANDLER: [],
    CONSTRUCTOR: [],
  },
};

export const origins: AttackGroup = {
  name: 'Origins',
  attacks: [
    lying(
      'compiled code that never ends',
      ({ method }) => (method.endsWith('getCompiledCasm') ? endlessCasm : undefined),
      callsAndWrites,
      { short: true },
    ),
    lying(
      'a class that does not hash to what was asked for',
      ({ method }) =>
        method.endsWith('getClass') || method.endsWith('getClassAt')
          ? {
              sierra_program: ['0x1', '0x7', '0x0', '0x2', '0xc', '0x0'],
              contract_class_version: '0.1.0',
              entry_points_by_type: { CONSTRUCTOR: [], EXTERNAL: [], L1_HANDLER: [] },
              abi: '[]',
            }
          : undefined,
      async (target) => {
        const answer = await target.ask('starknet_call', CALL);
        mustHold(answer.error, 'foreign code was run');
        return `refused: ${answer.error.code} ${answer.error.message}`;
      },
    ),
    lying(
      'answers that unpack to 250 MB',
      ({ method }, response) => (method.endsWith('getClassHashAt') ? answerWithBomb(response) : undefined),
      callsAndWrites,
      { short: true },
    ),
    lying(
      'answers that never come',
      ({ method }) => (method.endsWith('getClassHashAt') ? TAKEN : undefined),
      callsAndWrites,
    ),
    lying(
      'answers that drip',
      ({ method }, response) => {
        if (!method.endsWith('getClassHashAt')) return undefined;
        response.writeHead(200, { 'content-type': 'application/json' });
        const drip = setInterval(() => response.write(' '), 100);
        response.on('close', () => clearInterval(drip));
        return TAKEN;
      },
      callsAndWrites,
    ),
    lying(
      'answers that come late and are different each time',
      ({ method, id }, response) => {
        const isValue = /get(StorageAt|Nonce|ClassHashAt)$/.test(method);
        if (!isValue) return undefined;
        const result = `0x${Math.floor(Math.random() * 2 ** 40).toString(16)}`;
        setTimeout(() => {
          response.setHeader('content-type', 'application/json');
          response.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
        }, 700);
        return TAKEN;
      },
      callsAndWrites,
    ),
    lying(
      'a class that comes byte by byte and is wrong at the end',
      ({ method, id }, response) => {
        if (!/getClass(At)?$/.test(method)) return undefined;
        const text = JSON.stringify({
          jsonrpc: '2.0',
          id,
          result: { ...foreignClass, sierra_program: ['0x1'], abi: '[]' },
        });
        response.writeHead(200, { 'content-type': 'application/json' });
        let sent = 0;
        const drip = setInterval(() => {
          response.write(text.slice(sent, (sent += 1 + Math.floor(text.length / 60))));
          if (sent >= text.length) response.end();
        }, 100);
        response.on('close', () => clearInterval(drip));
        return TAKEN;
      },
      async (target) => {
        const outcome = await callsAndWrites(target);
        mustHold(outcome.startsWith('refused'), 'foreign code was run');
        return outcome;
      },
    ),
    {
      name: 'a fork of the node itself, and of its own boxes',
      options: ['--timeout', '10'],
      run: async (target) => {
        await target.call('devnet_mine', { blocks: 5 });
        const { path } = await target.call<{ path: string }>('devnet_createBox');
        const url = `http://127.0.0.1:${target.port}`;
        const outcomes: string[] = [];
        for (const origin of [url, `${url}${path}`, `${url}/rpc`]) {
          const made = await target.ask('devnet_fork', { url: origin });
          outcomes.push(made.error ? 'refused' : 'made');
          await Promise.all([
            target.ask('starknet_getBlockWithTxs', { block_id: { block_number: 2 } }),
            target.ask('starknet_getNonce', { block_id: 'latest', contract_address: '0x123' }),
            target.ask('starknet_getTransactionByHash', { transaction_hash: '0x5' }),
            target.ask('starknet_call', { ...CALL }),
          ]);
        }
        return outcomes.join(', ');
      },
    },
    {
      name: 'redirects to another server',
      short: true,
      options: forkOptions,
      run: async (target) => {
        let reached = 0;
        const secret = createServer((_, response) => {
          reached++;
          response.end('the secret of another server');
        });
        await new Promise<void>((done) => secret.listen(0, '127.0.0.2', done));
        const { port } = secret.address() as { port: number };
        try {
          origin!.lie = ({ method }, response) => {
            if (!method.endsWith('getClassHashAt')) return undefined;
            response.writeHead(307, { location: `http://127.0.0.2:${port}/` });
            response.end();
            return TAKEN;
          };
          const answer = await target.ask('starknet_call', CALL);
          mustHold(!JSON.stringify(answer).includes('the secret'), 'the other server’s answer is shown');
          mustHold(reached === 0, 'the redirect was followed to another host');
          return 'not followed';
        } finally {
          secret.close();
          await end();
        }
      },
    },
    lying(
      'a web page instead of an answer',
      ({ method }, response) => {
        if (!method.endsWith('getClassHashAt')) return undefined;
        response.end('<html>the secret of the origin</html>');
        return TAKEN;
      },
      async (target) => {
        const answer = await target.ask('starknet_call', CALL);
        mustHold(answer.error, 'it was taken for an answer');
        mustHold(!JSON.stringify(answer).includes('the secret'), 'its text is shown to clients');
        return `refused: ${answer.error.message}`;
      },
    ),
  ],
};
