import { contractAddress, selectorOf } from '../../../src/execution/hash/address.ts';
import { formatFelt, toFelt } from '../../../src/felt/felt.ts';
import { starkPublicKey } from '../../../src/felt/stark.ts';
import { EXERCISER } from './chains.ts';
import { type Call, type Chain, exerciserClass, hex, ownClass, STRK, Wallet } from './wallet.ts';

/** An action on a chain. It returns the hashes of its transactions and the other answers it got. */
export interface Action {
  readonly kind: string;
  run(chain: Chain): Promise<{ readonly hashes: readonly string[]; readonly told?: unknown }>;
}

/** A small random generator with a printed seed: xorshift over 32 bits. */
export function randomOf(seed: number): Stage['random'] {
  let state = seed;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

/** What actions choose from. */
export interface Stage {
  /** A random number from 0 to below the given one. */
  readonly random: (below: number) => number;
  /** The index of the action, from which unique values are made. */
  readonly turn: number;
  /** The class that accounts are of. */
  readonly accountClass: bigint;
  /** Contracts that actions deployed, which later actions use. */
  readonly deployed: bigint[];
}

const SET = selectorOf('set');
const { classHash } = exerciserClass();
const NOBODY = 0xe5e6n;
const L1_SENDER = '0x8359e4b0152ed5a731162d3c7b0d8d56edb165a0';

/** Each kind with its weight. */
const KINDS: readonly (readonly [weight: number, kind: string, make: (stage: Stage) => Action['run']])[] = [
  [26, 'invoke', (stage) => invocation(stage, [oneCall(stage)])],
  [12, 'multi-call', (stage) => invocation(stage, [oneCall(stage), oneCall(stage), oneCall(stage)])],
  [8, 'revert', (stage) => invocation(stage, [oneCall(stage), failingCall(stage)])],
  [5, 'deploy', deployment],
  [6, 'use of what was deployed', (stage) => invocation(stage, [callOfDeployed(stage)])],
  [4, 'class replacement', replacement],
  [4, 'declare', declaration],
  [4, 'deploy account', accountDeployment],
  [7, 'L1 handler', message],
  [6, 'mint', mint],
  [3, 'time', time],
  [3, 'gas price', gasPrice],
  [3, 'state edit', stateEdit],
  [3, 'refused', refused],
  [4, 'simulation', simulation],
  [2, 'block', () => async (chain) => ({ hashes: [], told: await chain.request('devnet_createBlock') })],
];
const ALL = KINDS.reduce((sum, [weight]) => sum + weight, 0);

export const kinds: readonly string[] = KINDS.map(([, kind]) => kind);

/** A random next action. */
export function nextAction(stage: Stage): Action {
  let place = stage.random(ALL);
  for (const [weight, kind, make] of KINDS) {
    if (place < weight) return { kind, run: make(stage) };
    place -= weight;
  }
  throw new Error('unreachable');
}

const accountOf = (chain: Chain, index: number) => chain.accounts[index % chain.accounts.length]!;
const own = (name: string, ...calldata: bigint[]): Call => ({ to: EXERCISER, name, calldata });

function invocation({ random }: Stage, calls: readonly Call[]): Action['run'] {
  const sender = random(3);
  return async (chain) => ({ hashes: [await new Wallet(chain, accountOf(chain, sender)).invoke(...calls)] });
}

/** Calls that succeed. They read and write what the origin and earlier calls wrote. */
function oneCall({ random, turn }: Stage): Call {
  const [key, value] = [BigInt(random(60)), BigInt(random(1000))];
  const choices: readonly (() => Call)[] = [
    () => ({ to: STRK, name: 'transfer', calldata: [0x1000n + key, value, 0n] }),
    () => ({ to: STRK, name: 'approve', calldata: [0x1000n + key, value, 0n] }),
    () => own('set', key, value),
    () => own('get', key),
    () => own('increase', value),
    () => own('emit_many', 3n),
    () => own('emit_raw', 2n, key, value, 1n, 7n),
    () => own('set_then_call', key, value, EXERCISER, SET, 2n, key, value + 1n),
    () => own('library', classHash, SET, 2n, key, value),
    () => own('try_call', EXERCISER, selectorOf('panic_with'), 2n, 1n, value),
    () => own('send', 0x99n, 2n, key, value),
    () => own('class_of', STRK),
    () => own('block_hash', BigInt(random(20))),
    () => own('block_info'),
    () => own('transaction_info'),
    () => own('keccak', 17n, ...Array.from({ length: 17 }, (_, i) => BigInt(turn + i))),
    () => own('poseidon', 3n, key, value, 5n),
    () => own('dictionary', 2n, key, value, 3n, 4n, key),
    () => own('fibonacci', 200n + key),
  ];
  return choices[random(choices.length)]!();
}

function failingCall({ random }: Stage): Call {
  const value = BigInt(random(1000));
  const choices: readonly Call[] = [
    own('panic_with', 2n, value, 0x4f68n),
    own('call', NOBODY, SET, 2n, 1n, value),
    own('call', EXERCISER, selectorOf('missing'), 0n),
    own('library', 0x1234n, SET, 2n, 1n, value),
    own('deploy', classHash, value, 1n, BigInt(`0x${Buffer.from('fail').toString('hex')}`), 0n),
    { to: STRK, name: 'transfer', calldata: [5n, 0n, 1n << 100n] },
  ];
  return choices[random(choices.length)]!;
}

function deployment(stage: Stage): Action['run'] {
  const salt = BigInt(stage.turn);
  const start = toFelt(BigInt(stage.random(50)));
  stage.deployed.push(contractAddress(toFelt(EXERCISER), toFelt(salt), classHash, [start]));
  return invocation(stage, [own('deploy', classHash, salt, 1n, start, 0n)]);
}

const oneDeployed = ({ random, deployed }: Stage) => deployed[random(deployed.length)] ?? EXERCISER;

function callOfDeployed(stage: Stage): Call {
  return { to: oneDeployed(stage), name: 'increase', calldata: [BigInt(stage.random(9))] };
}

/** Replaces the class of contracts by that of a token, so that their old functions fail. */
function replacement(stage: Stage): Action['run'] {
  const { deployed, random } = stage;
  // Most contracts get their own class again, so that later actions can use them.
  const isToken = random(4) === 0;
  const to = oneDeployed({ ...stage, deployed: deployed.filter((address) => address !== EXERCISER) });
  if (to === EXERCISER) return invocation(stage, [own('replace', classHash)]);
  return async (chain) => {
    const token = BigInt(await chain.request<string>('starknet_getClassHashAt', ['latest', hex(STRK)]));
    const calldata = [isToken ? token : classHash];
    return { hashes: [await new Wallet(chain).invoke({ to, name: 'replace', calldata })] };
  };
}

function declaration({ turn, random }: Stage): Action['run'] {
  const declared = ownClass('meta_tx', `Turn${turn}`);
  const sender = random(3);
  return async (chain) => {
    const hash = await new Wallet(chain, accountOf(chain, sender)).declare(declared);
    const params = { block_id: 'latest', class_hash: formatFelt(declared.classHash) } as const;
    return { hashes: [hash], told: await chain.request('starknet_getClass', params) };
  };
}

function accountDeployment({ turn, accountClass, random }: Stage): Action['run'] {
  const privateKey = toFelt(BigInt(turn + 1000));
  const calldata = [starkPublicKey(privateKey)];
  const [salt, hash] = [toFelt(BigInt(turn)), toFelt(accountClass)];
  const address = contractAddress(toFelt(0n), salt, hash, calldata);
  const isPoor = random(4) === 0;
  return async (chain) => {
    const wallet = new Wallet(chain, { address, privateKey });
    const rich = { address: hex(address), amount: 10n ** 19n };
    const minted = isPoor
      ? []
      : [(await chain.request<{ tx_hash: string }>('devnet_mint', { ...rich, amount: Number(rich.amount) })).tx_hash];
    const deployed = await wallet.deployAccount(hash, salt, calldata);
    const used = await wallet.invoke({ to: STRK, name: 'transfer', calldata: [0x77n, BigInt(turn), 0n] });
    return { hashes: [...minted, deployed, used] };
  };
}

function message({ turn, random }: Stage): Action['run'] {
  // Some messages repeat an earlier one, some are rejected by their handler, and some have no handler.
  const nonce = turn % 150;
  const [payload, name] = [random(5) === 0 ? 'fail' : `v${nonce}`, random(6) === 0 ? 'set' : 'on_message'];
  return async (chain) => ({
    hashes: [
      (
        await chain.request<{ transaction_hash: string }>('devnet_postmanSendMessageToL2', {
          l1_contract_address: L1_SENDER,
          l2_contract_address: hex(EXERCISER),
          entry_point_selector: hex(selectorOf(name)),
          payload: [`0x${Buffer.from(payload).toString('hex')}`],
          paid_fee_on_l1: '0x1',
          nonce: hex(BigInt(nonce)),
        })
      ).transaction_hash,
    ],
  });
}

function mint({ random }: Stage): Action['run'] {
  const params = {
    address: hex(0x2000n + BigInt(random(9))),
    amount: random(1e9),
    unit: random(2) ? 'FRI' : 'WEI',
  };
  return async (chain) => {
    const { tx_hash, ...told } = await chain.request<{ tx_hash: string }>('devnet_mint', params);
    return { hashes: [tx_hash], told };
  };
}

function time({ random }: Stage): Action['run'] {
  const seconds = 1 + random(1000);
  return async (chain) => ({ hashes: [], told: await chain.request('devnet_increaseTime', { time: seconds }) });
}

function gasPrice({ random }: Stage): Action['run'] {
  const params = { l2_gas_price_fri: 10 ** 9 + random(10 ** 9), gas_price_fri: 10 ** 9 + random(10 ** 9) };
  return async (chain) => ({ hashes: [], told: await chain.request('devnet_setGasPrice', params) });
}

function stateEdit({ random }: Stage): Action['run'] {
  const params = { contract_address: hex(EXERCISER), key: hex(BigInt(random(40))), value: hex(BigInt(random(99))) };
  return async (chain) => ({ hashes: [], told: await chain.request('devnet_setStorageAt', params) });
}

/** Transactions that are rejected: a wrong nonce, a wrong key, a class that is already declared. */
function refused({ random }: Stage): Action['run'] {
  const kind = random(3);
  const sender = random(3);
  return async (chain) => {
    const account = accountOf(chain, sender);
    if (kind === 0) return { hashes: [await new Wallet(chain, account).declare(exerciserClass())] };
    const wallet = new Wallet(chain, kind === 1 ? { ...account, privateKey: toFelt(5n) } : account);
    const { invoke_transaction } = await wallet.sign(own('increase', 1n));
    const nonce = kind === 2 ? { nonce: '0x0' } : {};
    const params = { invoke_transaction: { ...invoke_transaction, ...nonce } };
    return { hashes: [], told: await chain.request('starknet_addInvokeTransaction', params) };
  };
}

function simulation(stage: Stage): Action['run'] {
  const calls = [oneCall(stage), ...(stage.random(3) === 0 ? [failingCall(stage)] : [])];
  const [sender, isEstimate] = [stage.random(3), stage.random(2) === 0];
  return async (chain) => {
    const { invoke_transaction } = await new Wallet(chain, accountOf(chain, sender)).sign(...calls);
    const [name, params] = isEstimate
      ? ['estimateFee', { request: [invoke_transaction], simulation_flags: [], block_id: 'latest' }]
      : ['simulateTransactions', { block_id: 'latest', transactions: [invoke_transaction], simulation_flags: [] }];
    return { hashes: [], told: await chain.request<unknown>(`starknet_${name}`, params) };
  };
}
