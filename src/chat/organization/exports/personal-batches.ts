import { join } from 'node:path';
import { JsonLines } from '../../../kernel/files/json-files.ts';
import type { ZipArchive } from '../../../kernel/files/zip-archive.ts';
import type { personalData } from './personal-data.ts';

type Part = ReturnType<typeof personalData>;

export interface PersonalArchive {
  /** Returns the next part; see `personalData`. */
  read(after: number | null): Promise<Part>;
  archive: ZipArchive;
  /** An empty folder for temporary files. */
  temporary: string;
}

/**
 * Writes what is stored about one person into an archive: account.json, messages.jsonl, reactions.jsonl, votes.jsonl
 * and their files. Returns how many messages and files there are.
 */
export async function writePersonalArchive({ read, archive, temporary }: PersonalArchive) {
  const first = await read(null);
  const files = 'files' in first ? first.files : [];
  const avatar = 'avatar' in first ? first.avatar : null;
  if (avatar) await archive.addUpload(`avatar.${avatar.type.split('/')[1]}`, avatar.key);
  for (const { path_id, file_key } of files) await archive.addUpload(`files/${path_id}`, file_key);
  const shown = {
    ...first,
    avatar: undefined,
    after: undefined,
    files: files.map(({ file_key: _key, ...file }) => file),
  };
  archive.addText('account.json', `${JSON.stringify(shown, null, 2)}\n`);
  const messages = new JsonLines(join(temporary, 'messages.jsonl'));
  const reactions = new JsonLines(join(temporary, 'reactions.jsonl'));
  const votes = new JsonLines(join(temporary, 'votes.jsonl'));
  let count = 0;
  try {
    for (let { after }: Part = first; after !== null; ) {
      const part: Part = await read(after);
      const own = ('messages' in part && part.messages) || [];
      messages.add('message', own);
      reactions.add('reaction', ('reactions' in part && part.reactions) || []);
      votes.add('vote', ('votes' in part && part.votes) || []);
      count += own.length;
      ({ after } = part);
    }
  } finally {
    messages.close();
    reactions.close();
    votes.close();
  }
  archive.addFile('messages.jsonl', messages.path);
  archive.addFile('reactions.jsonl', reactions.path);
  archive.addFile('votes.jsonl', votes.path);
  return { messages: count, files: files.length };
}
