import type { App } from '../../app.ts';
import { isTooOld, newestBackup } from '../../kernel/backups/schedule.ts';
import { seconds } from '../../kernel/clock.ts';
import { job } from '../declare.ts';
import { sendMail } from '../notifications/mail/actions.ts';
import { sendsMail } from '../notifications/mail/rules.ts';
import { mailLanguage, mailTexts } from '../notifications/mail/texts.ts';
import { isOwner } from '../people/users/types.ts';

const DAY = 86_400;
/** When the owners got the last notice, s. */
const NOTICED = 'backup_notice_sent';

/**
 * Mails the owners, at most once a day, that automatic backups fail and that the newest is too old. The reason is only
 * in the log, since owners need not be the operator.
 */
async function noticeOldBackup(app: App): Promise<void> {
  const { backups, config, realm } = app;
  if (backups.lastSucceeded !== false || !sendsMail(app)) return;
  const made = await newestBackup(app);
  const now = seconds(app.clock);
  const since = made ?? realm.get('date_created');
  if (!isTooOld({ made: since, every: config.choices.backupEvery, now }) || now - since < DAY) return;
  if (now - Number(realm.secret(NOTICED) ?? 0) < DAY) return;
  app.db.write(() => {
    realm.keepSecret(NOTICED, String(now));
    for (const user of app.users.active()) {
      if (user.is_bot || !isOwner(user)) continue;
      const date = made === undefined ? undefined : formatDate(made, mailLanguage(app, user));
      const values = { name: user.full_name, organization: realm.get('name'), date };
      sendMail(app, { to: user, kind: 'backup_overdue' }, mailTexts(app, user).backupOverdue(values));
    }
  });
}

/** An operator who does not read the log must not find out when the disk has failed. */
export const warnOfOldBackup = job({
  name: 'warn owners of an old backup',
  every: 600,
  run: noticeOldBackup,
});

/** The names of backups have the time in UTC. */
const formatDate = (time: number, language: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(time * 1000);
