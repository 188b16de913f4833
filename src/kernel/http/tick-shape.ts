import { createHook } from 'node:async_hooks';
import { once } from '../../shared/memo.ts';

/**
 * Keeps one object of those that `process.nextTick` makes alive, for as long as the process runs. If a garbage
 * collection finds none, V8 forgets their shape, and each later one takes eight times as long to make. Node's streams
 * make six for each request: a twentieth of the time of a send. Call it before the first such collection. Held by
 * `npm run bench -- tricks`.
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
