// The names of the class files that Scarb writes: `target/dev/PACKAGE_CONTRACT.contract_class.json`.

export const CLASS_FILE_SUFFIX = '.contract_class.json';

/** `Token` for `target/dev/shop_Token.contract_class.json`. */
export const contractNameOf = (path: string): string | undefined => /([^/\\_]+)\.contract_class\.json$/.exec(path)?.[1];

/** `shop_Token` for `target/dev/shop_Token.contract_class.json`. */
export const stemOf = (path: string): string => /[^/\\]*$/.exec(path)![0].slice(0, -CLASS_FILE_SUFFIX.length);
