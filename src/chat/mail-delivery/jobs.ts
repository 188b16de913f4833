import type { App } from '../../app.ts';
import { seconds } from '../../kernel/clock.ts';
import { job } from '../../kernel/jobs.ts';
import { fileTransport, NotTaken, type Outgoing, smtpTransport, type Transport } from '../../kernel/mail/transport.ts';
import { beginAttempt, done, expire, failed, forgetMails } from '../mail/actions.ts';
import { sendsMail } from '../mail/rules.ts';
import type { Mail } from '../mail/types.ts';
import { compose } from './compose.ts';
import { keepForDevelopers } from './kept.ts';

/** Delivered at the same time. */
const MOST = 3;
/** Seconds without a mail after which the connection is let go. */
const IDLE = 30;

/** Of each server: where mail goes, and what is under way. */
interface Delivering {
  transport: Promise<Transport> | undefined;
  busy: Map<number, Promise<void>>;
  lastUsed: number;
}
const delivering = new WeakMap<App, Delivering>();

/** Delivers what is due; what was not delivered when the server stopped is delivered by the next. */
export const deliveries = job({
  name: 'mail',
  every: 1,
  async run(app) {
    if (!sendsMail(app)) return;
    const state = stateOf(app);
    const now = seconds(app.clock);
    const due = app.mail.due(now).filter(({ id }) => !state.busy.has(id));
    const begun = due.slice(0, Math.max(0, MOST - state.busy.size)).map((mail) => {
      const work = deliver(app, state, mail).finally(() => state.busy.delete(mail.id));
      state.busy.set(mail.id, work);
      return work;
    });
    if (begun.length > 0) state.lastUsed = now;
    else if (state.busy.size === 0 && state.transport && now - state.lastUsed > IDLE) letGo(state);
    await Promise.all(begun);
  },
});

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
export async function finishDeliveries(app: App, patience: number): Promise<void> {
  const state = delivering.get(app);
  if (!state) return;
  await Promise.race([Promise.allSettled(state.busy.values()), new Promise((late) => setTimeout(late, patience).unref())]);
  letGo(state);
}

async function deliver(app: App, state: Delivering, mail: Mail): Promise<void> {
  if (mail.expires <= seconds(app.clock)) return expire(app, mail);
  beginAttempt(app, mail);
  // On disk before the other side hears of it: whatever happens now, it is not tried again at once.
  await app.db.settled();
  const { id, kind } = mail;
  let outgoing: Outgoing | undefined;
  try {
    outgoing = compose(app, mail);
    if (!outgoing) return done(app, mail);
    state.transport ??= transportOf(app);
    await (await state.transport).send(outgoing);
  } catch (error) {
    if (!(error instanceof NotTaken)) {
      app.log.error({ err: error, mail: id, kind }, 'a mail failed');
      letGo(state);
    }
    const { forGood, message } = error instanceof NotTaken ? error : { forGood: false, message: (error as Error).message };
    app.log.warn({ mail: id, kind, attempt: mail.attempts + 1, reason: message }, 'a mail was not taken');
    return failed(app, mail, message, forGood);
  }
  keep(app, mail, outgoing);
  done(app, mail);
  app.log.info({ mail: id, kind }, 'mail sent');
  await app.db.settled();
}

const keep = (app: App, { id, kind }: Mail, outgoing: Outgoing): void => {
  if (app.config.development) keepForDevelopers(app, { id, kind, outgoing });
};

function stateOf(app: App): Delivering {
  let state = delivering.get(app);
  if (!state) delivering.set(app, (state = { transport: undefined, busy: new Map(), lastUsed: 0 }));
  return state;
}

function letGo(state: Delivering): void {
  state.transport?.then((transport) => transport.close()).catch(() => {});
  state.transport = undefined;
}

const transportOf = ({ config: { choices } }: App): Promise<Transport> =>
  choices.outbox === undefined ? smtpTransport(choices.smtpUrl!) : fileTransport(choices.outbox);
