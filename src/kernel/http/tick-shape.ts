import { createHook } from 'node:async_hooks';
import { once } from '../memo.ts';

/**
 * Keeps one of the objects that `process.nextTick` makes for as long as the process runs. Without one, V8 forgets their
 * shape at a garbage collection that finds none, and makes each later one eight times slower. Node's streams make six
 * for a request, a twentieth of the time of a send. To be called before the first such collection.
 */
export const keepTickShape = once((): readonly object[] => {
  const kept: object[] = [];
  const hook = createHook({
    init(_id, type, _cause, resource) {
      if (type === 'TickObject') kept.push(resource);
    },
    // A hook of promises would make async functions slower for good.
    trackPromises: false,
  });
  hook.enable();
  process.nextTick(() => {});
  hook.disable();
  return kept;
});
