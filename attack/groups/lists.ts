import { type Attack, type AttackGroup, mustHold } from '../attack.ts';
import type { RpcAnswer, Target } from '../target.ts';

const invoke = (calldata: string, nonce = '0x0') =>
  `{"type":"INVOKE","version":"0x3","sender_address":"0x64b48806902a367c8598f4f95c305e8c1a1acba5f082d294a43793113115691","nonce":"${nonce}","signature":["0x1","0x2"],"calldata":[${calldata}],"tip":"0x0","paymaster_data":[],"account_deployment_data":[],"nonce_data_availability_mode":"L1","fee_data_availability_mode":"L1","resource_bounds":{"l1_gas":{"max_amount":"0x0","max_price_per_unit":"0x0"},"l1_data_gas":{"max_amount":"0x0","max_price_per_unit":"0x0"},"l2_gas":{"max_amount":"0x0","max_price_per_unit":"0x0"}}}`;

const declare = (felts: string) =>
  `{"type":"DECLARE","version":"0x3","sender_address":"0x64b48806902a367c8598f4f95c305e8c1a1acba5f082d294a43793113115691","compiled_class_hash":"0x1","nonce":"0x0","signature":["0x1","0x2"],"tip":"0x0","paymaster_data":[],"account_deployment_data":[],"nonce_data_availability_mode":"L1","fee_data_availability_mode":"L1","resource_bounds":{"l1_gas":{"max_amount":"0x0","max_price_per_unit":"0x0"},"l1_data_gas":{"max_amount":"0x0","max_price_per_unit":"0x0"},"l2_gas":{"max_amount":"0x0","max_price_per_unit":"0x0"}},"contract_class":{"sierra_program":[${felts}],"contract_class_version":"0.1.0","entry_points_by_type":{"CONSTRUCTOR":[],"EXTERNAL":[],"L1_HANDLER":[]},"abi":"[]"}}`;

const request = (method: string, params: string) => `{"jsonrpc":"2.0","id":1,"method":"${method}","params":${params}}`;
const batch = (count: number, text: string) => `[${Array(count).fill(text).join(',')}]`;
const repeated = (text: string, count: number) => `${`${text},`.repeat(count - 1)}${text}`;

/** Sends one body. Any answer is accepted. */
async function answered(target: Target, text: string): Promise<string> {
  const begin = performance.now();
  const answer = await target.post(text, { timeoutMs: 200_000 });
  const seconds = ((performance.now() - begin) / 1000).toFixed(1);
  mustHold(answer.status !== 0, `the connection broke: ${answer.text}`);
  return `${answer.status} after ${seconds} s: ${summary(answer.text)}`;
}

function summary(text: string): string {
  try {
    const answers: RpcAnswer[] = [JSON.parse(text)].flat();
    const { error } = answers[0]!;
    const what = error ? `error ${error.code} ${error.message}` : 'a result';
    return answers.length > 1 ? `${answers.length} answers, first ${what}` : what;
  } catch {
    return text.slice(0, 80);
  }
}

const body = (name: string, make: () => string, more: Partial<Attack> = {}): Attack => ({
  ...more,
  name,
  run: (target) => answered(target, make()),
});

const LARGE = `"0x${'7'.repeat(62)}"`;

export const lists: AttackGroup = {
  name: 'Long lists',
  attacks: [
    body('an invoke with 10 million felts', () =>
      request('starknet_addInvokeTransaction', `[${invoke(repeated('"0x1"', 10e6))}]`),
    ),
    body(
      'an invoke with 200,000 felts',
      () => request('starknet_addInvokeTransaction', `[${invoke(repeated(LARGE, 2e5))}]`),
      { short: true },
    ),
    ...[8, 30].map(
      (megabytes): Attack => ({
        name: `an invoke with a proof of ${megabytes} MB`,
        short: megabytes === 8,
        run: async (target) => {
          const proof = `"proof":"${'A'.repeat(megabytes * 2 ** 20)}","type"`;
          const outcome = await answered(
            target,
            request('starknet_addInvokeTransaction', `[${invoke('"0x1"').replace('"type"', proof)}]`),
          );
          mustHold(outcome.includes('error -32602'), `it was not refused for its size: ${outcome}`);
          return outcome;
        },
      }),
    ),
    body('a class of 6 million felts', () =>
      request('starknet_addDeclareTransaction', `[${declare(repeated('"0x1"', 6e6))}]`),
    ),
    body('a class of 900,000 large felts', () =>
      request('starknet_addDeclareTransaction', `[${declare(repeated(LARGE, 9e5))}]`),
    ),
    body('an estimate of a class of 80,000 large felts', () =>
      request('starknet_estimateFee', `[[${declare(repeated(LARGE, 8e4))}],["SKIP_VALIDATE"],"latest"]`),
    ),
    body('a batch of 20 times mine 10,000', () => batch(20, request('devnet_mine', '{"blocks":10000}'))),
    body('200 times mine 10,000, with 512 MB of heap', () => batch(200, request('devnet_mine', '{"blocks":10000}')), {
      options: ['--timeout', '5'],
      env: { NODE_OPTIONS: '--max-old-space-size=512' },
    }),
    body('a batch of 10,000 mints', () => batch(10_000, request('devnet_mint', '{"address":"0x1","amount":1}'))),
    body('a batch of 300 mints', () => batch(300, request('devnet_mint', '{"address":"0x1","amount":1}')), {
      short: true,
    }),
    body('an estimate of 30,000 transactions', () =>
      request('starknet_estimateFee', `[[${repeated(invoke('"0x0"'), 30_000)}],["SKIP_VALIDATE"],"latest"]`),
    ),
    body('a load of 3,000 events', () =>
      request('devnet_load', `{"events":[${repeated(request('devnet_mint', '{"address":"0x1","amount":1}'), 3000)}]}`),
    ),
    {
      name: 'an edit of 190,000 cells, its block, its storage and its state update',
      short: true,
      run: async (target) => {
        const cells = Array.from({ length: 190_000 }, (_, i) => `{"key":"0x${(i + 1).toString(16)}","value":"0x1"}`);
        const address = '0x4718f5a0fc34cc1af16a1cdee98ffb20c31f5cd61d6ab07201858f4287c938d';
        const diff = `{"state_diff":{"storage_diffs":[{"address":"${address}","storage_entries":[${cells.join()}]}]}}`;
        const outcome = await answered(target, request('devnet_applyStateDiff', diff));
        mustHold(outcome.includes('a result'), `the edit was refused: ${outcome}`);
        await target.call('devnet_createBlock', {});
        const page = { contract_address: address, first_cell: 180_000, limit: 10_000 };
        const tree = await target.ask('devnet_getStorageTree', page);
        const update = await target.ask('starknet_getStateUpdate', ['latest']);
        mustHold(tree.result !== undefined && update.result !== undefined, 'a read of the cells was refused');
        return outcome;
      },
    },
    {
      name: 'events of 20,000 blocks read back, page by page, by ten clients',
      run: async (target) => {
        await target.call('devnet_mine', { blocks: 10_000 });
        await target.call('devnet_mine', { blocks: 10_000 });
        const filter = { filter: { from_block: { block_number: 0 }, to_block: 'latest', chunk_size: 1000 } };
        const pages = await Promise.all(Array.from({ length: 10 }, () => target.ask('starknet_getEvents', filter)));
        mustHold(
          pages.every(({ result }) => result !== undefined),
          'an event page was refused',
        );
        return 'all answered';
      },
    },
  ],
};
