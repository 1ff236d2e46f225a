const words: Readonly<Record<string, string>> = {
  ENOENT: 'No such file or directory',
  EISDIR: 'Is a directory',
  EACCES: 'Permission denied',
  ENOTDIR: 'Not a directory',
  ENOSPC: 'No space left on device',
  EDQUOT: 'Disk quota exceeded',
  EROFS: 'Read-only file system',
  EADDRNOTAVAIL: 'Cannot assign requested address',
  EADDRINUSE: 'Address already in use',
};

/** The reason of a failed operation on a file or an address, in the words of the system. */
export function ioReason(error: unknown): string {
  const { code, errno, message } = error as NodeJS.ErrnoException;
  return code !== undefined && words[code] ? `${words[code]} (os error ${Math.abs(errno ?? 0)})` : message;
}
