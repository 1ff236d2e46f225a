import { type AttackGroup, mustHold } from '../attack.ts';
import { pause, type Target } from '../target.ts';

interface Box {
  readonly box_id: string;
  readonly path: string;
}

const call = (method: string, params: unknown = {}) => JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });

/** Requests by some clients at a time. */
async function byClients(count: number, each: (i: number) => Promise<unknown>, clients = 20): Promise<void> {
  let next = 0;
  const work = async () => {
    while (next < count) await each(next++);
  };
  await Promise.all(Array.from({ length: clients }, work));
}

async function boxCount(target: Target): Promise<number> {
  return (await target.call<{ boxes: unknown[] }>('devnet_getBoxes')).boxes.length;
}

export const boxes: AttackGroup = {
  name: 'Boxes',
  attacks: [
    {
      name: '2,000 boxes asked for, and each one that was made mines 100 blocks',
      run: async (target) => {
        const made: Box[] = [];
        let refused = 0;
        await byClients(2000, async () => {
          const { result, error } = await target.ask('devnet_createBox');
          if (result) made.push(result as Box);
          else if (error?.message.startsWith('There are 256 boxes')) refused++;
          else mustHold(false, `another error: ${error?.code} ${error?.message}`);
        });
        mustHold(made.length === 256 && refused === 1744, `${made.length} were made, ${refused} refused`);
        await byClients(made.length, async (i) => {
          const { status } = await target.post(call('devnet_mine', { blocks: 100 }), { path: made[i]!.path });
          mustHold(status === 200, `a box answered ${status}`);
        });
        for (const { box_id } of made) await target.call('devnet_dropBox', { box_id });
        mustHold((await boxCount(target)) === 0, 'a box is left');
        return '256 made, the others refused, all dropped';
      },
    },
    {
      name: 'boxes made and dropped 2,000 times, most while they run',
      short: true,
      run: async (target, { cases }) => {
        const count = Math.min(cases, 2000);
        await byClients(count, async (i) => {
          const { box_id, path } = await target.call<Box>('devnet_createBox');
          const running = target.post(call('devnet_mine', { blocks: 5000 }), { path });
          if (i % 4) await pause(i % 10);
          await target.call('devnet_dropBox', { box_id });
          await running;
        });
        mustHold((await boxCount(target)) === 0, 'a box is left');
        return `${count} boxes, none is left`;
      },
    },
    {
      name: 'ids that are guessed, long or encoded',
      short: true,
      run: async (target, { cases }) => {
        const { box_id } = await target.call<Box>('devnet_createBox');
        const random = () => crypto.randomUUID().replaceAll('-', '');
        const forms = [
          () => `/box/${random()}`,
          () => `/box/${random().repeat(200)}`,
          () => `/box/%2e%2e/${box_id}`,
          () => `/box/${box_id}%2frpc`,
          () => `/box/../box/${box_id}`,
          () => `/box/${box_id}${box_id}`,
          () => `/box/${box_id}/box/${random()}`,
          () => `/box/${random()}/ws`,
        ];
        await byClients(cases, async (i) => {
          const path = forms[i % forms.length]!();
          const { status } = await target.post(call('devnet_createBlock'), { path });
          mustHold(status === 404, `${path.slice(0, 60)} answered ${status}`);
        });
        const dropped = await target.ask('devnet_dropBox', { box_id: random() });
        mustHold(dropped.result === false, 'a guessed id was dropped');
        const { result } = JSON.parse(
          (await target.post(call('starknet_blockNumber'), { path: `/box/${box_id}` })).text,
        );
        mustHold(result === 0, 'a request reached the box');
        return `${cases} paths, all 404`;
      },
    },
  ],
};
