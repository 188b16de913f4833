/** Whether an error of a lookup means that there is no such record, or no such name. */
export const isMissing = (code: string | undefined): boolean => code === 'ENOTFOUND' || code === 'ENODATA';
