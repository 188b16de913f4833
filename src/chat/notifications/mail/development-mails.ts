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

export const developmentMails = (app: App): readonly DevelopmentMail[] => app.memory.developmentMails;

export function keepDevelopmentMail(app: App, mail: DevelopmentMail): void {
  const { developmentMails } = app.memory;
  developmentMails.push(mail);
  developmentMails.splice(0, developmentMails.length - MOST);
}
