/** The times of quoted messages that are not loaded. */
export const quoteTimes = {
  /** By the message's ID; undefined for messages that the user cannot read. */
  fetched: new Map<number, Promise<number | undefined>>(),
  /** The messages that are asked for next, together. */
  wanted: undefined as { ids: number[]; times: Promise<ReadonlyMap<number, number>> } | undefined,
};
