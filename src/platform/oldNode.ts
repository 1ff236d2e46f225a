/** The oldest version of Node.js that runs Starbox, as in `engines` of package.json. */
const OLDEST = [20, 19] as const;

/**
 * Why a version of Node.js cannot run Starbox; undefined if it can. Functions of JavaScript are missing from older ones, and the first
 * of them that is called would be the error.
 */
export function oldNode(version = process.versions.node): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])) return undefined;
  return `Starbox needs Node.js ${OLDEST.join('.')} or newer. This is Node.js ${version}, at ${process.execPath}.`;
}
