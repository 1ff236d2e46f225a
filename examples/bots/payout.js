// A bot that pays amounts of STRK out. The network it uses loses requests and answers.
const STRK = '0x4718f5a0fc34cc1af16a1cdee98ffb20c31f5cd61d6ab07201858f4287c938d';
const ATTEMPTS = 10;

async function send(account, to, amount, nonce) {
  const call = { contractAddress: STRK, entrypoint: 'transfer', calldata: [to, amount, 0n] };
  const { resourceBounds } = await account.estimateInvokeFee(call, { nonce });
  await account.execute(call, { nonce, resourceBounds });
}

/** Looks right, and all of its tests are green: when sending fails, it tries again. */
export async function payCarelessly(account, to, amount, sleep) {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    try {
      return await send(account, to, amount, await account.getNonce('latest'));
    } catch {
      await sleep(1000);
    }
  }
  throw new Error('gave up');
}

/** One payment has one nonce. It is made when that nonce is used, whatever was answered. */
export async function payCarefully(account, to, amount, nonce, sleep) {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    await send(account, to, amount, nonce).catch(() => undefined);
    for (let look = 0; look < 5; look++) {
      const next = await account.getNonce('latest').catch(() => 0);
      if (BigInt(next) > nonce) return;
      await sleep(1000);
    }
  }
  throw new Error('gave up');
}
