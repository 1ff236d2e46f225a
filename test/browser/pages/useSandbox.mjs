// What a page or a worker does with a sandbox; the results as plain data.
import { Sandbox } from 'starbox';

export async function useSandbox() {
  const box = await Sandbox.create({ seed: 7, accounts: 2 });
  const [alice, bob] = box.accounts;

  const heard = [];
  box.on('event', ({ from_address }) => heard.push(from_address));
  const socket = new box.WebSocket('ws://box');
  const blocks = box.stream('block');
  const head = await new Promise((done, fail) => {
    socket.onopen = () => socket.send('{"jsonrpc":"2.0","id":1,"method":"starknet_subscribeNewHeads"}');
    socket.onmessage = ({ data }) => {
      const { id, method, params } = JSON.parse(data);
      if (id === 1) box.blocks.mine().catch(fail);
      if (method === 'starknet_subscriptionNewHeads') done(params.result.block_number);
    };
  });
  socket.close();
  const { value: streamed } = await blocks.next();

  const { transactionHash: declared } = await box.declare(await classFile('branching'));
  const token = await box.deploy(
    await classFile('erc20'),
    {
      name: 'Gold',
      symbol: 'GLD',
      decimals: 18,
      initial_supply: 100n,
      recipient: alice.address,
      permitted_minter: alice.address,
    },
    { from: alice },
  );
  const copy = box.clone();
  await token.write.transfer(bob.address, 5n, { from: alice });
  const balance = await token.read.balance_of(bob.address);
  const balanceInClone = await copy.contract(token.abi, token.address).read.balance_of(bob.address);

  const mark = box.snapshot();
  await box.mint(bob.address, 5n);
  box.restore(mark);
  const again = await Sandbox.create({ state: await box.saveState() });
  const restored = await again.request('starknet_blockNumber');

  const fork = await Sandbox.forkFrom(new URL('/rpc', location.href).href);
  const forkedBalance = await fork.balanceOf('0x77');

  const results = {
    head,
    streamed: streamed.block_number,
    isDeclared: declared !== undefined,
    heardTransfer: heard.includes(token.address),
    balance: String(balance),
    balanceInClone: String(balanceInClone),
    restored,
    forkedBalance: String(forkedBalance),
    l1: await failure(() => box.l1.connect(new URL('/rpc', location.href).href)),
    listen: await failure(() => box.listen()),
    declareFile: await failure(() => box.declare('target/dev/token.contract_class.json')),
  };
  await Promise.all([box.close(), copy.close(), again.close(), fork.close()]);
  return { ...results, afterClose: await failure(() => box.mint(bob.address, 1n)) };
}

const classFile = async (name) => (await fetch(`/${name}.sierra.json`)).json();

/** The message of the error that a call ends with. */
async function failure(call) {
  try {
    await call();
    return undefined;
  } catch (error) {
    return error.message;
  }
}
