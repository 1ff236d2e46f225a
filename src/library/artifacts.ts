import { ArtifactStore } from '../classes/artifactStore.ts';
import { hasPlatform, platform } from './platform.ts';
import { SandboxOptionError } from './sandboxOptions.ts';

/** The build output that explanations take names and lines from; none in a browser, which has no files. */
export function artifactsOf(folders: readonly string[] | undefined): ArtifactStore | undefined {
  if (folders !== undefined && !(Array.isArray(folders) && folders.every((folder) => typeof folder === 'string')))
    throw new SandboxOptionError("invalid value for 'artifacts': expected a list of folders, such as ['target/dev']");
  if (folders?.length === 0 || (folders === undefined && !hasPlatform())) return undefined;
  return new ArtifactStore(platform("The option 'artifacts'").artifactFiles(folders));
}
