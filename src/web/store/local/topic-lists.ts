import { signal } from '@preact/signals';

export interface Topic {
  name: string;
  max_id: number;
}

/** The topics of opened channels, newest first. */
export const topicLists = signal<ReadonlyMap<number, readonly Topic[]>>(new Map());

/** Cached topics of an earlier visit, shown until the server responds. */
export const cachedTopics = signal<ReadonlyMap<number, readonly Topic[]>>(new Map());
