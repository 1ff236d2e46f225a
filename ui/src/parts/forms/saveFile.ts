/** Lets the browser save bytes or a text as a file. */
export function saveFile(name: string, content: Uint8Array | string): void {
  const url = URL.createObjectURL(new Blob([content as Uint8Array<ArrayBuffer>]));
  Object.assign(document.createElement('a'), { href: url, download: name }).click();
  URL.revokeObjectURL(url);
}
