import type { App } from '../../../app.ts';
import { job } from '../../declare.ts';
import { ringBrowsers } from '../../notifications/web-push/jobs.ts';
import { endMissedCalls } from './actions.ts';

export const missedCalls = job({
  name: 'calls that nobody answers',
  every: 1,
  run: endMissedCalls,
  next: (app) => app.memory.ringingCalls.nextDue(),
});

export const callPushes = job({
  name: 'calls on closed browsers',
  every: 1,
  run: (app) => pushCalls(app, false),
  next: (app) => (app.memory.callPushes.length > 0 ? 0 : undefined),
});

/** Lets the browsers of called users ring. `allowPrivate`: also push services at private addresses. */
export async function pushCalls(app: App, allowPrivate: boolean): Promise<void> {
  const pushes = app.memory.callPushes.splice(0);
  await Promise.all(
    pushes.map(async ({ user_id, message_id }) => {
      const call = app.memory.ringingCalls.byMessage(message_id);
      const user = app.users.byId(user_id);
      if (!call?.ringing.has(user_id) || !user?.settings.enable_offline_push_notifications) return;
      const message = app.messages.byId(message_id);
      if (message)
        await ringBrowsers(app, user, { message, url: call.room.urlFor(user), until: call.until }, allowPrivate);
    }),
  );
}
