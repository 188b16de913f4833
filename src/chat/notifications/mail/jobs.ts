import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import {
  fileTransport,
  MailRejected,
  type Outgoing,
  smtpTransport,
  type Transport,
} from '../../../kernel/mail/transport.ts';
import { job } from '../../declare.ts';
import type { User } from '../../people/users/types.ts';
import { beginAttempt, done, expire, forgetMails, recordFailed, recordSent, sendMail } from './actions.ts';
import { compose } from './compose-actions.ts';
import { keepDevelopmentMail } from './development-endpoints.ts';
import type { MailDelivery } from './memory.ts';
import { requireMailServer, sendsMail } from './rules.ts';
import { mailTexts } from './texts.ts';
import type { Mail } from './types.ts';

/** Concurrent deliveries. */
const MOST = 3;
/** The connection closes after this many seconds without a mail. */
const IDLE = 30;

/** Delivers due mails. Mails that were not delivered before a stop are delivered after the next start. */
export const deliveries = job({
  name: 'mail',
  every: 1,
  async run(app) {
    while (await deliverSome(app));
  },
  next: (app) => app.mail.nextDue(),
});

/** Delivers as many mails as may run concurrently. Returns whether there were any. */
async function deliverSome(app: App): Promise<boolean> {
  const state = app.memory.mailDelivery;
  if (state.isStopping || !sendsMail(app)) return false;
  const now = seconds(app.clock);
  const due = app.mail.due(now).filter(({ id }) => !state.running.has(id));
  const begun = due.slice(0, Math.max(0, MOST - state.running.size)).map((mail) => {
    const work = deliver(app, state, mail).finally(() => state.running.delete(mail.id));
    state.running.set(mail.id, work);
    return work;
  });
  if (begun.length > 0) state.lastUsed = now;
  else if (state.running.size === 0 && now - state.lastUsed > IDLE) closeTransport(state);
  await Promise.all(begun);
  return begun.length > 0;
}

export const deletingOldMails = job({ name: 'old mails', every: 3600, run: forgetMails });

/** Delivers one mail now, without later attempts. Returns the reason of a failure. */
async function deliverNow(app: App, id: number): Promise<string | undefined> {
  const state = app.memory.mailDelivery;
  const mail = app.mail.byId(id)!;
  const work = deliver(app, state, mail).finally(() => state.running.delete(id));
  state.running.set(id, work);
  await work;
  // A command without a server ends with it.
  if (state.running.size === 0) closeTransport(state);
  const left = app.mail.byId(id);
  if (left) done(app, left);
  return left?.reason ?? undefined;
}

/**
 * Sends a test to an address or a user, and waits for the mail server. Returns why it was not accepted. Throws
 * BAD_REQUEST without a mail server.
 */
export async function testMail(app: App, to: string | User): Promise<string | undefined> {
  requireMailServer(app);
  const values = { organization: app.realm.get('name'), url: app.config.url };
  const texts = typeof to === 'string' ? mailTexts(app) : mailTexts(app, to);
  const { id } = app.db.write(() => sendMail(app, { to, kind: 'test', lasts: 600 }, texts.test(values)));
  return deliverNow(app, id);
}

/** Waits for deliveries in progress, for at most this long (ms), when the server stops. */
export async function waitForDeliveries(app: App, timeout: number): Promise<void> {
  const state = app.memory.mailDelivery;
  state.isStopping = true;
  await Promise.race([
    Promise.allSettled(state.running.values()),
    new Promise((late) => setTimeout(late, timeout).unref()),
  ]);
  closeTransport(state);
}

async function deliver(app: App, state: MailDelivery, mail: Mail): Promise<void> {
  if (mail.expires <= seconds(app.clock)) return expire(app, mail);
  beginAttempt(app, mail);
  // Stored before the mail server is contacted, so that a crash does not repeat the attempt at once.
  await app.db.committed();
  const { id, kind } = mail;
  let outgoing: Outgoing | undefined;
  try {
    outgoing = compose(app, mail);
    if (!outgoing) return done(app, mail);
    await (await getTransport(app, state)).send(outgoing);
  } catch (error) {
    if (!(error instanceof MailRejected)) {
      app.log.error({ err: error, mail: id, kind }, 'a mail failed');
      closeTransport(state);
    }
    const { forGood, message } =
      error instanceof MailRejected ? error : { forGood: false, message: (error as Error).message };
    app.log.warn({ mail: id, kind, attempt: mail.attempts + 1, reason: message }, 'a mail could not be delivered');
    state.last = { time: seconds(app.clock), reason: message };
    return recordFailed(app, mail, message, forGood);
  }
  state.last = { time: seconds(app.clock) };
  keep(app, mail, outgoing);
  recordSent(app, mail);
  app.log.info({ mail: id, kind }, 'mail sent');
  await app.db.committed();
}

const keep = (app: App, { id, kind }: Mail, outgoing: Outgoing): void => {
  if (app.config.development) keepDevelopmentMail(app, { id, kind, outgoing });
};

function closeTransport(state: MailDelivery): void {
  state.transport?.then((transport) => transport.close()).catch(() => {});
  state.transport = undefined;
}

/** The current transport: the operator may have changed the settings. */
function getTransport({ config }: App, state: MailDelivery): Promise<Transport> {
  const { outbox, smtpUrl } = config.choices;
  const target = outbox ?? smtpUrl!;
  if (state.target !== target) closeTransport(state);
  state.target = target;
  state.transport ??= outbox === undefined ? smtpTransport(target, config.realmHost) : fileTransport(outbox);
  return state.transport;
}
