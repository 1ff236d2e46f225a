import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { type AttackGroup, AttackSucceeded, mustHold } from '../attack.ts';
import { newFolder, Target } from '../target.ts';

const MINT = { address: '0x1', amount: 1 };
const SMALL_HEAP = { NODE_OPTIONS: '--max-old-space-size=96' };

export const surroundings: AttackGroup = {
  name: 'Surroundings',
  attacks: [
    {
      name: 'a heap of 96 MB: batches, blocks, a large edit, reads of all of it',
      short: true,
      env: SMALL_HEAP,
      run: async (target) => {
        const mint = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'devnet_mint', params: MINT });
        const { status } = await target.post(`[${Array(300).fill(mint).join(',')}]`);
        mustHold(status === 200 || status === 503, `a batch was answered with ${status}`);
        await target.call('devnet_mine', { blocks: 2000 });
        const storage_entries = Array.from({ length: 20_000 }, (_, i) => ({
          key: `0x${(i + 1).toString(16)}`,
          value: '0x1',
        }));
        await target.ask('devnet_applyStateDiff', {
          state_diff: { storage_diffs: [{ address: '0x1', storage_entries }] },
        });
        for (const method of [
          'starknet_getBlockWithReceipts',
          'starknet_traceBlockTransactions',
          'starknet_getStateUpdate',
        ])
          await Promise.all(Array.from({ length: 4 }, () => target.ask(method, { block_id: 'latest' })));
        return 'all answered';
      },
    },
    {
      name: 'a folder that cannot be written',
      short: true,
      run: async () => {
        const folder = newFolder();
        if (!makeReadOnly(folder)) return 'not run: only root can mount a folder that even root cannot write';
        try {
          const node = await Target.start({ folder });
          for (const method of ['devnet_saveState', 'devnet_dump']) {
            const { error } = await node.ask(method, { path: 'a.dump' });
            mustHold(
              error && !error.message.startsWith('Internal error in'),
              `${method}: ${error?.message ?? 'a result'}`,
            );
          }
          await node.call('devnet_mint', MINT);
          mustHold((await node.stop()) === 0, 'it did not end well');
          const early = await Target.start({ folder, options: ['--state', 'chain.starbox'] }).then(
            async (started) => {
              await started.stop('SIGKILL');
              return undefined;
            },
            (error: unknown) => (error instanceof AttackSucceeded ? error.message : Promise.reject(error)),
          );
          mustHold(early, 'it starts, and would lose the chain at the end');
          mustHold(!/\n\s+at /.test(early), `a fault: ${early}`);
          return 'errors that say why; --state is refused at the start';
        } finally {
          spawnSync('umount', ['-l', folder]);
          chmodSync(folder, 0o700);
        }
      },
    },
    {
      name: 'power loss: a dump that is cut at each of its writes and a byte beside',
      short: true,
      options: ['--dump-on', 'block', '--dump-path', 'dump.json'],
      run: cutDump,
    },
    {
      name: 'power loss: a state file that is cut, or has zeros where the last writes were',
      short: true,
      run: cutState,
    },
  ],
};

function makeReadOnly(folder: string): boolean {
  if (process.getuid?.() !== 0) {
    chmodSync(folder, 0o500);
    return true;
  }
  return spawnSync('mount', ['-t', 'tmpfs', '-o', 'ro,size=64k', 'tmpfs', folder]).status === 0;
}

/** The sizes of the dump after each acknowledged mint: what was written later may be lost, and no more. */
async function cutDump(target: Target): Promise<string> {
  const file = join(target.folder, 'dump.json');
  const sizes: number[] = [];
  for (let i = 0; i < 12; i++) {
    await target.call('devnet_mint', MINT);
    sizes.push(statSync(file).size);
  }
  const cuts = new Set([0, 1, ...sizes.flatMap((size) => [size - 2, size - 1, size])]);
  const reader = await Target.start();
  let loaded = 0;
  for (const cut of cuts) {
    copyFileSync(file, join(reader.folder, 'cut.dump'));
    truncateSync(join(reader.folder, 'cut.dump'), cut);
    const { error } = await reader.ask('devnet_load', { path: 'cut.dump' });
    if (error) mustHold(!error.message.startsWith('Internal error in'), `cut at ${cut}: ${error.message}`);
    else loaded++;
  }
  await reader.stop('SIGKILL');
  // A node that starts after a power loss has all that was acknowledged before the last write, or says what is wrong.
  for (const cut of [sizes.at(-2)!, sizes.at(-1)! - 1, sizes.at(-2)! + 5]) {
    const folder = newFolder();
    copyFileSync(file, join(folder, 'dump.json'));
    truncateSync(join(folder, 'dump.json'), cut);
    const again = await Target.start({ options: ['--dump-on', 'block', '--dump-path', 'dump.json'], folder }).catch(
      (error: unknown) => (error instanceof AttackSucceeded ? error.message : Promise.reject(error)),
    );
    if (again instanceof Target) {
      const blocks = await again.call<number>('starknet_blockNumber');
      await again.stop('SIGKILL');
      mustHold(blocks >= sizes.length - 1, `cut at ${cut}: ${sizes.length - 1 - blocks} acknowledged changes are lost`);
    } else {
      mustHold(/dump\.json/.test(again) && !/\n\s+at /.test(again), `cut at ${cut}: ${again}`);
      mustHold(statSync(join(folder, 'dump.json')).size === cut, 'the file was changed');
    }
  }
  return `${cuts.size} cuts: ${loaded} load, the others are refused`;
}

async function cutState(target: Target): Promise<string> {
  for (let i = 0; i < 20; i++) await target.call('devnet_mint', MINT);
  await target.call('devnet_saveState', { path: 'chain.starbox' });
  const whole = readFileSync(join(target.folder, 'chain.starbox'));
  const variants = [
    ...[0, 1, 16, 512, 4096, whole.length >> 1, whole.length - 1].map((size) => whole.subarray(0, size)),
    Buffer.concat([whole.subarray(0, whole.length - 512), Buffer.alloc(512)]),
    Buffer.concat([Buffer.alloc(512), whole.subarray(512)]),
  ];
  let refused = 0;
  for (const bytes of variants) {
    const folder = newFolder();
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'chain.starbox'), bytes);
    const started = await Target.start({ options: ['--state', 'chain.starbox'], folder }).catch((error: unknown) =>
      error instanceof AttackSucceeded ? error.message : Promise.reject(error),
    );
    if (started instanceof Target) {
      // Only an empty file may be taken for a new one.
      await started.stop('SIGKILL');
      mustHold(bytes.length === 0, `a damaged state of ${bytes.length} bytes was loaded`);
    } else {
      refused++;
      mustHold(!/\n\s+at /.test(started), `a fault: ${started}`);
      mustHold(readFileSync(join(folder, 'chain.starbox')).equals(bytes), 'the damaged file was changed');
    }
  }
  mustHold(existsSync(join(target.folder, 'chain.starbox')), 'the state is gone');
  return `${refused} of ${variants.length} refused`;
}
