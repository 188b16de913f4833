import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { ImapFlow, MailboxObject } from 'imapflow';
import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { unreachable } from '../../../kernel/http/failure-reason.ts';
import { MAIL_LIMITS } from '../../../kernel/mail/reading/types.ts';
import { job } from '../../declare.ts';
import { mailBot, rememberMail } from './actions.ts';
import { receiveMail } from './receive-jobs.ts';
import { proofInResults } from './results-rules.ts';
import { getAccessToken } from './token-client.ts';

/** The flag of mails that were read. Unlike a stored UID, it stays valid when the UIDs of a mailbox change. */
const READ_FLAG = '$KlatchRead';
/** Mails that are looked for at once. */
const AT_ONCE = 100;
/** The mailbox is searched at least this often, because some servers announce no new mail. ms. */
const SEARCH_INTERVAL = 60_000;
/** Pauses between attempts to connect, ms; the last one repeats. */
const PAUSES = [1000, 5000, 15_000, 60_000, 300_000];

/** Reads the mailbox of the operator, if there is one, until the server stops. It connects again after failures. */
export const mailboxReading = job({
  name: 'mailbox',
  every: 1,
  run(app, stopping) {
    const state = app.memory.mailbox;
    const { mailImapUrl } = app.config.choices;
    if (mailImapUrl === undefined || state.isReading || stopping?.aborted || app.clock.now() < state.nextAttempt)
      return;
    state.isReading = true;
    void readMailbox(app, stopping)
      .then(
        () => undefined,
        (error: MailboxError) => reportFailure(app, error),
      )
      .finally(() => {
        const pause = PAUSES[Math.min(state.failures, PAUSES.length - 1)]!;
        state.failures += 1;
        state.nextAttempt = app.clock.now() + pause;
        state.isReading = false;
      });
  },
  next: ({ config }) => (config.choices.mailImapUrl === undefined ? null : 0),
});

function reportFailure(app: App, error: MailboxError): void {
  const state = app.memory.mailbox;
  const reason = error.responseText ?? error.message;
  if (state.failure !== reason) app.log.error({ reason }, 'the mailbox cannot be read');
  state.failure = reason;
}

/** Connects to the mailbox and opens it, whether it is read or not, and remembers what came of it. Does not throw. */
export async function checkMailbox(app: App): Promise<void> {
  const state = app.memory.mailbox;
  let client: ImapFlow | undefined;
  try {
    client = await createClient(app);
    await openMailbox(app, client);
    rememberSuccess(app);
    // If it is not read at the moment, it is read now.
    state.failures = 0;
    state.nextAttempt = 0;
  } catch (error) {
    reportFailure(app, error as MailboxError);
  } finally {
    client?.close();
  }
}

function rememberSuccess({ memory: { mailbox }, clock }: App): void {
  mailbox.failure = undefined;
  mailbox.lastSuccess = seconds(clock);
}

/** Reads a mailbox until the connection ends. */
async function readMailbox(app: App, stopping: AbortSignal | undefined): Promise<void> {
  const state = app.memory.mailbox;
  const client = await createClient(app);
  const close = () => client.close();
  stopping?.addEventListener('abort', close);
  try {
    const { permanentFlags } = await openMailbox(app, client);
    // Not every server stores flags of its clients.
    const flag = permanentFlags?.has('\\*') || permanentFlags?.has(READ_FLAG) ? READ_FLAG : '\\Seen';
    if (app.config.choices.mailImapAfter === 'move') await ensureFolder(client, app.config.choices.mailImapFolder);
    app.db.write(() => mailBot(app));
    rememberSuccess(app);
    state.failures = 0;
    /** The UIDs of mails that failed. They are tried again with the next connection, so that others can be read. */
    const failed = new Set<number>();
    while (client.usable && !stopping?.aborted) {
      const news = waitForNews(client);
      const hasMore = await readSome(app, client, { flag, failed });
      rememberSuccess(app);
      state.stuck = failed.size;
      if (!hasMore) await news;
    }
  } finally {
    stopping?.removeEventListener('abort', close);
    client.close();
  }
}

interface MailboxError extends Error {
  authenticationFailed?: boolean;
  /** What the mail server answered. */
  responseText?: string;
}

/** Connects, and opens the folder. Throws an error that says in words what the mail server rejects, and what to do. */
async function openMailbox(app: App, client: ImapFlow): Promise<MailboxObject> {
  const { mailImapUrl: url, mailImapOauth } = app.config.choices;
  const { host, pathname } = new URL(url!);
  await client.connect().catch((error: MailboxError) => {
    if (!error.authenticationFailed) throw new Error(unreachable(url!, error));
    app.memory.mailbox.access = undefined;
    const answer = error.responseText ?? error.message;
    if (mailImapOauth === undefined)
      throw new Error(`${host} rejects the user or password of mail-imap-url: ${answer}`);
    throw new Error(
      `${host} rejects the access token (“${answer}”). Check the user of mail-imap-url, the scope of the refresh ` +
        'token, and that the mailbox allows IMAP',
    );
  });
  const folder = decodeURIComponent(pathname.slice(1)) || 'INBOX';
  return client.mailboxOpen(folder).catch((error: MailboxError) => {
    throw new Error(`${host} does not open the folder ${folder}: ${error.responseText ?? error.message}`);
  });
}

