import { decoder, struct, text, wrongType } from '../../decode/decoder.ts';
import { method } from '../../method.ts';
import { RpcError } from '../../rpcError.ts';
import { subscriptionsOf } from '../../subscriptions/subscribe.ts';

const idText = text('textChars');
const subscriptionId = decoder<string, string>('id of a subscription', '1', (value) => {
  const id = idText(value, 'subscription_id');
  if (!/^\d{1,20}$/.test(id) || BigInt(id) >= 2n ** 64n) throw wrongType(value, 'u64');
  return BigInt(id).toString();
});

const params = struct('SubscriptionIdInput', { subscription_id: subscriptionId });

export const unsubscribe = method({
  name: 'unsubscribe',
  group: 'chain',
  summary: 'Ends a subscription of this connection.',
  kind: 'subscription',
  params,
  run: (context, { subscriptionId }) => {
    if (!subscriptionsOf(context).remove(subscriptionId)) throw new RpcError('invalidSubscriptionId');
    return true;
  },
});
