import { resource } from '../../../kernel/resource.ts';
import * as endpoints from './endpoints.ts';
import * as events from './events.ts';
import { GifPages } from './memory.ts';

export const gifs = resource({
  memory: { gifPages: () => new GifPages() },
  parts: [endpoints, events],
});
