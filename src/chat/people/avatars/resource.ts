import { LRUCache } from 'lru-cache';
import { resource } from '../../../kernel/resource.ts';
import * as endpoints from './endpoints.ts';

export const avatars = resource({
  memory: {
    generatedAvatars: () =>
      new LRUCache<string, Buffer>({ maxSize: 4 * 2 ** 20, sizeCalculation: ({ length }) => length }),
  },
  parts: [endpoints],
});
