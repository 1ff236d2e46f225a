import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { mutantOf } from '../../fuzz/sierra.ts';
import { repositoryClasses } from '../../fuzz/sierraSeeds.ts';
import { methods } from '../../src/rpc/methods/index.ts';
import { openFile } from '../../src/stateFile/envelope.ts';
import { Random } from '../../test/support/random.ts';
import { wrapBytes } from '../../test/support/wrapBytes.ts';
import { type AttackGroup, AttackSucceeded, mustHold } from '../attack.ts';
import { oddValue } from '../oddValue.ts';
import { newFolder, Target } from '../target.ts';

/** Methods that the fuzzer leaves out, since they use the network or end the node. */
const LEFT_OUT = new Set(['fork', 'postmanLoad', 'unsubscribe']);

export const inputs: AttackGroup = {
  name: 'Inputs',
  attacks: [
    {
      name: 'random requests of every method',
      short: true,
      run: async (target, { seed, cases }) => {
        const random = new Random(seed);
        const names = [...methods.values()].filter(({ name }) => !LEFT_OUT.has(name));
        const outcomes = new Map<number, number>();
        for (let i = 0; i < cases; i += 50) {
          const batch = Array.from({ length: 50 }, () => {
            const { name, group } = random.pick(names);
            return {
              jsonrpc: '2.0',
              id: 1,
              method: `${group === 'chain' ? 'starknet' : 'devnet'}_${name}`,
              params: oddValue(random),
            };
          });
          const { text } = await target.post(JSON.stringify(batch));
          for (const { error } of JSON.parse(text) as { error?: { code: number; message: string } }[]) {
            const code = error?.code ?? 0;
            outcomes.set(code, (outcomes.get(code) ?? 0) + 1);
            // Some methods answer -32603 on purpose, as starknet-devnet does. Faults of ours start with these words.
            const isFault = code === -32603 && error?.message.startsWith('Internal error in');
            mustHold(!isFault, `${error?.message} (seed ${seed}, case ${i})`);
          }
        }
        mustHold(outcomes.size > 2, 'all cases took the same path');
        return `${cases} requests, no internal error`;
      },
    },
    {
      name: 'mutated Sierra classes',
      short: true,
      run: async (target, { seed, cases }) => {
        const classes = repositoryClasses(join(process.cwd(), 'contracts/classes'));
        const count = Math.ceil(cases / 10);
        let refused = 0;
        for (let i = 0; i < count; i++) {
          const { sierra_program, entry_points_by_type } = mutantOf(classes, seed + i);
          const contract_class = { sierra_program, entry_points_by_type, contract_class_version: '0.1.0', abi: '[]' };
          const { text } = await target.post(declareEstimate(contract_class));
          mustHold(!text.includes('-32603'), `internal error: ${text.slice(0, 200)} (seed ${seed + i})`);
          if (text.includes('"error"')) refused++;
        }
        return `${count} classes, ${refused} refused`;
      },
    },
    {
      name: 'Cairo 0 programs that unpack to 64 MB, many in one request',
      run: async (target) => {
        const bombs = ['[],', '{},', '1,'].map((piece) =>
          gzipSync(`{"data":[${piece.repeat(Math.floor((60 * 2 ** 20) / piece.length))}0]}`).toString('base64'),
        );
        bombs.push(gzipSync(`{"a":${'['.repeat(30e6)}`).toString('base64'));
        const program = (packed: string) => ({
          program: packed,
          entry_points_by_type: { CONSTRUCTOR: [], EXTERNAL: [], L1_HANDLER: [] },
        });
        const classes = Array.from({ length: 40 }, (_, i) => ({
          class_hash: `0x${i + 1}`,
          contract_class: program(bombs[i % bombs.length]!),
        }));
        const { error } = await target.ask('devnet_applyStateDiff', { state_diff: {}, classes });
        mustHold(error, 'it was accepted');
        return `refused: ${error.code} ${error.message}`;
      },
    },
    {
      name: 'state files with absurd counts and changed bytes',
      short: true,
      run: async (target, { seed, cases }) => {
        await target.call('devnet_mint', { address: '0x1', amount: 1 });
        await target.call('devnet_saveState', { path: 'good.starbox' });
        const good = readFileSync(join(target.folder, 'good.starbox'));
        const random = new Random(seed);
        const folder = newFolder();
        const count = Math.min(40, Math.ceil(cases / 60));
        writeFileSync(join(folder, 'good.starbox'), good);
        await (await Target.start({ options: ['--state', 'good.starbox'], folder })).stop('SIGKILL');
        let refused = 0;
        for (let i = 0; i < count; i++) {
          const bytes = i % 4 === 0 ? damaged(good, random) : await absurd(good, random);
          writeFileSync(join(folder, 'bad.starbox'), bytes);
          const node = await Target.start({ options: ['--state', 'bad.starbox'], folder }).catch((error: unknown) => {
            if (!(error instanceof AttackSucceeded) || error.message === 'did not start in time') throw error;
            mustHold(!/\bat .*\.(js|cjs|ts):\d+/.test(error.message), `a stack was printed: ${error.message}`);
            refused++;
          });
          await node?.stop('SIGKILL');
        }
        return `${count} files, ${refused} refused with a sentence`;
      },
    },
    {
      name: 'configuration files with wrong values everywhere',
      short: true,
      run: async (_, { seed, cases }) => {
        const random = new Random(seed);
        const folder = newFolder();
        const names = ['seed', 'accounts', 'host', 'timeout', 'fork-network', 'restrictive-mode', 'log', 'chain-id'];
        const count = Math.min(60, Math.ceil(cases / 20));
        for (let i = 0; i < count; i++) {
          const config = random.below(8)
            ? Object.fromEntries(Array.from({ length: 2 }, () => [random.pick(names), oddValue(random)]))
            : oddValue(random);
          writeFileSync(join(folder, 'config.json'), JSON.stringify(config));
          const node = await Target.start({ options: ['--config', 'config.json', '--quiet'], folder, waits: false });
          const ended = await node.stop('SIGKILL', 1500);
          mustHold(
            !/^\s+at .*:\d+/m.test(node.output),
            `a stack was printed for ${JSON.stringify(config)}: ${node.output.slice(0, 300)} (${ended})`,
          );
        }
        return `${count} files, each a sentence or a start`;
      },
    },
  ],
};

