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
import { beginAttempt, done, expire, failed, forgetMails } from './actions.ts';
import { compose } from './compose.ts';
import { keepDevelopmentMail } from './development-mails.ts';
import { sendsMail } from './rules.ts';
import type { Mail } from './types.ts';

/** Concurrent deliveries. */
const MOST = 3;
/** The connection closes after this many seconds without a mail. */
const IDLE = 30;

/** Of each server: its connection and the deliveries in progress. */
interface Delivering {
  transport: Promise<Transport> | undefined;
  /** The settings with which it was opened. */
  goesTo: string | undefined;
  busy: Map<number, Promise<void>>;
  lastUsed: number;
  /** The server is stopping: no new delivery begins. */
  over: boolean;
}
const delivering = new WeakMap<App, Delivering>();

/** Delivers due mails. Mails that were not delivered before a stop are delivered after the next start. */
export const deliveries = job({
  name: 'mail',
  every: 1,
  async run(app) {
    while (await deliverSome(app));
  },
});

/** Delivers as many mails as may run concurrently. Returns whether there were any. */
async function deliverSome(app: App): Promise<boolean> {
  const state = stateOf(app);
  if (state.over || !sendsMail(app)) return false;
  const now = seconds(app.clock);
  const due = app.mail.due(now).filter(({ id }) => !state.busy.has(id));
  const begun = due.slice(0, Math.max(0, MOST - state.busy.size)).map((mail) => {
    const work = deliver(app, state, mail).finally(() => state.busy.delete(mail.id));
    state.busy.set(mail.id, work);
    return work;
  });
  if (begun.length > 0) state.lastUsed = now;
  else if (state.busy.size === 0 && now - state.lastUsed > IDLE) letGo(state);
  await Promise.all(begun);
  return begun.length > 0;
}

export const forgetting = job({ name: 'old mails', every: 3600, run: forgetMails });

/** Delivers one mail now, without later attempts. Returns the reason of a failure. */
export async function deliverNow(app: App, id: number): Promise<string | undefined> {
  const state = stateOf(app);
  const mail = app.mail.byId(id)!;
  const work = deliver(app, state, mail).finally(() => state.busy.delete(id));
  state.busy.set(id, work);
  await work;
  const left = app.mail.byId(id);
  if (left) done(app, left);
  return left?.reason ?? undefined;
}

/** Waits for deliveries in progress, for at most this long (ms), when the server stops. */
export async function waitForDeliveries(app: App, patience: number): Promise<void> {
  const state = stateOf(app);
  state.over = true;
  await Promise.race([
    Promise.allSettled(state.busy.values()),
    new Promise((late) => setTimeout(late, patience).unref()),
  ]);
  letGo(state);
}

async function deliver(app: App, state: Delivering, mail: Mail): Promise<void> {
  if (mail.expires <= seconds(app.clock)) return expire(app, mail);
  beginAttempt(app, mail);
  // Stored before the mail server is contacted, so that a crash does not repeat the attempt at once.
  await app.db.committed();
  const { id, kind } = mail;
  let outgoing: Outgoing | undefined;
  try {
    outgoing = compose(app, mail);
    if (!outgoing) return done(app, mail);
    await (await transportOf(app, state)).send(outgoing);
  } catch (error) {
    if (!(error instanceof MailRejected)) {
      app.log.error({ err: error, mail: id, kind }, 'a mail failed');
      letGo(state);
    }
    const { forGood, message } =
      error instanceof MailRejected ? error : { forGood: false, message: (error as Error).message };
    app.log.warn({ mail: id, kind, attempt: mail.attempts + 1, reason: message }, 'a mail was not taken');
    return failed(app, mail, message, forGood);
  }
  keep(app, mail, outgoing);
  done(app, mail);
  app.log.info({ mail: id, kind }, 'mail sent');
  await app.db.committed();
}

const keep = (app: App, { id, kind }: Mail, outgoing: Outgoing): void => {
  if (app.config.development) keepDevelopmentMail(app, { id, kind, outgoing });
};

function stateOf(app: App): Delivering {
  let state = delivering.get(app);
  if (!state)
    delivering.set(
      app,
      (state = { transport: undefined, goesTo: undefined, busy: new Map(), lastUsed: 0, over: false }),
    );
  return state;
}

function letGo(state: Delivering): void {
  state.transport?.then((transport) => transport.close()).catch(() => {});
  state.transport = undefined;
}

/** The current transport: the operator may have changed the settings. */
function transportOf({ config }: App, state: Delivering): Promise<Transport> {
  const { outbox, smtpUrl } = config.choices;
  const goesTo = outbox ?? smtpUrl!;
  if (state.goesTo !== goesTo) letGo(state);
  state.goesTo = goesTo;
  state.transport ??= outbox === undefined ? smtpTransport(goesTo) : fileTransport(outbox);
  return state.transport;
}
