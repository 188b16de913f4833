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

/** Delivered at the same time. */
const MOST = 3;
/** Seconds without a mail after which the connection is let go. */
const IDLE = 30;

/** Of each server: where mail goes, and what is under way. */
interface Delivering {
  transport: Promise<Transport> | undefined;
  /** What the operator said when it was opened. */
  goesTo: string | undefined;
  busy: Map<number, Promise<void>>;
  lastUsed: number;
  /** The server stops: nothing more is begun. */
  over: boolean;
}
const delivering = new WeakMap<App, Delivering>();

/** Delivers what is due; what was not delivered when the server stopped is delivered by the next. */
export const deliveries = job({
  name: 'mail',
  every: 1,
  async run(app) {
    while (await deliverSome(app));
  },
});

/** Delivers as many as may be under way at once; whether there were any. */
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

/** Delivers one mail now and, if it was not taken, never again; why it was not. */
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

/** Lets what is under way come to its end, but not for longer than this (ms): a server that stops. */
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
  // On disk before the other side hears of it: whatever happens now, it is not tried again at once.
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

/** Where mail goes now: the operator may have said so anew. */
function transportOf({ config }: App, state: Delivering): Promise<Transport> {
  const { outbox, smtpUrl } = config.choices;
  const goesTo = outbox ?? smtpUrl!;
  if (state.goesTo !== goesTo) letGo(state);
  state.goesTo = goesTo;
  state.transport ??= outbox === undefined ? smtpTransport(goesTo) : fileTransport(outbox);
  return state.transport;
}