/** A state file with changed bytes, which the checksum detects. */
function damaged(good: Buffer, random: Random): Buffer {
  const bytes = Buffer.from(good);
  for (let change = random.below(4); change >= 0; change--) bytes[random.below(bytes.length)] = random.below(256);
  return bytes;
}

/** A state file with correct checksums and some invalid values. */
async function absurd(good: Buffer, random: Random): Promise<Uint8Array> {
  const content = await (await openFile(good)).read();
  for (let change = random.below(2); change >= 0; change--) {
    // The start of the content says how much follows; most of the rest are classes.
    const range = random.pick([
      [0, 60],
      [0, content.length],
      [content.length - 10_000, content.length],
    ] as const);
    content[range[0] + random.below(range[1] - range[0])] = random.pick([0, 1, 127, 128, 255, random.below(256)]);
  }
  return wrapBytes([content]);
}

const declareEstimate = (contract_class: unknown) =>
  JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'starknet_estimateFee',
    params: {
      request: [
        {
          type: 'DECLARE',
          version: '0x3',
          sender_address: '0x64b48806902a367c8598f4f95c305e8c1a1acba5f082d294a43793113115691',
          compiled_class_hash: '0x1',
          nonce: '0x0',
          signature: [],
          tip: '0x0',
          paymaster_data: [],
          account_deployment_data: [],
          nonce_data_availability_mode: 'L1',
          fee_data_availability_mode: 'L1',
          resource_bounds: {
            l1_gas: { max_amount: '0x0', max_price_per_unit: '0x0' },
            l1_data_gas: { max_amount: '0x0', max_price_per_unit: '0x0' },
            l2_gas: { max_amount: '0x0', max_price_per_unit: '0x0' },
          },
          contract_class,
        },
      ],
      simulation_flags: ['SKIP_VALIDATE'],
      block_id: 'latest',
    },
  });
