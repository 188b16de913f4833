import type { App } from '../../../app.ts';
import type { Outgoing } from '../../../kernel/mail/transport.ts';
import type { MailKind } from './types.ts';

/** A mail that a development server shows instead of sending. */
export interface DevelopmentMail {
  id: number;
  kind: MailKind;
  outgoing: Outgoing;
}

const MOST = 200;
const kept = new WeakMap<App, DevelopmentMail[]>();

export const developmentMails = (app: App): readonly DevelopmentMail[] => kept.get(app) ?? [];

export function keepDevelopmentMail(app: App, mail: DevelopmentMail): void {
  kept.set(app, [...developmentMails(app), mail].slice(-MOST));
}
