import { dirname, resolve } from 'node:path';
import type { ExportType } from '../../chat/organization/exports/types.ts';
import { makeTemporary } from '../../kernel/files/temporary.ts';
import { EXIT, Failure } from '../../kernel/terminal/failure.ts';
import { printLine } from '../../kernel/terminal/output.ts';
import { counted } from '../../kernel/terminal/progress.ts';
import { type CommandOptions, dataFolder, hasDatabase } from '../../server/configuration.ts';
import { storageOf } from '../../server/file-storage.ts';
import { openCommandSession } from '../connection/command-session.ts';
import { writeOrganization } from './organization.ts';
import { writePersonal } from './personal.ts';
import { ExportTarget } from './target.ts';

interface Wanted extends CommandOptions {
  format: 'zulip' | 'json';
  public?: boolean;
  withConsent?: boolean;
  full?: boolean;
}

/** Exports the organization into an archive. */
export async function exportOrganization(file: string, options: Wanted): Promise<void> {
  const path = resolve(file);
  const type = typeOf(options);
  const counts = await writingTo(path, options, (session, target, temporary) =>
    writeOrganization({ session, type, format: options.format, target, temporary }),
  );
  const words = `${counted(counts.messages, 'message')} and ${counted(counts.files, 'file')} are in ${path}.`;
  printLine(options, { file: path, type, format: options.format, ...counts }, words);
}

function typeOf(options: Wanted): ExportType {
  if (options.full) return 'full_without_consent';
  return options.public ? 'public' : 'full_with_consent';
}

/** Exports what is stored about one person. */
export async function exportUser(who: string, file: string, options: CommandOptions): Promise<void> {
  const path = resolve(file);
  const done = await writingTo(path, options, (session, target, temporary) =>
    writePersonal({ session, who, target, temporary }),
  );
  const what = `${counted(done.messages, 'message')} and ${counted(done.files, 'file')}`;
  printLine(options, { file: path, ...done }, `The account ${done.email}, ${what} are in ${path}.`);
}

type Session = Awaited<ReturnType<typeof openCommandSession>>;

/** Runs `work` with an open session. If it fails, nothing is left of the archive. */
async function writingTo<T>(
  path: string,
  options: CommandOptions,
  work: (session: Session, target: ExportTarget, temporary: string) => Promise<T>,
): Promise<T> {
  const dataDir = dataFolder(options.data);
  if (!hasDatabase(dataDir)) throw new Failure(EXIT.notFound, `There is no database in ${dataDir}`);
  const session = await openCommandSession(options);
  let target: ExportTarget | undefined;
  try {
    const storage = await storageOf(options);
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
