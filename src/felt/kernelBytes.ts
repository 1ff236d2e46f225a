import { alphabet, byteOrder, kernelText } from './kernelBytes.generated.ts';

/** The kernel's WebAssembly module, from its text (scripts/build-kernel.mjs). */
export function kernelBytes(): Uint8Array {
  const order = Uint8Array.from(byteOrder.match(/../g)!, (digits) => Number.parseInt(digits, 16));
  const places = new Uint8Array(128);
  for (let place = 0; place < alphabet.length; place++) places[alphabet.charCodeAt(place)] = place;
  const singles = alphabet.length - 2;
  // This runs once, in code that V8 has not optimised yet, which reads an array faster than a text. The bytes replace the text in place.
  const bytes = new TextEncoder().encode(kernelText);
  let end = 0;
  for (let at = 0; at < bytes.length; at++) {
    let place = places[bytes[at]!]!;
    if (place >= singles) place = singles + (place - singles) * alphabet.length + places[bytes[++at]!]!;
    bytes[end++] = order[place]!;
  }
  return bytes.subarray(0, end);
}