/** Returns a client that is not connected. With OAuth, it has an access token instead of the password in the URL. */
async function createClient(app: App): Promise<ImapFlow> {
  const accessToken = await getAccessToken(app);
  const { ImapFlow } = await import('imapflow');
  const { protocol, hostname, port, username, password } = new URL(app.config.choices.mailImapUrl!);
  const isSecure = protocol === 'imaps:';
  const isHere = /^(localhost|127\.|\[::1\])/.test(hostname);
  const client = new ImapFlow({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (isSecure ? 993 : 143) : Number(port),
    secure: isSecure,
    // A password leaves this machine only encrypted.
    ...(!isSecure && !isHere && { doSTARTTLS: true }),
    ...(isHere && { tls: { rejectUnauthorized: false } }),
    auth: {
      user: decodeURIComponent(username),
      ...(accessToken === undefined ? { pass: decodeURIComponent(password) } : { accessToken }),
    },
    logger: false,
    connectionTimeout: 15_000,
    greetingTimeout: 15_000,
    socketTimeout: 5 * 60_000,
    maxIdleTime: SEARCH_INTERVAL,
  });
  // Failures of a command are thrown where it was sent; without a listener, they would end the process.
  client.on('error', (error) => app.log.debug({ err: error }, 'the connection to the mailbox failed'));
  return client;
}

async function ensureFolder(client: ImapFlow, folder: string): Promise<void> {
  const folders = await client.list();
  if (!folders.some(({ path }) => path === folder)) await client.mailboxCreate(folder);
}

/** Resolves when new mail is announced, after some time, and when the connection ends. */
function waitForNews(client: ImapFlow): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, SEARCH_INTERVAL);
    timer.unref();
    client.once('exists', done);
    client.once('close', done);
    function done() {
      clearTimeout(timer);
      client.off('exists', done);
      client.off('close', done);
      resolve();
    }
  });
}

/** The library has words of its own for a connection that ended during a command. */
const connectionClosed = ({ config }: App): Error =>
  new Error(unreachable(config.choices.mailImapUrl!, Object.assign(new Error('closed'), { code: 'ECONNRESET' })));

interface Progress {
  flag: string;
  failed: Set<number>;
}

/** Receives mails that were not read yet. Returns whether there were any; otherwise the server announces new ones. */
async function readSome(app: App, client: ImapFlow, { flag, failed }: Progress): Promise<boolean> {
  const query = flag === READ_FLAG ? { unKeyword: flag } : { seen: false };
  const all = await client.search({ ...query, deleted: false }, { uid: true }).catch((error) => {
    throw client.usable ? error : connectionClosed(app);
  });
  const found = (all || []).filter((uid) => !failed.has(uid));
  for (const uid of found.slice(0, AT_ONCE)) {
    try {
      await readOne(app, client, { uid, flag });
    } catch (error) {
      if (!client.usable) throw connectionClosed(app);
      app.log.error({ err: error }, 'a mail in the mailbox could not be received');
      failed.add(uid);
      app.memory.mailbox.stuckReason = (error as Error).message;
    }
  }
  if (found.length > 0) return true;
  client.idle().catch(() => {});
  return false;
}

/**
 * Receives a mail, and marks it only afterwards. If the connection ends in between, the mail is read again, and is
 * recognized by its Message-ID.
 */
async function readOne(app: App, client: ImapFlow, { uid, flag }: { uid: number; flag: string }): Promise<void> {
  const path = join(app.files.incoming, `mail-${randomBytes(16).toString('hex')}.eml`);
  const { mailAuthServer, mailImapAfter, mailImapFolder } = app.config.choices;
  try {
    const message = await client.fetchOne(String(uid), { size: true }, { uid: true });
    if (!message) return;
    if ((message.size ?? 0) > MAIL_LIMITS.bytes) {
      const reason = `The mail is larger than ${MAIL_LIMITS.bytes / 2 ** 20} MiB`;
      rememberMail(app, undefined, { result: 'rejected', reason, address: '' });
    } else {
      const { content } = await client.download(String(uid), undefined, { uid: true });
      if (!content) return;
      await pipeline(content, createWriteStream(path, { mode: 0o600 }));
      await receiveMail(app, { path, describe: (mail) => ({ proof: proofInResults(mail, mailAuthServer) }) });
    }
    if (mailImapAfter === 'delete') await client.messageDelete(String(uid), { uid: true });
    else if (mailImapAfter === 'move') await client.messageMove(String(uid), mailImapFolder, { uid: true });
    else await client.messageFlagsAdd(String(uid), [flag], { uid: true });
  } finally {
    await rm(path, { force: true });
  }
}
