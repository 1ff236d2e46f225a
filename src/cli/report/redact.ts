import { isObject, type Json } from '../../json/json.ts';

/** What stands in place of a secret. */
export const REDACTED = '(redacted)';

const SECRET_MEMBER = /private_?key|secret|mnemonic|password|passphrase|token$|api_?key|authorization/i;
const SECRET_VARIABLE = /KEY|TOKEN|SECRET|PASS|MNEMONIC|AUTH|CREDENTIAL/i;
const URLS = /\b([a-z][a-z0-9+.-]*):\/\/([^\s"'<>]*)/gi;
const HOMES = /([\\/](?:home|users)[\\/])[^\\/\s:"']+/gi;

/** Where secrets come from that are known by their values. */
export interface SecretSources {
  /** The private keys of accounts. */
  readonly keys: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly home: string | undefined;
  readonly user: string | undefined;
}

/**
 * Replaces what must not leave the machine in all texts of a value: members that are named like secrets, values of the environment that
 * are, private keys, the home folder and the user's name in paths, and of URLs everything but the scheme, the port and the end of the host.
 */
export function redactor({ keys, environment, home, user }: SecretSources): (value: Json) => Json {
  const texts = [
    ...keys,
    ...Object.entries(environment).flatMap(([name, value]) => (SECRET_VARIABLE.test(name) && value ? [value] : [])),
  ].filter((text) => text.length >= 8);
  // A key is also found with other zeros before it, and in capitals.
  const patterns = texts.map((text) => {
    const [, digits] = /^0x0*([0-9a-f]+)$/i.exec(text) ?? [];
    return digits === undefined ? escaped(text) : `0x0*${digits}`;
  });
  const secrets = patterns.length === 0 ? undefined : new RegExp(patterns.join('|'), 'gi');
  const folder = home && home.length > 1 ? new RegExp(escaped(home), 'gi') : undefined;
  const name =
    user && user.length > 2 && user !== 'root'
      ? new RegExp(`(?<=[\\\\/])${escaped(user)}(?=[\\\\/]|$)`, 'gi')
      : undefined;
  const inText = (text: string): string => {
    const open = secrets ? text.replace(secrets, REDACTED) : text;
    // Most texts of a journal are numbers.
    if (/^[\w()]*$/.test(open)) return open;
    const local = open
      .replace(URLS, redactUrl)
      .replace(folder ?? /$^/, '~')
      .replace(HOMES, '$1USER');
    return name ? local.replace(name, 'USER') : local;
  };
  const walk = (value: Json): Json => {
    if (typeof value === 'string') return inText(value);
    if (Array.isArray(value)) return value.map(walk);
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => [
        key,
        SECRET_MEMBER.test(key) && member !== null ? REDACTED : walk(member),
      ]),
    );
  };
  return walk;
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');

/** Providers put keys into the path, the query, the user or the first part of the host. */
function redactUrl(_: string, scheme: string, rest: string): string {
  const authority = (/^[^/?#]*/.exec(rest)?.[0] ?? '').replace(/^.*@/, '');
  const [, host = '', port = ''] = /^(\[[^\]]*\]|[^:]*)(:\d+)?/.exec(authority) ?? [];
  const isLocal = /^(?:localhost|127\.[\d.]+|\[::1\]|\d+(?:\.\d+){3})$/i.test(host);
  const end = isLocal ? host : host.split('.').slice(-2).join('.');
  const hidden = isLocal || end === host ? '' : '….';
  return `${scheme}://${hidden}${end}${port}${/^[^/?#]*[/?#]./.test(rest) ? '/…' : ''}`;
}
