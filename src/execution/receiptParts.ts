import { type FeltKey, feltOf } from '../felt/key.ts';
import type { CallInfo, OrderedEvent, OrderedMessage } from './callInfo.ts';
import type { ReceiptEvent, ReceiptMessage } from './receipt.ts';

/** The events of the phases, phase by phase, in the order of emission. */
export function eventsOf(phases: readonly (CallInfo | undefined)[]): ReceiptEvent[] {
  return inOrder<OrderedEvent>(phases, (info) => info.events).map(([from, { keys, data }]) => ({
    fromAddress: feltOf(from),
    keys: keys.map(feltOf),
    data: data.map(feltOf),
  }));
}

/** The messages to L1 of the phases, phase by phase, in the order of sending. */
export function messagesOf(phases: readonly (CallInfo | undefined)[]): ReceiptMessage[] {
  return inOrder<OrderedMessage>(phases, (info) => info.messages).map(([from, { toAddress, payload }]) => ({
    fromAddress: feltOf(from),
    toAddress: feltOf(toAddress),
    payload: payload.map(feltOf),
  }));
}

function inOrder<T extends { readonly order: number }>(
  phases: readonly (CallInfo | undefined)[],
  itemsOf: (info: CallInfo) => readonly T[],
): [from: FeltKey, item: T][] {
  const all: [FeltKey, T][] = [];
  for (const phase of phases) {
    const items: [FeltKey, T][] = [];
    const collect = (info: CallInfo): void => {
      for (const item of itemsOf(info)) items.push([info.call.contractAddress, item]);
      for (const inner of info.inner) collect(inner);
    };
    if (phase) collect(phase);
    if (items.length > 1) items.sort(([, a], [, b]) => a.order - b.order);
    for (const item of items) all.push(item);
  }
  return all;
}
