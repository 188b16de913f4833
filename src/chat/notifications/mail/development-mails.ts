import type { App } from '../../../app.ts';
import type { Outgoing } from '../../../kernel/mail/transport.ts';
import type { MailKind } from './types.ts';

/** A mail that a throw-away server sent nowhere but to its developer. */
export interface Kept {
  id: number;
  kind: MailKind;
  outgoing: Outgoing;
}

const MOST = 200;
const kept = new WeakMap<App, Kept[]>();

export const keptMails = (app: App): readonly Kept[] => kept.get(app) ?? [];

export function keepForDevelopers(app: App, mail: Kept): void {
  kept.set(app, [...keptMails(app), mail].slice(-MOST));
}
