import type { App } from '../../app.ts';
import { seconds } from '../../kernel/clock.ts';

/** Puts an e-mail where it waits to be delivered; it goes nowhere if the work it belongs to is undone. Only inside `db.write`. */
export function sendMail(app: App, recipient: string, subject: string, body: string): void {
  app.mail.add(recipient, subject, body, seconds(app.clock));
}
