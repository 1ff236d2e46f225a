import { selectorOf } from '../../src/execution/hash/address.ts';
import { formatFelt } from '../../src/felt/felt.ts';
import { type AttackGroup, mustHold } from '../attack.ts';
import { ADDRESS, deployGreedy } from '../greedy.ts';
import type { RpcAnswer, Target } from '../target.ts';

const requestOf = (entryPoint: string, values: readonly number[]) => ({
  request: {
    contract_address: ADDRESS,
    entry_point_selector: formatFelt(selectorOf(entryPoint)),
    calldata: values.map((value) => `0x${value.toString(16)}`),
  },
  block_id: 'latest',
});

/** Many clients ask for the same at once. Each must get an answer or an error. */
async function askAtOnce(target: Target, clients: number, method: string, call: ReturnType<typeof requestOf>) {
  await deployGreedy(target);
  const answers = await Promise.all(Array.from({ length: clients }, () => target.ask(method, call)));
  mustHold(
    answers.every(isAnswer),
    `an answer was ${JSON.stringify(answers.find((one) => !isAnswer(one)))?.slice(0, 200)}`,
  );
  return `${clients} answers`;
}

const isAnswer = ({ result, error }: RpcAnswer): boolean =>
  result !== undefined || (error !== undefined && (error.code === 40 || error.code === -1 || error.code === 408));

const ENDLESS = 2 ** 32 - 1;

export const executions: AttackGroup = {
  name: 'Executions',
  attacks: [
    {
      name: '40 calls that fill all memory with large values',
      run: (target) => askAtOnce(target, 40, 'starknet_call', requestOf('multiply', [ENDLESS])),
    },
    {
      name: '8 calls that fill all memory with large values',
      short: true,
      run: (target) => askAtOnce(target, 8, 'starknet_call', requestOf('multiply', [ENDLESS])),
    },
    {
      name: '8 explained calls that fill all memory',
      run: (target) => askAtOnce(target, 8, 'devnet_explainCall', requestOf('multiply', [ENDLESS])),
    },
    {
      name: 'a call that passes 50,000 values again and again',
      short: true,
      run: (target) => askAtOnce(target, 2, 'starknet_call', requestOf('pass', [10_000, 50_000])),
    },
    {
      name: '8 explained calls that pass 1,000 values again and again',
      run: (target) => askAtOnce(target, 8, 'devnet_explainCall', requestOf('pass', [10_000, 1000])),
    },
    {
      name: '8 explained calls that emit 300,000 values',
      run: (target) => askAtOnce(target, 8, 'devnet_explainCall', requestOf('emit', [1000, 300])),
    },
  ],
};
