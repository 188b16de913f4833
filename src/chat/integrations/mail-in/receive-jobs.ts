import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { App } from '../../../app.ts';
import { ApiError } from '../../../kernel/errors.ts';
import type { MailFile, ReadMail } from '../../../kernel/mail/reading/types.ts';
import { requireSpace } from '../../files/attachments/rules.ts';
import type { StoredFile } from '../../files/attachments/upload-actions.ts';
import { addFile, keepFile } from '../../files/attachments/upload-endpoints.ts';
import { mailBot, postMail, rememberMail } from './actions.ts';
import { placeFiles } from './content-rules.ts';
import { decideAll, decideFor } from './decision-rules.ts';
import type { Envelope, MailDecision } from './types.ts';

/** A mail in a file of this machine. Who proves its sender needs its content, so it is asked after reading. */
export interface ArrivedMail {
  path: string;
  /** The addresses it was delivered to, if they are known before it is read. */
  recipients?: readonly string[] | undefined;
  describe(mail: ReadMail): Envelope | Promise<Envelope>;
}

/**
 * Reads a mail and decides what to do with it, without doing it. `use` gets the mail while its files exist. Returns
 * what `use` returns, or that the mail cannot be read.
 */
async function withMail<T>(
  app: App,
  { path, recipients, describe }: ArrivedMail,
  use: (mail: ReadMail, envelope: Envelope) => Promise<T[]>,
): Promise<T[] | MailDecision[]> {
  const folder = join(app.files.incoming, `mail-${randomBytes(16).toString('hex')}`);
  await mkdir(folder, { mode: 0o700 });
  try {
    const task = { path, folder, prefersHtml: await prefersHtml(path, recipients) };
    const answer = await app.memory.documentReader.read('mail', task);
    if ('rejected' in answer) return [{ result: 'rejected', reason: answer.rejected, address: '' }];
    return await use(answer.read, await describe(answer.read));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const PREFERRING = /[.+]prefer-html[.+@]/i;

/** Whether an address of a mail asks for its HTML. If they are not known, the beginning of its headers is searched. */
async function prefersHtml(path: string, recipients: readonly string[] | undefined): Promise<boolean> {
  if (recipients) return recipients.some((address) => PREFERRING.test(address));
  const start: Buffer[] = [];
  for await (const chunk of createReadStream(path, { end: SEARCHED })) start.push(chunk as Buffer);
  return PREFERRING.test(Buffer.concat(start).toString('latin1'));
}
const SEARCHED = 16 * 1024;

/** Returns what would be done with a mail. */
export const simulateMail = (app: App, arrived: ArrivedMail): Promise<MailDecision[]> =>
  withMail(app, arrived, async (mail, envelope) => decideAll(app, mail, envelope));

/** Posts a mail, or drops or rejects it, and remembers the result. It does not throw for mails of any kind. */
export async function receiveMail(app: App, arrived: ArrivedMail): Promise<MailDecision[]> {
  let isRead = false;
  const decisions = await withMail(app, arrived, async (mail, envelope) => {
    isRead = true;
    const done: MailDecision[] = [];
    for (const decision of decideAll(app, mail, envelope))
      done.push(decision.result === 'posted' ? await post(app, mail, envelope, decision) : refuse(app, mail, decision));
    return done;
  });
  if (!isRead) decisions.forEach((decision) => refuse(app, undefined, decision));
  await app.db.committed();
  return decisions;
}

function refuse(app: App, mail: ReadMail | undefined, decision: MailDecision): MailDecision {
  rememberMail(app, mail, decision);
  return decision;
}

async function post(app: App, mail: ReadMail, envelope: Envelope, { address }: MailDecision): Promise<MailDecision> {
  const files: UploadedFile[] = [];
  try {
    for await (const file of storeFiles(app, mail.files)) files.push(file);
    // Permissions may have changed while the files were stored, and the mail may have been delivered twice.
    const decision = decideFor(app, mail, envelope, address);
    if (decision.result !== 'posted') {
      deleteFiles(app, files);
      return refuse(app, mail, decision);
    }
    app.db.write(() => {
      const owner = decision.author ?? mailBot(app);
      const placed = files.map(({ stored, contentId }) => {
        const { path_id, file_name } = addFile(app, owner, stored);
        return { name: file_name, contentId, url: `/user_uploads/${path_id}` };
      });
      rememberMail(app, mail, decision, postMail(app, decision, placeFiles(decision.content!, placed)));
    });
    return decision;
  } catch (error) {
    deleteFiles(app, files);
    if (!(error instanceof ApiError)) throw error;
    return refuse(app, mail, { result: 'rejected', reason: error.message, address });
  }
}

interface UploadedFile {
  stored: StoredFile;
  contentId: string | undefined;
}

function deleteFiles(app: App, files: readonly UploadedFile[]): void {
  for (const { stored } of files) app.files.remove(stored.file_key);
}

/** Stores the files of a mail. Files that are larger than an upload may be are left out. */
async function* storeFiles(app: App, files: readonly MailFile[]): AsyncGenerator<UploadedFile> {
  const most = app.config.choices.maxUploadMib * 2 ** 20;
  for (const { path, name, size, contentId } of files.filter((file) => file.size <= most)) {
    requireSpace(app, size);
    // A mail to two addresses is posted twice, each time with files of its own.
    const copy = join(app.files.incoming, randomBytes(16).toString('hex'));
    await copyFile(path, copy);
    yield { stored: await keepFile(app, { path: copy, name, size }), contentId };
  }
}
