// The node runs in the page itself: nothing is sent anywhere.
import { Sandbox } from 'starbox';

const box = await Sandbox.create({ seed: 7, accounts: 2 });
await box.strk.write.transfer('0x77', 5n, { from: box.accounts[0] });
const result = document.createElement('output');
result.textContent = String(await box.balanceOf('0x77'));
document.querySelector('#result').replaceChildren(result);
