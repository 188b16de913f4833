import { join } from 'node:path';
import type { App } from '../../../app.ts';
import { JsonLines } from '../../../kernel/files/json-files.ts';
import type { ZipArchive } from '../../../kernel/files/zip-archive.ts';
import type { User } from '../../people/users/types.ts';

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

/** Message ids in one part of a command's answer: reading them takes some tens of milliseconds. */
const IDS_AT_ONCE = 20_000;

/**
 * What is stored about one person, in parts. The first part (`after` null) has everything besides messages; the others
 * have the person's own messages, reactions and votes in a range of ids. Passwords, keys and other people's messages
 * are left out.
 */
export function personalData(app: App, user: User, after: number | null, idsAtOnce = IDS_AT_ONCE) {
  if (after === null) return { ...profileData(app, user), after: 0 };
  const upTo = after + idsAtOnce;
  const messages = app.exports.messagesOfSender(after, upTo, user.id).map(({ id, recipient_id, ...message }) => {
    const channel = app.channels.byRecipient(recipient_id);
    const to = channel
      ? { channel: channel.name, topic: message.subject }
      : { users: app.messages.people(recipient_id)!.map((one) => app.users.byId(one)!.full_name) };
    const { content, date_sent, last_edit_timestamp, edit_history } = message;
    const history = edit_history === null ? undefined : (JSON.parse(edit_history) as unknown);
    return { id, ...to, content, sent: date_sent, edited: last_edit_timestamp, history };
  });
  const reactions = app.exports.reactionsOfUser(after, upTo, user.id);
  const votes = app.exports.submessagesOfUser(after, upTo, user.id);
  return { messages, reactions, votes, after: upTo < app.messages.lastId() ? upTo : null };
}

function profileData(app: App, user: User) {
  const { id, email, full_name, role, is_active, is_bot, timezone, date_joined, settings } = user;
  const avatar = app.pictures.at(`avatar/${id}`)?.files;
  return {
    avatar: avatar?.medium ?? avatar?.usual ?? null,
    profile: { id, email, full_name, role, is_active, is_bot, timezone, date_joined },
    imported_from: app.imports.originsOfUser(id),
    profile_fields: app.profileFields.getProfile(id),
    settings,
    status: app.userStatus.of(id) ?? null,
    sessions: app.sessions.ofUser(id).map(({ created, last_used, device, address, provider }) => ({
      created,
      last_used,
      device,
      address,
      provider,
    })),
    identities: app.identities.ofUser(id).map(({ user_id: _, ...identity }) => identity),
    passkeys: app.secondFactors.listPasskeys(id).map(({ name, created, last_used }) => ({ name, created, last_used })),
    activity: makeActivity(app, id),
    groups: app.groups.listDirectGroups(id).flatMap((group) => app.groups.byId(group)?.name ?? []),
    channels: app.subscriptions.ofUser(id).map(({ channel_id, user_id: _, ...subscription }) => ({
      channel: app.channels.byId(channel_id)!.name,
      ...subscription,
    })),
    topics: app.userTopics.ofUser(id),
    drafts: app.drafts.ofUser(id, -1),
    saved_snippets: app.savedSnippets.ofUser(id),
    scheduled_messages: app.scheduledMessages.ofUser(id),
    reminders: app.reminders.ofUser(id),
    alert_words: app.alertWords.ofUser(id),
    muted_users: app.mutedUsers.ofUser(id),
    do_not_disturb: app.doNotDisturb.ofUser(id) ?? null,
    navigation_views: app.navigationViews.ofUser(id),
    sidebar_order: app.sidebarOrder.ofUser(id),
    starred_messages: app.messages.starred(id),
    files: app.attachments.ofUser(id).map(({ file_key, path_id, file_name, content_type, size, create_time }) => ({
      file_key,
      path_id,
      file_name,
      content_type,
      size,
      create_time,
    })),
  };
}

/** What the audit log says that the person did, newest first, with addresses and programs. */
const makeActivity = (app: App, actor: number) =>
  app.auditLog
    .find({ ...EVERYTHING, actor, limit: MOST_ACTIVITY })
    .map(({ time, kind, details, address, client }) => ({ time, kind, details, address, client }));

const MOST_ACTIVITY = 10_000;
const EVERYTHING = {
  before: Number.MAX_SAFE_INTEGER,
  after: 0,
  user: null,
  affected: null,
  address: '',
  kind: null,
  since: null,
  until: null,
};
