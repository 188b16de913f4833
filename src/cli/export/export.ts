import { dirname, resolve } from 'node:path';
import { Type } from 'typebox';
import type { ExportFormat, ExportType } from '../../chat/organization/exports/types.ts';
import { makeTemporary } from '../../kernel/files/temporary.ts';
import { Maybe, OneOf } from '../../kernel/http/schema.ts';
import { EXIT, Failure } from '../../kernel/terminal/failure.ts';
import { say } from '../../kernel/terminal/output.ts';
import { countWords } from '../../kernel/terminal/progress.ts';
import { Account } from '../../operations/accounts.ts';
import { type CommandOptions, dataFolder, hasDatabase } from '../../server/configuration.ts';
import { openFileStorage } from '../../server/file-storage.ts';
import { openCommandSession } from '../connection/command-session.ts';
import { work } from '../declaration/command.ts';
import { writeOrganization } from './organization.ts';
import { writePersonal } from './personal.ts';
import { ExportTarget } from './target.ts';

interface OrganizationOptions extends CommandOptions {
  file: string;
  format: ExportFormat;
  public?: boolean | undefined;
  full?: boolean | undefined;
}

const COUNTS = { file: Type.String(), messages: Type.Integer(), files: Type.Integer() };

/** Exports the organization into an archive. */
export const exportOrganization = work({
  result: Type.Object({
    ...COUNTS,
    type: OneOf('public', 'full_with_consent', 'full_without_consent'),
    format: OneOf('zulip', 'json'),
  }),
  async run({ file: name, format, ...options }: OrganizationOptions) {
    const file = resolve(name);
    const type = chooseType(options);
    const counts = await writeArchive(file, options, (session, target, temporary) =>
      writeOrganization({ session, type, format, target, temporary }),
    );
    return { file, type, format, ...counts };
  },
  print: ({ file, messages, files }) =>
    say(`${countWords(messages, 'message')} and ${countWords(files, 'file')} are in ${file}.`),
});

function chooseType(options: Pick<OrganizationOptions, 'full' | 'public'>): ExportType {
  if (options.full) return 'full_without_consent';
  return options.public ? 'public' : 'full_with_consent';
}

interface UserOptions extends CommandOptions {
  user: string;
  file: string;
}

/** Exports what is stored about one person. */
export const exportUser = work({
  result: Type.Object({ ...Account.properties, ...COUNTS, reactions: Maybe(Type.Integer()) }),
  async run({ user, file: name, ...options }: UserOptions) {
    const file = resolve(name);
    const done = await writeArchive(file, options, (session, target, temporary) =>
      writePersonal({ session, user, target, temporary }),
    );
    return { file, ...done };
  },
  print: ({ file, email, messages, files }) =>
    say(`The account ${email}, ${countWords(messages, 'message')} and ${countWords(files, 'file')} are in ${file}.`),
});

type Session = Awaited<ReturnType<typeof openCommandSession>>;

/** Runs `work` with an open session. If it fails, nothing is left of the archive. */
async function writeArchive<T>(
  path: string,
  options: CommandOptions,
  work: (session: Session, target: ExportTarget, temporary: string) => Promise<T>,
): Promise<T> {
  const dataDir = dataFolder(options.data);
  if (!hasDatabase(dataDir)) throw new Failure(EXIT.notFound, `There is no database in ${dataDir}`);
  const session = await openCommandSession(options);
  let target: ExportTarget | undefined;
  try {
    const storage = await openFileStorage(options);
    const temporary = makeTemporary(dirname(path), 'export');
    target = new ExportTarget(path, storage);
    const result = await work(session, target, temporary);
    await target.finish();
    return result;
  } catch (error) {
    target?.discard();
    throw error;
  } finally {
    await session.close();
  }
}
