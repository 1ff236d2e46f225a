import { expect, test } from 'vitest';
import { messagingWorld } from './world.ts';

const TO = '0x8359e4b0152ed5a731162d3c7b0d8d56edb165a0';

test.each([
  [false, {}],
  [true, { order: 0 }],
])(
  'a proof lists messages as the proving API has them, with their order in strict answers: %j',
  async (strictAnswers, more) => {
    const world = await messagingWorld({}, undefined, { strictAnswers });
    const transaction = await world.sending(TO, ['0x5', '0x6']);
    const params = { block_id: 'pre_confirmed', transaction };
    const message = { from_address: '0xc0ffee', to_address: TO, payload: ['0x5', '0x6'] };
    expect(await world.request('starknet_proveTransaction', params)).toMatchObject({
      proof: expect.any(String),
      l2_to_l1_messages: [{ ...more, ...message }],
    });
    const proven = await world.request<{ l2_to_l1_messages: object[] }>('chain_proveTransaction', params);
    expect(proven.l2_to_l1_messages).toEqual([message]);
    world.close();
  },
);
