import { writePersonalArchive } from '../../chat/organization/exports/personal-batches.ts';
import type { CommandSession } from '../../operations/session.ts';
import type { ExportTarget } from './target.ts';

export interface PersonalRequest {
  session: Pick<CommandSession, 'run'>;
  user: string;
  target: ExportTarget;
  /** An empty folder for temporary files. */
  temporary: string;
}

/** Writes what is stored about one person: account.json, messages.jsonl, reactions.jsonl and their files. */
export async function writePersonal({ session, user, target, temporary }: PersonalRequest) {
  let account: Awaited<ReturnType<typeof readPart>>['account'] | undefined;
  const readPart = (after: number | null) => session.run('user-data', { user, after });
  const counts = await writePersonalArchive({
    archive: target,
    temporary,
    async read(after) {
      const { account: owner, ...part } = await readPart(after);
      account ??= owner;
      return part;
    },
  });
  return { ...account!, ...counts };
}
