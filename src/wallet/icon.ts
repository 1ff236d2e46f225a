import { writeBase64 } from '../text/base64.ts';

const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#2b2b6e"/><path d="M8 12l8-4 8 4v9l-8 4-8-4z" fill="none" stroke="#fff" stroke-width="2"/><path d="M8 12l8 4 8-4M16 16v9" stroke="#fff" stroke-width="2"/></svg>';

/** The icon of the wallet, in the form that the wallet standard asks for. */
export const icon = `data:image/svg+xml;base64,${writeBase64(new TextEncoder().encode(SVG))}` as const;
