import type { App } from '../../../app.ts';
import type { StoredAttachment } from '../../files/attachments/types.ts';
import { isRead, ReadBits } from '../../messages/flags/rules.ts';
import { type EditHistoryEntry, FACT, FLAG, type StoredMessage } from '../../messages/messages/types.ts';
import { consents, isChannelExported, isExported } from './rules.ts';
import type { ExportType } from './types.ts';
import { isPersonalDataExported, type Row } from './zulip-rows.ts';
import { zulipRecipient } from './zulip-tables.ts';

/** A page of an export: some messages with all that belongs to them. */
export interface ExportPage {
  zerver_message: Row[];
  zerver_usermessage: Row[];
  zerver_reaction: Row[];
  zerver_submessage: Row[];
  /** Pinned messages, which Zulip does not know: its importer ignores the table. */
  klatch_pin: Row[];
  /** Files that these messages link to; on the last page, those of no message. `file_key` is where they are on disk. */
  zerver_attachment: (Row & { file_key: string })[];
  /** Where the next page begins; null: this was the last one. */
  after: number | null;
}

/** The largest number of messages, and of flags, on one page. */
const MOST_MESSAGES = 250;
const MOST_FLAGS = 20_000;
/** Of files without a message; they are deleted after a while. */
const MOST_FILES = 10_000;
/** Bits of Zulip's `flags_mask`. */
const READ = 1;
const STARRED = 2;
const COLLAPSED = 4;
const MENTIONED = 8;
/** The user did not receive the message, but starred it or marked it as unread. */
const HISTORICAL = 1024;
/** A direct message. */
const DIRECT = 2048;

/** The messages after an id that an export contains, from the next `most` messages. */
export function exportPage(app: App, type: ExportType, after: number, most = MOST_MESSAGES): ExportPage {
  const page: ExportPage = {
    zerver_message: [],
    zerver_usermessage: [],
    zerver_reaction: [],
    zerver_submessage: [],
    klatch_pin: [],
    zerver_attachment: [],
    after: null,
  };
  const bits = new Map<number, ReadBits>();
  for (const message of app.exports.messagesAfter(after, most)) {
    page.after = message.id;
    if (!isExported(app, type, message)) continue;
    page.zerver_message.push(messageRow(app, type, message));
    page.zerver_usermessage.push(...flagRows(app, type, message, bits));
    page.zerver_reaction.push(...reactionRows(app, message.id));
    page.zerver_submessage.push(
      ...app.submessages.ofMessage(message.id).map(({ message_id, sender_id, ...row }) => ({
        ...row,
        message: message_id,
        sender: sender_id,
      })),
    );
    page.klatch_pin.push(...pinRows(app, message.id));
    page.zerver_attachment.push(...attachmentRows(app, message.id));
    if (page.zerver_usermessage.length > MOST_FLAGS) break;
  }
  if (page.after === null) page.zerver_attachment.push(...filesWithoutMessage(app, type));
  return page;
}

function messageRow(app: App, type: ExportType, message: StoredMessage): Row {
  const { id, recipient_id, sender_id, subject, content, rendered_content, facts } = message;
  return {
    id,
    sender: sender_id,
    recipient: zulipRecipient(app, recipient_id, sender_id),
    subject,
    content,
    rendered_content,
    rendered_content_version: 1,
    date_sent: message.date_sent,
    last_edit_time: message.last_edit_timestamp,
    last_moved_time: message.last_moved_timestamp,
    edit_history: exportedHistory(app, type, message),
    sending_client: message.client_id,
    has_attachment: (facts & FACT.attachment) !== 0,
    has_image: (facts & FACT.image) !== 0,
    has_link: (facts & FACT.link) !== 0,
    is_channel_message: message.topic_id !== null,
    realm: 1,
  };
}

/** The earlier versions of a message, up to the time when it was in a channel that is not exported. */
function exportedHistory(app: App, type: ExportType, { edit_history }: StoredMessage): string | null {
  if (edit_history === null) return null;
  const changes = JSON.parse(edit_history) as EditHistoryEntry[];
  const end = changes.findIndex(
    ({ prev_stream }) =>
      prev_stream !== undefined && !(app.channels.byId(prev_stream) && isChannelExported(app, type, prev_stream)),
  );
  const exported = end < 0 ? changes : changes.slice(0, end);
  return exported.length > 0 ? JSON.stringify(exported) : null;
}

/** The flags of everyone who received a message: of all, or of those who consent. */
function flagRows(app: App, type: ExportType, message: StoredMessage, bits: Map<number, ReadBits>): Row[] {
  if (type === 'public') return [];
  const receivers = app.subscriptions.receivers(message.origin_id ?? message.recipient_id, message.id, message.id);
  const flags = new Map(app.messages.flagHolders(message.id).map((one) => [one.user_id, one.flags]));
  return [...new Set([...receivers, ...flags.keys()])]
    .filter((id) => type === 'full_without_consent' || consents(app.users.byId(id)!))
    .map((user_profile) => {
      let own = bits.get(user_profile);
      if (!own) bits.set(user_profile, (own = new ReadBits(app, user_profile)));
      const isReceived = receivers.includes(user_profile);
      const read = isRead(own, user_profile, message, isReceived);
      const kind = (isReceived ? 0 : HISTORICAL) | (message.topic_id === null ? DIRECT : 0);
      const flags_mask = flagMask(flags.get(user_profile) ?? 0, read) | kind;
      return { user_profile, message: message.id, flags_mask };
    });
}

const flagMask = (flags: number, read: boolean): number =>
  (read ? READ : 0) |
  (flags & FLAG.starred ? STARRED : 0) |
  (flags & FLAG.collapsed ? COLLAPSED : 0) |
  (flags & FLAG.mentioned ? MENTIONED : 0);

const reactionRows = (app: App, message: number): Row[] =>
  app.reactions.ofMessage(message).map(({ user_id, emoji_name, emoji_code, reaction_type }) => ({
    message,
    user_profile: user_id,
    emoji_name,
    emoji_code,
    reaction_type,
  }));

function pinRows(app: App, message: number): Row[] {
  const pin = app.pins.byId(message);
  return pin ? [{ message, user_profile: pin.pinned_by, pinned_at: pin.pinned_at }] : [];
}

const attachmentRows = (app: App, message: number): ExportPage['zerver_attachment'] =>
  app.attachments.ofMessage(message).map((file) => attachmentRow(file, [message]));

/** Files of drafts and scheduled messages, and those that were only uploaded. Only their owners could see them. */
const filesWithoutMessage = (app: App, type: ExportType): ExportPage['zerver_attachment'] =>
  app.attachments
    .withoutMessage(0, MOST_FILES)
    .filter(({ owner_id }) => isPersonalDataExported(type, app.users.byId(owner_id)!))
    .map((file) => attachmentRow(file, []));

const attachmentRow = (file: StoredAttachment, messages: number[]): ExportPage['zerver_attachment'][number] => ({
  id: file.id,
  path_id: file.path_id,
  file_name: file.file_name,
  file_key: file.file_key,
  owner: file.owner_id,
  create_time: file.create_time,
  size: file.size,
  content_type: file.content_type,
  messages,
  realm: 1,
});
