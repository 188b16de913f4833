import { standardEmojiOf } from '../../chat/organization/imports/markdown.ts';
import { reasonAgainstEmoji } from '../../chat/organization/imports/people.ts';
import { sortReactions } from '../../chat/organization/imports/reactions.ts';
import type { OriginKind } from '../../chat/organization/imports/repository.ts';
import type { FileSource, ImportedMessage, ImportRecord } from '../../chat/organization/imports/types.ts';
import type { CommandSession } from '../command-session.ts';
import { type FileFetcher, MissingFile } from './files.ts';
import { knownOrigins } from './plan.ts';
import type { Report } from './report.ts';
import { type Staging, stagedRecords } from './repository.ts';

interface Preview {
  staging: Staging;
  files: FileFetcher;
  report: Report;
  sourceName: string;
  /** undefined: there is no database yet. */
  session: Pick<CommandSession, 'run'> | undefined;
}

/** Reports in a dry run what the writer would leave out: missing files, and messages and reactions without a place. */
export async function previewSkips(preview: Preview): Promise<void> {
  const emoji = await previewFiles(preview);
  previewMessages(preview, emoji);
}

/** Returns the custom emoji that would be there. */
async function previewFiles({ staging, files, report, sourceName, session }: Preview): Promise<Set<string>> {
  const knownOf = async (kind: OriginKind & ('emoji' | 'file' | 'user')) =>
    session ? knownOrigins(session, sourceName, kind, originsOf(staging, kind)) : new Set<string>();
  const known = { user: await knownOf('user'), emoji: await knownOf('emoji'), file: await knownOf('file') };
  const emoji = new Set<string>(known.emoji);
  const reasonAgainst = async (check: () => void | Promise<void>): Promise<string | undefined> => {
    try {
      await check();
      return undefined;
    } catch (error) {
      if (error instanceof MissingFile) return error.message;
      throw error;
    }
  };
  const reasonAgainstImage = (image: FileSource) => reasonAgainst(() => files.checkImage(image));
  for (const kind of ['user', 'emoji', 'realm-image', 'file'] as const)
    for (const { origin, body } of stagedRecords(staging, kind)) {
      if (kind !== 'realm-image' && known[kind].has(origin)) continue;
      const record = JSON.parse(body) as ImportRecord;
      if (record.kind === 'user') {
        const reason = record.avatar && (await reasonAgainstImage(record.avatar));
        if (reason) report.skip('avatar', origin, reason);
      } else if (record.kind === 'emoji') {
        const hasImage = (await reasonAgainstImage(record.image)) === undefined;
        const reason = reasonAgainstEmoji(record, hasImage);
        if (reason) report.skip('emoji', origin, reason);
        else emoji.add(origin);
      } else if (record.kind === 'realm-image') {
        const reason = await reasonAgainstImage(record.image);
        if (reason) report.skip(kind, origin, reason);
      } else if (record.kind === 'file') {
        const reason = await reasonAgainst(() => files.check(record.source));
        if (reason) report.skip('file', origin, `${record.name}: ${reason}`);
      }
    }
  return emoji;
}

const originsOf = (staging: Staging, kind: 'user' | 'channel' | 'emoji' | 'file'): string[] =>
  Array.from(stagedRecords(staging, kind), ({ origin }) => origin);

function previewMessages({ staging, report, sourceName }: Preview, emoji: ReadonlySet<string>): void {
  const [users, channels] = [new Set(originsOf(staging, 'user')), new Set(originsOf(staging, 'channel'))];
  const emojiOf = (name: string) => {
    const standard = standardEmojiOf(sourceName, name);
    if (emoji.has(name)) return { emoji_code: `custom ${name}` };
    return standard && { emoji_code: standard.code };
  };
  const userOf = (origin: string) => (users.has(origin) ? origin : undefined);
  for (const { origin, body } of stagedRecords(staging, 'message')) {
    if (staging.isKnownMessage(origin)) continue;
    const message = JSON.parse(body) as ImportedMessage;
    const reason = reasonAgainstMessage(message, users, channels);
    if (reason) report.skip('message', origin, reason);
    else
      for (const skipped of sortReactions(message.reactions, emojiOf, userOf).skipped)
        report.skip('reaction', origin, skipped.reason, skipped.number);
  }
}

function reasonAgainstMessage(
  { author, to, text }: ImportedMessage,
  users: ReadonlySet<string>,
  channels: ReadonlySet<string>,
): string | undefined {
  if (!users.has(author)) return `its author ${author} is not in the archive`;
  if ('channel' in to && !channels.has(to.channel)) return 'its channel is not imported';
  const isEmpty = text.every((part) => typeof part === 'string' && part.trim() === '');
  return isEmpty ? 'it has no text and no file' : undefined;
}
