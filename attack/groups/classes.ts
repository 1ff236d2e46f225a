import { type AttackGroup, mustHold } from '../attack.ts';
import { largestClasses } from '../largestClass.ts';
import type { RpcAnswer, Target } from '../target.ts';

const BOUND = { max_amount: '0x989680', max_price_per_unit: '0xe8d4a51000' };
const contractClass = (felts: readonly string[]) => ({
  sierra_program: felts,
  contract_class_version: '0.1.0',
  entry_points_by_type: { CONSTRUCTOR: [], EXTERNAL: [], L1_HANDLER: [] },
  abi: '[]',
});

/** A declaration that is compiled before anybody sees that its signature is wrong. */
const declaration = (felts: readonly string[]) => ({
  type: 'DECLARE',
  version: '0x3',
  sender_address: '0x64b48806902a367c8598f4f95c305e8c1a1acba5f082d294a43793113115691',
  compiled_class_hash: '0x1',
  nonce: '0x0',
  signature: ['0x1', '0x2'],
  tip: '0x0',
  paymaster_data: [],
  account_deployment_data: [],
  nonce_data_availability_mode: 'L1',
  fee_data_availability_mode: 'L1',
  resource_bounds: { l1_gas: BOUND, l1_data_gas: BOUND, l2_gas: BOUND },
  contract_class: contractClass(felts),
});

/** Clients declare different classes of the largest size at once. Each must hear why its class is refused. */
async function declareAtOnce(target: Target, clients: number, kind: Parameters<typeof largestClasses>[0]) {
  const classes = largestClasses(kind, clients);
  const declare = (felts: readonly string[]) => target.ask('starknet_addDeclareTransaction', [declaration(felts)]);
  const answers: readonly RpcAnswer[] = await Promise.all(classes.map(declare));
  const other = answers.find(({ error }) => error?.code !== COMPILATION_FAILED && error?.code !== TIMED_OUT);
  mustHold(!other, `an answer was ${JSON.stringify(other)?.slice(0, 200)}`);
  return `${clients} answers: ${answers[0]!.error!.data}`;
}

const COMPILATION_FAILED = 56;
const TIMED_OUT = 408;

export const classes: AttackGroup = {
  name: 'Classes',
  attacks: [
    {
      name: '8 clients declare a class of the largest size',
      short: true,
      run: (target) => declareAtOnce(target, 8, 'functions'),
    },
    {
      name: '2 clients declare an old class with the most equations',
      run: (target) => declareAtOnce(target, 2, 'equations'),
    },
    {
      name: 'an edit with a class of 900,000 felts',
      run: async (target) => {
        const felts = Array<string>(900_000).fill('0x1');
        const { error } = await target.ask('devnet_applyStateDiff', {
          state_diff: {},
          classes: [{ contract_class: contractClass(felts) }],
        });
        mustHold(error?.message.includes('--memory-limit'), `the answer was ${JSON.stringify(error)?.slice(0, 200)}`);
        return error!.message;
      },
    },
  ],
};
