// The access policy. A web page must not reach the server through a host name that resolves to this machine (DNS rebinding, checked by the
// Host header), nor from a foreign origin (Origin header), unless the user allows it.

import { isIPv4, isIPv6 } from 'node:net';

export interface AccessPolicy {
  /** The address the server listens on. */
  readonly boundHost: string;
  readonly allowedHosts: readonly string[];
  /** Origins as browsers write them, such as https://app.example; `*` allows all. */
  readonly allowedOrigins: readonly string[];
}

const JSON_CONTENT = /^application\/(?:[^;\s]+\+)?json\s*(?:;|$)/i;

/** Whether a content type is one that requests may have. */
export const isJsonContent = (type: string | undefined): boolean => type !== undefined && JSON_CONTENT.test(type);

const isLoopback = (name: string) =>
  name === 'localhost' || name.endsWith('.localhost') || (name.startsWith('127.') && isIPv4(name)) || name === '[::1]';
/** An address of a network interface, which no name server can point elsewhere. */
const isIpLiteral = (name: string) => isIPv4(name) || name.startsWith('[');

/** The name in a Host header, without port, in lower case; undefined if the header is not valid. */
function hostName(header: string): string | undefined {
  const found = /^(\[[0-9a-fA-F:.]+\]|[^:/?#@\s[\]]+)(?::\d{1,5})?$/.exec(header);
  const name = found?.[1]?.toLowerCase().replace(/\.$/, '');
  // Brackets are for addresses of IPv6 alone.
  return name?.startsWith('[') && !isIPv6(name.slice(1, -1)) ? undefined : name;
}

/** Undefined if the Host header is allowed, otherwise why it is not and what to do. */
export function refuseHost(header: string | undefined, policy: AccessPolicy): string | undefined {
  if (header === undefined) return undefined; // HTTP/1.0: every browser sends it
  const name = hostName(header);
  const bound = policy.boundHost.toLowerCase();
  if (name !== undefined) {
    if (isLoopback(name) || isIpLiteral(name) || name === bound) return undefined;
    if (policy.allowedHosts.some((host) => host === '*' || host.toLowerCase() === name)) return undefined;
    // An address that is bound has no brackets.
    const boundWide = !isLoopback(bound) && bound !== '::1';
    if (boundWide && (!name.includes('.') || name.endsWith('.local') || name.endsWith('.internal'))) return undefined;
  }
  const wanted = name?.slice(0, 100) ?? 'NAME';
  return `The host name ${JSON.stringify(header.slice(0, 100))} is not allowed. Start with --allow-host ${wanted} to allow it, or with box.listen({ allowHosts: ['${wanted}'] }).\n`;
}

/** Undefined if the Origin header is allowed, otherwise why it is not and what to do. */
export function refuseOrigin(origin: string | undefined, policy: AccessPolicy): string | undefined {
  if (origin === undefined) return undefined;
  const allowed = policy.allowedOrigins;
  if (allowed.includes('*') || allowed.some((item) => item.toLowerCase().replace(/\/$/, '') === origin.toLowerCase()))
    return undefined;
  const name = hostName(/^https?:\/\/(.+)$/i.exec(origin)?.[1] ?? '');
  if (name !== undefined && isLoopback(name)) return undefined;
  const wanted = origin.slice(0, 100);
  return `Pages of the origin ${JSON.stringify(wanted)} are not allowed. Start with --allow-origin ${wanted} to allow them, or --allow-origin '*' for all. With box.listen, pass allowOrigins.\n`;
}

/** Undefined if a request with these headers is allowed, otherwise why it is not and what to do. */
export function refuse(host: string | undefined, origin: string | undefined, policy: AccessPolicy): string | undefined {
  return refuseHost(host, policy) ?? refuseOrigin(origin, policy);
}

/** The headers of a request of node:http that the policy checks. */
export interface RequestHeaders {
  readonly headers: { readonly host?: string | undefined; readonly origin?: string | undefined };
  /** Names and values alternately, as they were received. */
  readonly rawHeaders: readonly string[];
}

export interface Refusal {
  readonly status: '400 Bad Request' | '403 Forbidden';
  /** Whether only the origin is not allowed: the request came to us under a good name, from a page of another site. */
  readonly isOrigin: boolean;
  readonly text: string;
}

/** Undefined if a request is allowed, otherwise the answer to it. */
export function refuseRequest({ headers, rawHeaders }: RequestHeaders, policy: AccessPolicy): Refusal | undefined {
  const hosts = rawHeaders.filter((name, i) => i % 2 === 0 && name.toLowerCase() === 'host').length;
  // A proxy may have checked another one of them than we would.
  if (hosts > 1)
    return { status: '400 Bad Request', isOrigin: false, text: 'A request must not have more than one Host header.\n' };
  const host = refuseHost(headers.host, policy);
  const text = host ?? refuseOrigin(headers.origin, policy);
  return text === undefined ? undefined : { status: '403 Forbidden', isOrigin: host === undefined, text };
}

/**
 * The CORS headers that let a page of another origin read why it is refused, and nothing else: they go with the refusal alone. The browser sends
 * the page's request only after a preflight, so the preflight gets them too; the request itself is then refused before its body is read.
 */
export const refusalHeaders = (origin: string): Record<string, string> => ({
  'access-control-allow-origin': origin,
  'access-control-allow-methods': 'GET,POST',
  'access-control-allow-headers': 'content-type',
  vary: 'origin',
});

/** The CORS headers that let an allowed page read the answer. */
export function corsHeaders(origin: string | undefined, policy: AccessPolicy): Record<string, string> {
  const vary = 'origin, access-control-request-method, access-control-request-headers';
  if (origin === undefined || policy.allowedOrigins.includes('*')) return { 'access-control-allow-origin': '*', vary };
  return { 'access-control-allow-origin': origin, vary };
}
