import type { Sandbox, SandboxFetch } from '../../library/index.ts';

/** What is used of a request that Playwright has intercepted. */
interface PlaywrightRoute {
  request(): { url(): string; method(): string; postData(): string | null; headers(): Record<string, string> };
  fulfill(answer: {
    readonly status: number;
    readonly headers: Record<string, string>;
    readonly body: string;
  }): Promise<unknown>;
  abort(errorCode: string): Promise<unknown>;
}

/** What is used of a WebSocket that Playwright has intercepted. */
interface PlaywrightSocket {
  url(): string;
  send(message: string): void;
  onMessage(handler: (message: string | Buffer) => unknown): void;
  onClose(handler: () => unknown): void;
  close(options: { readonly code?: number; readonly reason?: string }): Promise<unknown>;
}

/** What is used of a page or a context of Playwright. */
export interface RoutedTarget {
  // biome-ignore lint/suspicious/noExplicitAny: the types of Playwright are those of its version
  route(url: any, handler: (route: any) => unknown): Promise<unknown>;
  /** Since Playwright 1.48. */
  // biome-ignore lint/suspicious/noExplicitAny: the same
  routeWebSocket?(url: any, handler: (socket: any) => any): Promise<unknown>;
}

const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET,POST',
  'access-control-allow-headers': '*',
};

/**
 * Answers the requests of pages to the URL of a node, of its paymaster and its WebSocket, by a sandbox, without a port: every test has a chain of its own,
 * and the dapp needs no other configuration.
 *
 * @example
 * await answerRequests(page, 'http://127.0.0.1:5050/rpc', box);
 */
export async function answerRequests(
  target: RoutedTarget,
  url: string,
  { fetch, WebSocket }: { readonly fetch: SandboxFetch; readonly WebSocket?: Sandbox['WebSocket'] },
): Promise<void> {
  const { origin, host } = new URL(url);
  if (WebSocket)
    await target.routeWebSocket?.(
      (asked: URL) => asked.host === host,
      (page: PlaywrightSocket) => connected(page, new WebSocket(page.url())),
    );
  await target.route(
    (asked: URL) => asked.origin === origin,
    async (route: PlaywrightRoute) => {
      const request = route.request();
      const body = request.postData();
      if (request.method() !== 'POST' || body === null)
        return route.fulfill({ status: request.method() === 'OPTIONS' ? 204 : 405, headers: CORS, body: '' });
      try {
        const answer = await fetch(request.url(), { body, headers: request.headers() });
        const headers = { ...Object.fromEntries(answer.headers), ...CORS };
        return await route.fulfill({ status: answer.status, headers, body: await answer.text() });
      } catch {
        // A fault closed the connection, or the test has ended, and pages ask on.
        return route.abort('connectionreset').catch(() => undefined);
      }
    },
  );
}

/** Connects a WebSocket of a page with one of a sandbox. That of the page opens when this one has opened. */
const connected = (page: PlaywrightSocket, box: InstanceType<Sandbox['WebSocket']>): Promise<void> =>
  new Promise((resolve) => {
    page.onMessage((message) => box.send(message));
    page.onClose(() => box.close());
    box.onmessage = ({ data }) => page.send(data);
    box.onopen = () => resolve();
    box.onclose = () => {
      resolve();
      void page.close({ code: 1001 }).catch(() => undefined);
    };
  });
