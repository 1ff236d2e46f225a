/** Names that a program reads without being asked to, and the program. A name is compared in its folded form. */
interface ConfigurationNames {
  readonly names: RegExp;
  readonly readBy: string;
}

/**
 * Only names that a new file of a request could have are listed: those with one of its extensions, and those without any. Whatever begins
 * with a dot is refused before.
 */
const CONFIGURATION_NAMES: readonly ConfigurationNames[] = [
  {
    names: /^(?:package|npm-shrinkwrap|bower|lerna|nx|project|workspace|rush|turbo|jsr|index)\.json$/,
    readBy: 'Node.js and its package managers',
  },
  { names: /^(?:deno|import[-_]?map)\.json$/, readBy: 'Deno' },
  { names: /(?:^|[.\-_])[jt]sconfig\b.*\.json$|^(?:tslint|typedoc|tsdoc|api-extractor)\.json$/, readBy: 'TypeScript' },
  {
    // Such as starbox.config.json, babel.config.json, pyrightconfig.json, tauri.conf.json, appsettings.json and local.settings.json.
    names: /(?:config|configuration|[.\-_]conf|settings)(?:\.[^.]+)*\.json$|(?:^|[.\-_])config(?:\.|$)|^conf(?:\.|$)/,
    readBy: 'many programs',
  },
  // Such as package-lock.json and packages.lock.json.
  { names: /(?:^|[.\-_])lock\.json$/, readBy: 'package managers' },
  { names: /(?:^|[.\-_])manifest\.json$/, readBy: 'browsers and build tools' },
  { names: /^(?:biome|cspell|renovate|nodemon|cypress|karma)\.json$/, readBy: 'tools that check or run code' },
  {
    names: /^(?:angular|nest-cli|app|components|vercel|now|firebase|wrangler)\.json$/,
    readBy: 'tools that build and deploy',
  },
  {
    names: /^(?:composer|vcpkg|cmakepresets|cmakeuserpresets|compile_commands|global|host|function)\.json$/,
    readBy: 'build tools',
  },
  { names: /^(?:launch|tasks|extensions|keybindings|devcontainer|mcp)\.json$/, readBy: 'editors' },
  { names: /^(?:docker-)?compose(?:\.[^.]+)*\.json$|^daemon\.json$/, readBy: 'Docker' },
  { names: /^scarb(?:\.|$)/, readBy: 'Scarb' },
  {
    names:
      /^(?:gnu|bsd)?makefile$|^(?:docker|container|gem|rake|proc|vagrant|brew|pip|pod|just|fast|jenkins|caddy|tilt|earth|snake|guard)file$/,
    readBy: 'the program of that name',
  },
  {
    names: /^(?:build|workspace|buck|sconstruct|sconscript|codeowners|authorized_keys|known_hosts|crontab)$/,
    readBy: 'other programs',
  },
];

/**
 * The form in which names are compared: file systems ignore capitals (Windows, macOS), invisible characters (HFS+), and dots and spaces at
 * the end (Windows).
 */
const folded = (name: string): string =>
  name
    .normalize('NFKC')
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .toLowerCase()
    .replace(/(?<=.)[. ]+$/, '');

/** Which programs read a file of this name as configuration; undefined if none is known. */
export function readersOfName(name: string): string | undefined {
  const plain = folded(name);
  return CONFIGURATION_NAMES.find(({ names }) => names.test(plain))?.readBy;
}

/** Whether a file or folder is hidden. */
export const isHiddenName = (name: string): boolean => folded(name).startsWith('.');

/** Whether a folder holds packages, which programs load as code. */
export const isPackageFolder = (name: string): boolean =>
  ['node_modules', 'bower_components', 'jspm_packages'].includes(folded(name));
