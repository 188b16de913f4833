import { timingSafeEqual } from 'node:crypto';
import type { App } from '../../../app.ts';
import { signText } from '../../organization/realm/key-rules.ts';
import type { MailContent } from './types.ts';

/** The kinds of mail that users can stop, with the settings behind them. */
export const STOPPABLE = {
  missed_messages: [
    'enable_offline_email_notifications',
    'enable_stream_email_notifications',
    'enable_followed_topic_email_notifications',
  ],
  digest: ['enable_digest_emails'],
  login: ['enable_login_emails'],
} as const;
export type Stoppable = keyof typeof STOPPABLE;

/** The unsubscribe URLs for a kind of mail: a page that asks, and a URL that mail clients post to. */
export function unsubscribeLinks(
  app: App,
  user: { id: number },
  kind: Stoppable,
  label: string,
): MailContent['unsubscribe'] {
  const token = `${user.id}-${signature(app, user.id, kind)}`;
  const { url } = app.config;
  return {
    label,
    url: `${url}/accounts/unsubscribe/${kind}/${token}`,
    oneClick: `${url}/accounts/unsubscribe/${kind}/${token}/now`,
  };
}

/**
 * Returns the user of a token for this kind of mail; undefined: invalid. Tokens are valid as long as the account
 * exists, because people keep mails.
 */
export function userOfToken(app: App, kind: string, token: string): number | undefined {
  const [, id, mac = ''] = /^(\d{1,15})-([\w-]{43})$/.exec(token) ?? [];
  if (id === undefined || !Object.hasOwn(STOPPABLE, kind)) return undefined;
  const right = Buffer.from(signature(app, Number(id), kind as Stoppable));
  return timingSafeEqual(Buffer.from(mac), right) ? Number(id) : undefined;
}

const signature = (app: App, userId: number, kind: Stoppable): string =>
  signText(app, 'unsubscribe_secret', `${kind} ${userId}`).toString('base64url');
