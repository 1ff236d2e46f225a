/**
 * Why a version of Node.js cannot run Starbox; undefined if it can. Before version 20, functions of JavaScript are missing, and the first
 * of them that is called would be the error.
 */
export const oldNode = (version = process.versions.node): string | undefined =>
  Number.parseInt(version, 10) >= 20
    ? undefined
    : `Starbox needs Node.js 20.19 or newer. This is Node.js ${version}, at ${process.execPath}.`;
