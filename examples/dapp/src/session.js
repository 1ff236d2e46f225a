// A key of the page that may play for the user for an hour, so that the wallet need not ask each time. The user's account must have session
// keys, by the draft SNIP "Session Keys for Smart Accounts".
import { Account, ec, encode, hash, Signer } from 'starknet';
import { PLAY, settled } from './arcade.js';

const SECONDS = 3600;
const MAX_PLAYS = 20;

class SessionSigner extends Signer {
  constructor(key, validUntil) {
    super(key);
    this.validUntil = validUntil;
  }

  async signRaw(messageHash) {
    const { r, s } = ec.starkCurve.sign(messageHash, this.pk);
    return [await this.getPubKey(), ...[r, s, this.validUntil].map((felt) => `0x${felt.toString(16)}`)];
  }
}

/** Asks the user for a session. Returns an account that sends with its key. */
export async function openSession(account) {
  const key = encode.addHexPrefix(encode.buf2hex(ec.starkCurve.utils.randomPrivateKey()));
  const { address, provider } = account;
  const { timestamp } = await provider.getBlock('latest');
  const signer = new SessionSigner(key, BigInt(timestamp + SECONDS));
  const calldata = [await signer.getPubKey(), signer.validUntil, MAX_PLAYS, 1, hash.getSelectorFromName('play')];
  await settled(await account.execute({ contractAddress: address, entrypoint: 'add_or_update_session_key', calldata }));
  return new Account({ provider, address, signer });
}

/** Plays without asking. The estimate must contain the validation, in which the account looks the session up. */
export const playInSession = async (session) => settled(await session.execute(PLAY, { skipValidate: false }));
