import decodeQR from 'qr/decode.js';
import { expect, test } from 'vitest';
import { clientSnippets, isLoopback, socketAddress } from './clientSnippets.ts';
import { qrPath } from './qrPath.ts';

const place = { address: 'http://192.168.0.7:5050', chainId: '0x534e5f5345504f4c4941' };

test('every snippet names the node', () => {
  for (const { id, text } of clientSnippets(place)) expect(text, id).toContain('http://192.168.0.7:5050');
  expect(socketAddress(place.address)).toBe('ws://192.168.0.7:5050/ws');
});

test('starknet-react gets the chain that it knows, or one with the id of the node', () => {
  const textOf = (chainId: string) =>
    clientSnippets({ ...place, chainId }).find(({ id }) => id === 'starknet-react')!.text;
  expect(textOf(place.chainId)).toContain("import { sepolia } from '@starknet-react/chains';");
  expect(textOf('0x5348')).toContain("{ ...devnet, id: BigInt('0x5348') }");
});

test('a page at an address of this machine alone says so', () => {
  expect(['http://127.0.0.1:5050', 'http://localhost:5050', 'http://[::1]:5050'].map(isLoopback)).toEqual([
    true,
    true,
    true,
  ]);
  expect(isLoopback(place.address)).toBe(false);
});

test('a QR code can be read', () => {
  const { size, path } = qrPath(place.address);
  // As a camera sees it: four pixels for each module.
  const scale = 4;
  const side = size * scale;
  const data = new Uint8Array(side * side * 4).fill(255);
  for (const [, x, y] of path.matchAll(/M(\d+) (\d+)/g))
    for (let i = 0; i < scale * scale; i++) {
      const at = (Number(y) * scale + Math.floor(i / scale)) * side + Number(x) * scale + (i % scale);
      data.set([0, 0, 0], at * 4);
    }
  expect(decodeQR({ width: side, height: side, data })).toBe(place.address);
});
