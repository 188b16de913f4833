import type { App } from '../../../app.ts';
import type { DevelopmentMail } from './types.ts';

const MOST = 200;

export const developmentMails = (app: App): readonly DevelopmentMail[] => app.memory.developmentMails;

export function keepDevelopmentMail(app: App, mail: DevelopmentMail): void {
  const { developmentMails } = app.memory;
  developmentMails.push(mail);
  developmentMails.splice(0, developmentMails.length - MOST);
}
