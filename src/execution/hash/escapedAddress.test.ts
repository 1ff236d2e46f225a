import { expect, test } from 'vitest';
import { toFelt } from '../../felt/felt.ts';
import { escapedAddress } from './escapedAddress.ts';

// Public vectors of the change that introduces these addresses: deployer 0, class 0x4242, calldata [42, 2^63, 1337].
test.each([
  [777n, 0x781e95f4b806dfe5b550756620c77a108d974a5b5d1198b1d45901ac1f89e9fn],
  [771n, 0x566c3e328f3fd5a311267250cadc3c1c4de799db54180fcf862fe90b622571dn],
  [776n, 0x1cd7f5c31ef1b147b816048b025a6cc345e7e023aa8ed97222a883e31dc8435n],
  [775n, 0x4f7ba32369d7f68c42a7619242a52a5be9e803459f5afae1772d9377b161c4cn],
  [774n, 0x47d0c1ff356a1d540cd9f2efa122b60168b1007ef0603af0857bc6100e4b8e8n],
])('the address with salt %i equals the public vector', (salt, address) => {
  const calldata = [42n, 2n ** 63n, 1337n].map(toFelt);
  expect(escapedAddress(toFelt(0n), toFelt(salt), toFelt(0x4242n), calldata)).toBe(address);
});
