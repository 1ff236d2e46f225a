import type { SandboxFetch } from '../../library/index.ts';

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

/** What is used of a page or a context of Playwright. */
export interface RoutedTarget {
  // biome-ignore lint/suspicious/noExplicitAny: the types of Playwright are those of its version
  route(url: any, handler: (route: any) => unknown): Promise<unknown>;
}

const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET,POST',
  'access-control-allow-headers': '*',
};

/**
 * Answers the requests of pages to the URL of a node, and of its paymaster, by a sandbox, without a port: every test has a chain of its own,
 * and the dapp needs no other configuration.
 *
 * @example
 * await answerRequests(page, 'http://127.0.0.1:5050/rpc', box);
 */
export async function answerRequests(
  target: RoutedTarget,
  url: string,
  { fetch }: { readonly fetch: SandboxFetch },
): Promise<void> {
  const { origin } = new URL(url);
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
