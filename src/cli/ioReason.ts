/** What went wrong with a file, as the system words it. */
export function ioReason(error: unknown): string {
  const { code, errno, message } = error as NodeJS.ErrnoException;
  const words: Readonly<Record<string, string>> = {
    ENOENT: 'No such file or directory',
    EISDIR: 'Is a directory',
    EACCES: 'Permission denied',
    EADDRNOTAVAIL: 'Cannot assign requested address',
    EADDRINUSE: 'Address already in use',
    ENOTDIR: 'Not a directory',
  };
  return code !== undefined && words[code] ? `${words[code]} (os error ${Math.abs(errno ?? 0)})` : message;
}
