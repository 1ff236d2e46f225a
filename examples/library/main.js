// The library alone: no server, no test runner, no other client.
import { Sandbox } from 'starbox';

const box = await Sandbox.create({ seed: 7 });
const [alice, bob] = box.accounts;

// A transaction, its event, and the balance after it.
const sent = await box.strk.write.transfer(bob.address, 5n, { from: alice });
const [transfer] = box.strk.parseEvents(sent, 'Transfer');
console.log('sent', transfer.args.value, 'in block', sent.receipt.block_number);
console.log('bob has', (await box.balanceOf(bob.address)) - bob.initialBalance, 'more');

// What cannot work says why.
const failure = await box.strk.write.transfer(bob.address, 10n ** 30n, { from: alice }).catch((error) => error);
console.log('refused:', failure.reason);

// Another future of the same chain, a month later.
const later = box.clone();
await later.time.increase(30 * 24 * 3600);
console.log('blocks:', await box.blocks.number(), 'here,', await later.blocks.number(), 'in the clone');

await later.close();
await box.close();
