import { join } from 'node:path';
import type { CommandSession } from '../command-session.ts';
import { JsonLines } from './json-files.ts';
import type { ExportTarget } from './target.ts';

export interface PersonalRequest {
  session: Pick<CommandSession, 'run'>;
  who: string;
  target: ExportTarget;
  /** An empty folder for temporary files. */
  temporary: string;
}

/** Writes what is stored about one person: account.json, messages.jsonl, reactions.jsonl and their files. */
export async function writePersonal({ session, who, target, temporary }: PersonalRequest) {
  const first = await session.run('user-data', { who, after: null });
  const { account, after: _, ...data } = first;
  const files = 'files' in data ? data.files : [];
  for (const { path_id, file_key } of files) target.addUpload(`files/${path_id}`, file_key);
  const shown = { ...data, files: files.map(({ file_key: _key, ...file }) => file) };
  target.addText('account.json', `${JSON.stringify(shown, null, 2)}\n`);
  const messages = new JsonLines(join(temporary, 'messages.jsonl'));
  const reactions = new JsonLines(join(temporary, 'reactions.jsonl'));
  let count = 0;
  let after: number | null = first.after;
  while (after !== null) {
    const part = await session.run('user-data', { who, after });
    const own = ('messages' in part && part.messages) || [];
    messages.add('message', own);
    reactions.add('reaction', ('reactions' in part && part.reactions) || []);
    count += own.length;
    ({ after } = part);
  }
  messages.close();
  reactions.close();
  target.addFile('messages.jsonl', messages.path);
  target.addFile('reactions.jsonl', reactions.path);
  return { ...account, messages: count, files: files.length };
}
