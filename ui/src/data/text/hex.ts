const HEX = /^0x[0-9a-f]{1,64}$/i;

/** Whether a text can be a hash or an address: 0x and up to 64 hexadecimal digits. */
export const isHex = (text: string): boolean => HEX.test(text);
