const HEX = /^0x[0-9a-f]{1,64}$/i;

/** Whether a text can be a hash or an address: 0x and up to 64 hexadecimal digits. */
export const isHex = (text: string): boolean => HEX.test(text);

/** A hash or an address as the node writes it: small letters, without leading zeros. */
export const canonicalHex = (text: string): `0x${string}` =>
  `0x${text
    .slice(2)
    .replace(/^0+(?=.)/, '')
    .toLowerCase()}`;
