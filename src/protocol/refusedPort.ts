/** That no browser and no `fetch` can use a port. */
export const refusedPort = (port: number | string): string => `fetch and browsers refuse port ${port}`;

/** The reason that `fetch` of Node.js gives, with the port of the URL if it refused that. */
export const fetchReason = (url: string, reason: string): string =>
  reason === 'bad port' ? refusedPort(new URL(url).port) : reason;
