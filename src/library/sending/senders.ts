import type { Sender } from './sender.ts';

const senders = new WeakMap<object, Sender>();

/** Makes the sender of a sandbox known. */
export const keepSender = (box: object, sender: Sender): void => void senders.set(box, sender);

/** What sends the transactions of a sandbox, so that others which send for it use the same order of nonces. */
export const senderOf = (box: object): Sender | undefined => senders.get(box);
