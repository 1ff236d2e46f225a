import { expect, test } from 'vitest';
import { connectionError } from '../../src/fork/originError.ts';
import { Sandbox } from '../../src/index.ts';

const URL = 'http://origin.example/';
/** An error as `fetch` throws it, with the reason in a nested cause. */
const thrown = (cause: object) => Object.assign(new TypeError('fetch failed'), { cause });

test.each([
  [{ code: 'ENOTFOUND' }, 'DNS: host not found'],
  [{ code: 'EAI_AGAIN' }, 'DNS: the name server did not answer'],
  [{ code: 'ECONNREFUSED' }, 'Connection refused'],
  [{ errors: [{ code: 'ECONNREFUSED' }, { code: 'EHOSTUNREACH' }] }, 'Connection refused'],
  [{ code: 'UND_ERR_CONNECT_TIMEOUT' }, 'no connection in time'],
  [{ cause: { code: 'ERR_SSL_WRONG_VERSION_NUMBER' } }, 'TLS: the server does not speak https at this port'],
  [{ code: 'CERT_HAS_EXPIRED' }, 'TLS: the certificate of the server has expired'],
  [{ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }, /^TLS: no authority .*NODE_EXTRA_CA_CERTS/],
  [{ code: 'ERR_TLS_CERT_ALTNAME_INVALID', message: 'DNS:inner.example' }, /^TLS: .* is for another host$/],
  [{ code: 'CERT_NOT_YET_VALID' }, 'TLS: CERT_NOT_YET_VALID'],
  [{ code: 'HPE_INVALID_CONSTANT', message: 'text of the server' }, 'HPE_INVALID_CONSTANT'],
  [{ message: 'other reason' }, 'other reason'],
  [{}, 'fetch failed'],
])('an origin that cannot be reached says why: %j', (cause, reason) => {
  const { message, short } = connectionError(URL, thrown(cause));
  const told = String(short).replace(`error sending request for url (${URL}): `, '');
  if (typeof reason === 'string') expect(told).toBe(reason);
  else expect(told).toMatch(reason);
  expect(message).toBe(`error sending request, url: "${URL}", source: ${told}`);
});

test('a fork whose origin no longer has the state says which option the origin needs', async () => {
  const origin = await Sandbox.create({ seed: 1, accounts: 1 });
  const fork = { url: URL };
  const box = await Sandbox.create({ seed: 2, accounts: 1, fork, fetch: origin.fetch });
  await origin.blocks.mine();
  const hint = `The origin ${URL} has made blocks since and no longer has its state at that one. Start the origin, not this fork, with stateArchiveCapacity: 'full'`;
  await expect(box.request('devnet_mint', { address: '0x77', amount: 1 })).rejects.toThrow(hint);
  // The origin's own answer is unchanged, and the hint is added.
  await expect(
    box.request('starknet_getClassHashAt', [
      { block_number: 0 },
      '0x4718f5a0fc34cc1af16a1cdee98ffb20c31f5cd61d6ab07201858f4287c938d',
    ]),
  ).rejects.toMatchObject({
    code: -1,
    message: expect.stringContaining('No state at block 0'),
    data: expect.stringContaining(hint),
  });
  const late = { ...fork, block: 0 };
  await expect(Sandbox.create({ seed: 2, fork: late, fetch: origin.fetch })).rejects.toThrow(hint);
  await expect(box.request('devnet_fork', { block_number: 0 })).rejects.toThrow(hint);

  const archive = await Sandbox.create({ seed: 1, accounts: 1, stateArchiveCapacity: 'full' });
  const good = await Sandbox.create({ seed: 2, accounts: 1, fork, fetch: archive.fetch });
  await archive.blocks.mine();
  await expect(good.request('devnet_mint', { address: '0x77', amount: 1 })).resolves.toHaveProperty('new_balance', '1');
  for (const each of [origin, box, archive, good]) each.close();
});

test('an origin at a port that fetch refuses says which', () => {
  const { short } = connectionError('http://127.0.0.1:6000/rpc', thrown({ message: 'bad port' }));
  expect(String(short)).toBe(
    'error sending request for url (http://127.0.0.1:6000/rpc): fetch and browsers refuse port 6000',
  );
});
