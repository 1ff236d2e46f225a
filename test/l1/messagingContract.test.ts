import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';
import { keccak256 } from '../../src/felt/hash.ts';
import { decodeLogMessageToL2, encodeMockSendMessageFromL2, LOG_MESSAGE_TO_L2 } from '../../src/l1/messagingAbi.ts';

const folder = new URL('../../contracts/l1/', import.meta.url);
const artifact = JSON.parse(readFileSync(new URL('MockStarknetMessaging.json', folder), 'utf8'));

interface AbiItem {
  readonly type: string;
  readonly name: string;
  readonly inputs: readonly { readonly type: string; readonly indexed?: boolean }[];
}
const signature = (name: string) => {
  const { inputs } = artifact.abi.find((item: AbiItem) => item.name === name) as AbiItem;
  return `${name}(${inputs.map(({ type }) => type).join(',')})`;
};
const digest = (text: string) => Buffer.from(keccak256(new TextEncoder().encode(text))).toString('hex');

describe('the messaging contract', () => {
  test('can be imported from the package, as messaging.md does, and has the selectors that the page names', () => {
    const load = createRequire(import.meta.url);
    expect(load('starbox/contracts/MockStarknetMessaging.json')).toEqual(artifact);
    const page = readFileSync(new URL('../../docs/messaging.md', import.meta.url), 'utf8');
    for (const name of ['sendMessageToL2', 'consumeMessageFromL2'])
      expect(page).toContain(`\`0x${digest(signature(name)).slice(0, 8)}\` for \`${signature(name)}\``);
  });

  test('has the events and functions for messages that the network has', () => {
    // Signatures of the core contract on Ethereum.
    for (const known of [
      'LogMessageToL1(uint256,address,uint256[])',
      'LogMessageToL2(address,uint256,uint256,uint256[],uint256,uint256)',
      'ConsumedMessageToL1(uint256,address,uint256[])',
      'ConsumedMessageToL2(address,uint256,uint256,uint256[],uint256)',
      'MessageToL2CancellationStarted(address,uint256,uint256,uint256[],uint256)',
      'MessageToL2Canceled(address,uint256,uint256,uint256[],uint256)',
      'sendMessageToL2(uint256,uint256,uint256[])',
      'consumeMessageFromL2(uint256,uint256[])',
      'startL1ToL2MessageCancellation(uint256,uint256,uint256[],uint256)',
      'cancelL1ToL2Message(uint256,uint256,uint256[],uint256)',
      'l1ToL2Messages(bytes32)',
      'l2ToL1Messages(bytes32)',
      'l1ToL2MessageNonce()',
      'messageCancellationDelay()',
    ])
      expect(signature(known.slice(0, known.indexOf('(')))).toBe(known);
    expect(LOG_MESSAGE_TO_L2).toBe(`0x${digest(signature('LogMessageToL2'))}`);
    expect(encodeMockSendMessageFromL2(1n, 2n, []).slice(2, 10)).toBe(
      digest(signature('mockSendMessageFromL2')).slice(0, 8),
    );
  });

  test('equals the compilation of its source', () => {
    const solc = createRequire(import.meta.url)('solc') as { compile(input: string): string; version(): string };
    const content = readFileSync(new URL('MockStarknetMessaging.sol', folder), 'utf8');
    expect(solc.version()).toBe(artifact.compiler);
    const output = JSON.parse(
      solc.compile(
        JSON.stringify({ language: 'Solidity', sources: { 'a.sol': { content } }, settings: artifact.settings }),
      ),
    );
    expect(`0x${output.contracts['a.sol'].MockStarknetMessaging.evm.bytecode.object}`).toBe(artifact.bytecode);
  });

  test('logs that are not messages are recognized', () => {
    const word = (value: bigint) => value.toString(16).padStart(64, '0');
    const data = (...words: bigint[]) => `0x${words.map(word).join('')}`;
    expect(decodeLogMessageToL2(data(96n, 7n, 8n, 2n, 1n, 2n))).toEqual({ payload: [1n, 2n], nonce: 7n, fee: 8n });
    expect(decodeLogMessageToL2(data(96n, 7n, 8n, 0n))).toEqual({ payload: [], nonce: 7n, fee: 8n });
    for (const odd of [
      '0x',
      data(96n),
      data(96n, 7n, 8n),
      data(96n, 7n, 8n, 1n),
      data(97n, 7n, 8n, 0n),
      data(2n ** 255n, 7n, 8n, 0n),
      data(96n, 7n, 8n, 2n ** 255n),
    ])
      expect(decodeLogMessageToL2(odd)).toBeUndefined();
  });
});
