import { RequestError } from '../errors/request-error.ts';
import { eventQueue } from '../store/local/event-queue.ts';
import { registrations } from '../store/store.ts';
import { retryNow } from './connection.ts';
import { request } from './request.ts';

/**
 * Fetches everything again: gives up the event queue, so that `listen` registers another one. Resolves when the new
 * state is there, or if the server cannot be reached.
 */
export async function refresh(): Promise<void> {
  retryNow();
  const before = registrations.peek();
  try {
    await request('DELETE /events', { queue_id: eventQueue.id! });
    eventQueue.tabs?.wake();
    const registered = Promise.withResolvers<void>();
    const stop = registrations.subscribe((now) => now > before && registered.resolve());
    await registered.promise;
    stop();
  } catch (error) {
    // The connection notice says so already.
    if (!(error instanceof RequestError)) throw error;
  }
}
