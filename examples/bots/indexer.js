// An indexer that adds up what an address receives. It hears of payments by a subscription.
const STRK = '0x4718f5a0fc34cc1af16a1cdee98ffb20c31f5cd61d6ab07201858f4287c938d';

/** The payment in a Transfer event, if it is one to the address. */
function paymentOf({ transaction_hash, event_index, data, keys }, address) {
  const [to, amount] = keys.length > 1 ? [keys[2], data[0]] : [data[1], data[2]];
  return BigInt(to) === BigInt(address) && { id: `${transaction_hash} ${event_index}`, amount: BigInt(amount) };
}

/** Calls a function with every payment that it is notified of. */
async function follow(subscriptions, address, take) {
  const events = await subscriptions.subscribeEvents({ fromAddress: STRK, finalityStatus: 'ACCEPTED_ON_L2' });
  events.on((event) => {
    const payment = paymentOf(event, address);
    if (payment) take(payment);
  });
}

/** Adds up each notification. */
export async function sumCarelessly(subscriptions, address) {
  let sum = 0n;
  await follow(subscriptions, address, ({ amount }) => (sum += amount));
  return () => sum;
}

/** Adds up each payment, however often it is heard of. */
export async function sumCarefully(subscriptions, address) {
  const payments = new Map();
  await follow(subscriptions, address, ({ id, amount }) => payments.set(id, amount));
  return () => [...payments.values()].reduce((sum, amount) => sum + amount, 0n);
}
