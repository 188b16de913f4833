import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { ROLES } from '../users/types.ts';
import { membersAdded } from './events.ts';

const DAY = 86_400;
/** Promotions to full member up to this time were published. */
const TOLD_UNTIL = 'full_members_told_until';

/**
 * Members become full members after the waiting period. Publishes those who did since the last call, and returns their
 * ids.
 */
export function announceFullMembers(app: App): number[] {
  const now = seconds(app.clock);
  const from = Number(app.realm.secret(TOLD_UNTIL) ?? app.realm.get('date_created'));
  const waiting = app.realm.get('waiting_period_threshold') * DAY;
  const user_ids =
    waiting === 0
      ? []
      : app.users
          .active()
          .filter(
            ({ role, date_joined }) =>
              role === ROLES.member && date_joined + waiting > from && date_joined + waiting <= now,
          )
          .map(({ id }) => id);
  app.db.write(() => {
    app.realm.keepSecret(TOLD_UNTIL, String(now));
    if (user_ids.length === 0) return;
    app.events.publish(
      membersAdded({ group_id: app.groups.system('role:fullmembers'), user_ids }),
      app.users.activeIds(),
    );
  });
  return user_ids;
}
