import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { SMTPServer, SMTPServerDataStream, SMTPServerSession } from 'smtp-server';
import type { App } from '../../../app.ts';
import { ApiError } from '../../../kernel/errors.ts';
import { MAIL_LIMITS } from '../../../kernel/mail/reading/types.ts';
import type { TcpAddress } from '../../../kernel/settings/kinds.ts';
import { job } from '../../declare.ts';
import { mailBot } from './actions.ts';
import { proveSender } from './proof-checks.ts';
import { receiveMail } from './receive-jobs.ts';
import { createdPart, mailTarget } from './rules.ts';

const MOST_CONNECTIONS = 100;
const SOCKET_TIMEOUT = 60_000;

/** Opens the listener for mail if the operator has configured one, and closes it when the server stops. */
export const mailListening = job({
  name: 'mail listener',
  every: 1,
  async run(app, stopping) {
    const { mailListen } = app.config.choices;
    const state = app.memory.mailListening;
    if (mailListen === undefined || state.server || stopping?.aborted) return;
    try {
      state.server = await createListener(app);
      state.server.on('error', (error) => app.log.debug({ err: error }, 'a mail client failed'));
      await listen(state.server, mailListen.host, mailListen.port);
    } catch (error) {
      closeListener(app);
      reportFailure(app, listenFailure(mailListen, error as NodeJS.ErrnoException));
      return;
    }
    state.failure = undefined;
    state.port = (state.server.server.address() as AddressInfo).port;
    app.db.write(() => mailBot(app));
    app.log.info({ host: mailListen.host, port: state.port }, 'receiving mail by SMTP');
    stopping?.addEventListener('abort', () => closeListener(app));
  },
  next: ({ config }) => (config.choices.mailListen === undefined ? null : 0),
});

/** Closes the listener. Mails that are arriving are delivered again by their senders. */
function closeListener(app: App): void {
  const state = app.memory.mailListening;
  state.server?.close();
  state.server = undefined;
  state.port = undefined;
  app.memory.documentReader.stop();
}

function reportFailure(app: App, reason: string): void {
  const state = app.memory.mailListening;
  // It is tried again every second.
  if (state.failure !== reason) app.log.error({ reason }, 'mail cannot be received by SMTP');
  state.failure = reason;
}

/** Why the port cannot be opened, in words. */
function listenFailure({ host, port }: TcpAddress, { code, message }: NodeJS.ErrnoException): string {
  if (code === 'EADDRINUSE') return `Another program uses port ${port}. Choose another port with mail-listen`;
  if (code === 'EACCES') return `Port ${port} requires root. Choose a port above 1023 with mail-listen`;
  if (code === 'EADDRNOTAVAIL') return `${host} is no address of this machine. Correct mail-listen`;
  return message;
}

const listen = (server: SMTPServer, host: string, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    server.server.once('error', reject);
    server.listen(port, host, resolve);
  });

async function createListener(app: App): Promise<SMTPServer> {
  const { SMTPServer } = await import('smtp-server');
  const { tlsCert, tlsKey } = app.config.choices;
  const certificate = tlsCert && tlsKey ? { cert: await readFile(tlsCert), key: await readFile(tlsKey) } : undefined;
  return new SMTPServer({
    ...certificate,
    name: app.config.realmHost,
    banner: 'Klatch',
    size: MAIL_LIMITS.bytes,
    maxClients: MOST_CONNECTIONS,
    socketTimeout: SOCKET_TIMEOUT,
    closeTimeout: 1000,
    disabledCommands: ['AUTH', ...(certificate ? [] : ['STARTTLS'])],
    disableReverseLookup: true,
    onMailFrom: ({ address }, { remoteAddress }, done) =>
      done(limitError(app, () => takeLimits(app, remoteAddress, address))),
    onRcptTo: ({ address }, { envelope }, done) => {
      const created = createdPart(app, address);
      if (created === undefined || !mailTarget(app, created)) done(smtpError(550, '5.1.1 No such address'));
      else if (envelope.rcptTo.length >= MOST_RECIPIENTS) done(smtpError(452, '4.5.3 Too many recipients'));
      else done();
    },
    onData: (stream, session, done) => {
      receive(app, stream, session).then(
        (answer) => done(null, answer),
        (error: Error) => done('responseCode' in error ? error : failedError(app, error)),
      );
    },
  });
}

const MOST_RECIPIENTS = 5;

function takeLimits(app: App, ip: string, sender: string): void {
  app.limits.take('mail_by_ip', ip);
  if (sender !== '') app.limits.take('mail_by_sender', sender.toLowerCase());
}

/** The SMTP error of a limit that is reached; undefined: there is room. */
function limitError(app: App, take: () => void): Error | undefined {
  try {
    take();
    return undefined;
  } catch (error) {
    if (!(error instanceof ApiError)) return failedError(app, error as Error);
    return smtpError(451, '4.7.1 Too many mails, try again later');
  }
}

const smtpError = (responseCode: number, message: string): Error => Object.assign(new Error(message), { responseCode });

function failedError(app: App, error: Error): Error {
  app.log.error({ err: error }, 'a mail could not be received');
  return smtpError(451, '4.3.0 Try again later');
}

/** Receives a mail. Returns the answer to its client; throws an SMTP error if it is rejected. */
async function receive(app: App, stream: SMTPServerDataStream, session: SMTPServerSession): Promise<string> {
  const path = join(app.files.incoming, `mail-${randomBytes(16).toString('hex')}.eml`);
  try {
    await pipeline(stream, limitBytes, createWriteStream(path, { mode: 0o600 }));
    if (stream.sizeExceeded) throw smtpError(552, '5.3.4 The mail is too large');
    const { envelope, remoteAddress, hostNameAppearsAs } = session;
    const returnPath = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
    const delivery = { path, ip: remoteAddress, helo: hostNameAppearsAs || '', returnPath };
    const recipients = envelope.rcptTo.map(({ address }) => address);
    const decisions = await receiveMail(app, {
      path,
      recipients,
      describe: async (mail) => ({
        recipients,
        returnPath,
        proof: await proveSender(app, delivery, mail),
      }),
    });
    const rejected = decisions.find(({ result }) => result === 'rejected');
    if (rejected && decisions.every(({ result }) => result === 'rejected'))
      throw smtpError(550, `5.7.1 ${rejected.reason.replace(/\s+/g, ' ').replace(/[^ -~]/g, '?')}`);
    return 'Accepted';
  } finally {
    await rm(path, { force: true });
  }
}

/** Reads a mail that is too large to its end, because its sender waits for that, but does not store it. */
async function* limitBytes(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of source) {
    bytes += chunk.length;
    if (bytes <= MAIL_LIMITS.bytes) yield chunk;
  }
}
