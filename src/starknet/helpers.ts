// What users of starbox/starknet can import, whichever way starknet.js was loaded.
export { type AccountKeys, account } from './account.ts';
export { type ChannelOptions, channel } from './channel.ts';
export type { Box, BoxOrUrl } from './node.ts';
export { type ProviderOptions, provider } from './provider.ts';
