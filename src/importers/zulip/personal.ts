import type { RichText } from '../../chat/organization/imports/types.ts';
import { type Raw, readId, readList, readNumber, readText, readTexts } from '../records.ts';
import type { ZulipDirectory } from './directory.ts';
import { referenceIn } from './groups.ts';
import { zulipToRich } from './text.ts';
import { wholeSeconds } from './times.ts';

/** Tables whose rows belong to one user. Their rows refer to rows that may come later in the file. */
export const PERSONAL_TABLES = {
  zerver_usertopic: addTopicPolicy,
  zerver_muteduser: addMutedUser,
  zerver_alertword: addAlertWord,
  zerver_savedsnippet: addSnippet,
  zerver_userstatus: addStatus,
  zerver_customprofilefieldvalue: addProfileValue,
  zerver_draft: addDraft,
  zerver_scheduledmessage: addScheduledMessage,
  klatch_reminder: addOwnReminder,
  zerver_navigationview: addView,
  klatch_sidebarorder: addSidebarOrder,
  klatch_donotdisturb: addDoNotDisturb,
} as const satisfies Record<string, (directory: ZulipDirectory, row: Raw, user: string) => void>;
export type PersonalTable = keyof typeof PERSONAL_TABLES;

export const isPersonalTable = (table: string): table is PersonalTable => Object.hasOwn(PERSONAL_TABLES, table);

/** Hands a row of such a table to the sink. */
export function addPersonalRow(directory: ZulipDirectory, table: PersonalTable, row: Raw): void {
  const user = referenceIn(row, 'user_profile') ?? referenceIn(row, 'sender') ?? referenceIn(row, 'user');
  if (user !== undefined) PERSONAL_TABLES[table](directory, row, user);
}

const rich = (directory: ZulipDirectory, value: unknown): RichText => zulipToRich(readText(value) ?? '', directory);

function addTopicPolicy({ sink }: ZulipDirectory, row: Raw, user: string): void {
  const channel = referenceIn(row, 'stream');
  const topic = readText(row.topic_name);
  const policy = readNumber(row.visibility_policy);
  if (channel === undefined || topic === undefined) return;
  if (policy !== 1 && policy !== 2 && policy !== 3) return;
  const since = wholeSeconds(row.last_updated);
  sink.add({ kind: 'topic', origin: `${user} ${channel} ${topic}`, user, channel, topic, policy, since });
}

function addMutedUser({ sink }: ZulipDirectory, row: Raw, user: string): void {
  const muted = referenceIn(row, 'muted_user');
  const since = wholeSeconds(row.date_muted);
  if (muted !== undefined) sink.add({ kind: 'muted-user', origin: `${user} ${muted}`, user, muted, since });
}

function addAlertWord({ sink }: ZulipDirectory, row: Raw, user: string): void {
  const word = readText(row.word);
  if (word) sink.add({ kind: 'alert-word', origin: `${user} ${word}`, user, word });
}

function addSnippet(directory: ZulipDirectory, row: Raw, user: string): void {
  directory.sink.add({
    kind: 'snippet',
    origin: readId(row.id) ?? `${user} ${readText(row.title)}`,
    user,
    title: readText(row.title) ?? '',
    text: rich(directory, row.content),
    created: wholeSeconds(row.date_created),
  });
}

function addStatus({ sink }: ZulipDirectory, row: Raw, user: string): void {
  const text = readText(row.status_text) ?? '';
  const emoji = readText(row.emoji_name) ?? '';
  const ends = wholeSeconds(row.scheduled_end_time);
  if (text !== '' || emoji !== '') sink.add({ kind: 'status', origin: user, user, text, emoji, ends });
}

function addProfileValue(directory: ZulipDirectory, row: Raw, user: string): void {
  const field = referenceIn(row, 'field');
  const value = readText(row.value);
  if (field === undefined || value === undefined || value === '') return;
  const people = value.startsWith('[') && directory.profileFieldType(field) === USERS ? parsedList(value) : undefined;
  directory.sink.add({ kind: 'profile-value', origin: `${user} ${field}`, user, field, value: people ?? value });
}
const USERS = 6;

function parsedList(text: string): string[] | undefined {
  try {
    return readList(JSON.parse(text)).flatMap((one) => readId(one) ?? []);
  } catch {
    return undefined;
  }
}

function addView({ sink }: ZulipDirectory, row: Raw, user: string): void {
  const fragment = readText(row.fragment);
  if (!fragment) return;
  const name = readText(row.name) ?? null;
  sink.add({ kind: 'view', origin: `${user} ${fragment}`, user, fragment, is_pinned: row.is_pinned === true, name });
}

function addSidebarOrder({ sink }: ZulipDirectory, row: Raw, user: string): void {
  const channels = readList(row.channels).flatMap((one) => readId(one) ?? []);
  sink.add({ kind: 'sidebar-order', origin: user, user, channels, views: readTexts(row.views) });
}

function addDoNotDisturb({ sink }: ZulipDirectory, row: Raw, user: string): void {
  const { until, schedule, resumed_until } = row;
  sink.add({ kind: 'do-not-disturb', origin: user, user, value: { until, schedule, resumed_until } });
}

function addDraft(directory: ZulipDirectory, row: Raw, user: string): void {
  directory.sink.add({
    kind: 'draft',
    origin: readId(row.id) ?? `${user} ${wholeSeconds(row.last_edit_time)}`,
    user,
    to: directory.findDestination({ ...row, subject: row.topic }),
    text: rich(directory, row.content),
    edited: wholeSeconds(row.last_edit_time),
  });
}

/** Earlier archives from Klatch have reminders among scheduled messages, like Zulip. */
function addScheduledMessage(directory: ZulipDirectory, row: Raw, user: string): void {
  const { sink } = directory;
  const origin = readId(row.id);
  const deliver_at = wholeSeconds(row.scheduled_timestamp) ?? Number.NaN;
  if (origin === undefined || row.delivered === true) return;
  const failed = row.failed === true;
  const message = referenceIn(row, 'reminder_target_message');
  if (message !== undefined) {
    const note = readText(row.reminder_note) ?? '';
    sink.add({ kind: 'reminder', origin, user, message, note, deliver_at, failed });
    return;
  }
  const to = directory.findDestination(row);
  if (!to) {
    sink.skip('scheduled-message', origin, 'its recipient is not in the archive');
    return;
  }
  sink.add({
    kind: 'scheduled-message',
    origin,
    user,
    to,
    text: rich(directory, row.content),
    deliver_at,
    read_by_sender: row.read_by_sender === true,
    failed,
  });
}

function addOwnReminder({ sink }: ZulipDirectory, row: Raw, user: string): void {
  const message = referenceIn(row, 'message');
  const origin = readId(row.id);
  if (message === undefined || origin === undefined) return;
  const deliver_at = wholeSeconds(row.deliver_at) ?? Number.NaN;
  const note = readText(row.note) ?? '';
  sink.add({ kind: 'reminder', origin, user, message, note, deliver_at, failed: row.failed === true });
}
