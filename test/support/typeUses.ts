// Programs that use every kind of type of the package. Wrong uses are marked, and must stay wrong.
import { contractFile } from '../../src/contractTypes/contractText.ts';
import { tokenAbi } from './typedAbis.ts';

const REQUESTS = `
import { type RpcParams, type RpcResult, type RpcSchema, Sandbox } from 'starbox';
const box = await Sandbox.create({ seed: 1 });
const nonce: \`0x\${string}\` = await box.request('starknet_getNonce', { block_id: 'latest', contract_address: '0x1' });
const listed: string = await box.request('chain_getNonce', ['latest', '0x1']);
const height: number = await box.request('starknet_blockNumber');
const neutral: number = await box.request('chain_blockNumber');
const accounts: readonly object[] = await box.request('devnet_getPredeployedAccounts');
await box.request('devnet_getPredeployedAccounts', { with_balance: true });
const { block_hash } = await box.request('sandbox_createBlock');
const receipt = await box.request('starknet_getTransactionReceipt', { transaction_hash: block_hash });
if (receipt.execution_status === 'REVERTED') console.log(receipt.revert_reason);
const gas: number | bigint = receipt.execution_resources.l2_gas;
const filter: RpcParams<'starknet_getEvents'> = { filter: { chunk_size: 10 } };
const page: RpcResult<'chain_getEvents'> = await box.request('starknet_getEvents', filter);
const result: RpcSchema['devnet_mint']['result'] = await box.request('devnet_mint', { address: '0x1', amount: 5n });
const forwarded: unknown = await box.request<unknown>(String(nonce), [listed, gas, page, result]);
// @ts-expect-error: there is no such method.
await box.request('starknet_getNonse', { block_id: 'latest', contract_address: '0x1' });
// @ts-expect-error: nor where a type is expected.
const wrong: string = await box.request('starknet_getNonse');
// @ts-expect-error: nor by a neutral name.
await box.request('chain_getNonse', { block_id: 'latest', contract_address: '0x1' });
// @ts-expect-error: the parameters are missing.
await box.request('starknet_getNonce');
// @ts-expect-error: a parameter is missing.
await box.request('starknet_getNonce', { block_id: 'latest' });
// @ts-expect-error: also by the neutral name.
await box.request('chain_getNonce', { block_id: 'latest' });
// @ts-expect-error: there is no such tag.
await box.request('starknet_getNonce', { block_id: 'newest', contract_address: '0x1' });
// @ts-expect-error: a hash is a text.
await box.request('starknet_getTransactionByHash', { transaction_hash: 1n });
export { accounts, forwarded, height, neutral, wrong };
`;

const CONTRACTS = `
import { type Abi, type Receipt, Sandbox, type SandboxContract, erc20Abi, shortString } from 'starbox';
const box = await Sandbox.create({ seed: 1 });
const balance: bigint = await box.strk.read.balanceOf(box.accounts[0].address);
const name: string = await box.strk.read.name();
const token: SandboxContract<typeof erc20Abi> = box.contract(erc20Abi, '0x1');
const receipt: Receipt = (await token.write.transfer('0x2', 5n, { from: box.accounts[0] })).receipt;
const [transfer] = token.parseEvents(receipt, 'Transfer');
const value: bigint | undefined = transfer?.args.value;
const loose: SandboxContract<Abi> = await box.deploy('class.json', [shortString('a')]);
const got: unknown = await loose.read['get']('0x1');
await box.deploy('class.json');
await box.mint('0x1', '5');
await box.mint('0x1', '0x5');
await box.time.increase(86_400);
// @ts-expect-error: there is no such function.
await token.read.balance('0x1');
// @ts-expect-error: an address is no text.
await token.write.transfer('bob', 5n);
// @ts-expect-error: seconds are a number.
await box.time.increase('1d');
// @ts-expect-error: amounts are whole.
await box.mint('0x1', '1.5');
export { balance, got, loose, name, value };
`;

const EVENTS = `
import { type Abi, type SandboxAccount, type SandboxContract, erc20Abi } from 'starbox';
import { type SandboxMatchers, assertEmits } from 'starbox/testing';
declare const token: SandboxContract<typeof erc20Abi>;
declare const loose: SandboxContract<Abi>;
declare const alice: SandboxAccount;
declare const other: { readonly address: string; readonly abi: readonly { readonly type: 'function' }[] };
declare const expect: (received: unknown) => SandboxMatchers;
const sent = token.write.transfer('0x2', 5n);
await expect(sent).toEmit('Transfer');
await expect(sent).toEmit('Transfer', { value: 5n });
await expect(sent).toEmit(token, 'Transfer', { to: alice, value: 5n });
await expect(sent).toEmit(token.address, 'Whatever', { to: 5n });
await expect(sent).toEmit(alice, 'Whatever');
await expect(sent).toEmit(loose, 'Whatever', { to: 5n });
await expect(sent).toEmit(other, 'Whatever', { to: 5n });
await assertEmits(sent, 'Transfer', { value: 5n });
await assertEmits(sent, token, 'Transfer', { value: 5n });
// @ts-expect-error: there is no such event.
await expect(sent).toEmit(token, 'Transfr');
// @ts-expect-error: nor such a member.
await expect(sent).toEmit(token, 'Transfer', { too: 5n });
// @ts-expect-error: the name is missing.
await expect(sent).toEmit(token);
// @ts-expect-error: the same for the assertion.
await assertEmits(sent, token, 'Transfr');
export {};
`;

const TYPED = `
import { type DeployedContract, Sandbox } from 'starbox';
import { starbox } from 'starbox/vite';
import { Token } from './Token.js';
const box = await Sandbox.create({ seed: 1 });
const token: DeployedContract<typeof Token.abi> = await box.deploy(Token, { name: 'Gold', supply: 5n });
const balance: bigint = await token.read.balance_of(box.accounts[0]);
const [transfer] = await token.events.Transfer({ to: '0x1' });
const value: bigint | undefined = transfer?.args.value;
await token.write.transfer('0x1', 5n, { from: box.accounts[0] });
// @ts-expect-error: an argument of the constructor is missing.
await box.deploy(Token, { name: 'Gold' });
// @ts-expect-error: all of them are.
await box.deploy(Token);
// @ts-expect-error: an amount is no text.
await token.write.transfer('0x1', 'many');
// @ts-expect-error: the plugin has no such option.
starbox({ folder: 'contracts' });
export { balance, value };
export default { plugins: [starbox({ contracts: 'contracts', types: false })] };
`;

const built = { exportName: 'Token', name: 'Token', path: '', abi: tokenAbi, sources: [] };

/** One project, since the compiler reads the declarations anew for each. */
export const USES = {
  'requests.ts': REQUESTS,
  'contracts.ts': CONTRACTS,
  'events.ts': EVENTS,
  'typed.ts': TYPED,
  'Token.ts': contractFile(built, 'target/dev/shop_Token.contract_class.json', 'esm'),
};
