import { standardEmojiOf } from '../../chat/organization/imports/markdown.ts';
import { reasonAgainstEmoji } from '../../chat/organization/imports/people.ts';
import type { FileSource, ImportedMessage, ImportRecord } from '../../chat/organization/imports/types.ts';
import { type FileFetcher, MissingFile } from './files.ts';
import type { Report } from './report.ts';
import { type Staging, stagedRecords } from './repository.ts';

interface Preview {
  staging: Staging;
  files: FileFetcher;
  report: Report;
  sourceName: string;
}

/** Reports in a dry run what the writer would leave out: missing files, and messages and reactions without a place. */
export async function previewSkips(preview: Preview): Promise<void> {
  await previewFiles(preview);
  previewMessages(preview);
}

async function previewFiles({ staging, files, report }: Preview): Promise<void> {
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
      const record = JSON.parse(body) as ImportRecord;
      if (record.kind === 'user') {
        const reason = record.avatar && (await reasonAgainstImage(record.avatar));
        if (reason) report.skip('avatar', origin, reason);
      } else if (record.kind === 'emoji') {
        const hasImage = (await reasonAgainstImage(record.image)) === undefined;
        const reason = reasonAgainstEmoji(record, hasImage);
        if (reason) report.skip('emoji', origin, reason);
      } else if (record.kind === 'realm-image') {
        const reason = await reasonAgainstImage(record.image);
        if (reason) report.skip(kind, origin, reason);
      } else if (record.kind === 'file') {
        const reason = await reasonAgainst(() => files.check(record.source));
        if (reason) report.skip('file', origin, `${record.name}: ${reason}`);
      }
    }
}

function previewMessages({ staging, report, sourceName }: Preview): void {
  const originsOf = (kind: 'user' | 'channel' | 'emoji') =>
    new Set(Array.from(stagedRecords(staging, kind), ({ origin }) => origin));
  const [users, channels, emoji] = [originsOf('user'), originsOf('channel'), originsOf('emoji')];
  for (const { origin, body } of stagedRecords(staging, 'message')) {
    if (staging.isKnownMessage(origin)) continue;
    const message = JSON.parse(body) as ImportedMessage;
    const reason = reasonAgainstMessage(message, users, channels);
    if (reason) report.skip('message', origin, reason);
    else
      for (const { emoji: name } of message.reactions)
        if (!emoji.has(name) && !standardEmojiOf(sourceName, name))
          report.skip('reaction', origin, `no emoji is called '${name}'`);
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
