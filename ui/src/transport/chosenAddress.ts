const KEY = 'starbox-address';

/** The address of the node that the page shows: the chosen one, or the server that the page came from. */
export function chosenAddress(): string {
  try {
    return sessionStorage.getItem(KEY) ?? window.location.origin;
  } catch {
    return window.location.origin; // The browser may forbid storage.
  }
}

/** Chooses another node for this tab, or with undefined the page's own; the page must be loaded again. */
export function chooseAddress(address: string | undefined): void {
  if (address === undefined) sessionStorage.removeItem(KEY);
  else sessionStorage.setItem(KEY, address);
}
