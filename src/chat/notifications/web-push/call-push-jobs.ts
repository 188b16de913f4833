import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import type { StoredMessage } from '../../messages/messages/types.ts';
import { countDelivery } from '../../organization/statistics/actions.ts';
import type { User } from '../../people/users/types.ts';
import { callNotice } from './notice.ts';
import { deliverToBrowser } from './push-jobs.ts';
import type { CallNotice } from './types.ts';

/** Lets the browsers of a user ring. `allowPrivate`: also push services at private addresses. */
export async function ringBrowsers(
  app: App,
  user: User,
  { message, ...call }: Pick<CallNotice, 'url' | 'until'> & { message: StoredMessage },
  allowPrivate: boolean,
): Promise<void> {
  const notice = callNotice(app, user, message, call);
  await Promise.all(
    app.webPush.ofUser(user.id).map(async (browser) => {
      const keepFor = Math.max(0, call.until - seconds(app.clock));
      const outcome = await deliverToBrowser(app, browser, notice, { allowPrivate, keepFor });
      app.db.write(() => {
        if (outcome === 'gone') app.webPush.remove(browser.id);
        else countDelivery(app, outcome === 'done' ? 'pushes_sent' : 'pushes_failed');
      });
    }),
  );
}
