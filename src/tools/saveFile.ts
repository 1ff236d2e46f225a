/** Writes what was counted or measured to the file of this process. */
export type SaveFile = (json: string) => Promise<void>;
