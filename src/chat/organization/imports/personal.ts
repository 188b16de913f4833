import { seconds } from '../../../kernel/clock.ts';
import { validationError } from '../../../kernel/http/check.ts';
import { LIMITS } from '../../../limits.ts';
import { setTopicPolicy } from '../../channels/topics/actions.ts';
import { cleanContent, cleanText } from '../../messages/messages/content-rules.ts';
import { setDoNotDisturb } from '../../notifications/do-not-disturb/actions.ts';
import { DoNotDisturb } from '../../notifications/do-not-disturb/types.ts';
import { writeProfileValue } from '../../people/profile-fields/actions.ts';
import { requireValue } from '../../people/profile-fields/rules.ts';
import { insertStatus } from '../../people/status/actions.ts';
import type { StoredStatus } from '../../people/status/types.ts';
import type { User } from '../../people/users/types.ts';
import { addAlertWords } from '../../personal/alert-words/actions.ts';
import { insertMutedUser } from '../../personal/muted-users/actions.ts';
import { insertReminder } from '../../personal/reminders/actions.ts';
import { MAX_NOTE_LENGTH } from '../../personal/reminders/types.ts';
import { reminderTexts } from '../../personal/reminders/views.ts';
import { insertSnippet } from '../../personal/saved-snippets/actions.ts';
import { addView, orderSidebar } from '../../personal/sidebar/actions.ts';
import { MAX_FRAGMENT_LENGTH, MAX_ORDERED } from '../../personal/sidebar/types.ts';
import { oneLine } from './channels.ts';
import { findChannel, findSetting, findUser, type ImportContext, writeOnce } from './context.ts';
import { compose, emojiFor } from './markdown.ts';
import type { Outcome } from './people.ts';
import type {
  ImportedAlertWord,
  ImportedDoNotDisturb,
  ImportedMutedUser,
  ImportedPersonalItem,
  ImportedProfileValue,
  ImportedReminder,
  ImportedSidebarOrder,
  ImportedSnippet,
  ImportedStatus,
  ImportedTopicPolicy,
  ImportedView,
} from './personal-types.ts';
import type { RichText } from './types.ts';

type Written = ReturnType<Parameters<typeof writeOnce>[2]>;

/** No conversation: a text that its author alone reads. */
export const NOWHERE = -1;

/** Writes what belongs to a user, once: later, what the user does here counts. */
export const writeOwn = (
  context: ImportContext,
  record: ImportedPersonalItem,
  write: (user: User) => Written,
): Outcome =>
  writeOnce(context, record, () => {
    const user = findUser(context, record.user);
    return user ? write(user) : { reason: `its user ${record.user} is not imported` };
  });

/** The Markdown of a text that its author alone reads. Throws for an empty one. */
export const ownText = (context: ImportContext, author: User, text: RichText): string =>
  cleanContent(ownMarkdown(context, author, text));

/** The same for a draft, which may be longer than a message. */
export const draftText = (context: ImportContext, author: User, text: RichText): string =>
  cleanText(ownMarkdown(context, author, text))
    .slice(0, LIMITS.draft_length)
    .toWellFormed();

const ownMarkdown = ({ app, source }: ImportContext, author: User, text: RichText): string =>
  compose(app, source, { author, recipient_id: NOWHERE }, text).markdown;

/** Stores that a user muted or follows a topic, unless they have decided here. */
export const writeTopicPolicy = (context: ImportContext, record: ImportedTopicPolicy): Outcome =>
  writeOwn(context, record, (user) => {
    const { app } = context;
    const channel = findChannel(context, record.channel);
    if (!channel) return { reason: 'its channel is not imported' };
    if (app.userTopics.policy(user.id, channel.id, record.topic) !== 0) return { id: user.id, isNew: false };
    setTopicPolicy(app, user, { channel, topic: record.topic, policy: record.policy, last_updated: record.since });
    return { id: user.id };
  });

export const writeMutedUser = (context: ImportContext, record: ImportedMutedUser): Outcome =>
  writeOwn(context, record, (user) => {
    const { app } = context;
    const muted = findUser(context, record.muted);
    if (!muted || muted.id === user.id) return { reason: 'the muted user is not imported' };
    if (app.mutedUsers.listMuters(muted.id).has(user.id)) return { id: muted.id, isNew: false };
    insertMutedUser(app, user, muted.id, record.since ?? seconds(app.clock));
    return { id: muted.id };
  });

const MAX_ALERT_WORD = 100;

export const writeAlertWord = (context: ImportContext, record: ImportedAlertWord): Outcome =>
  writeOwn(context, record, (user) => {
    const word = oneLine(record.word, MAX_ALERT_WORD);
    if (word === '') return { reason: 'it is empty' };
    addAlertWords(context.app, user, [word]);
    return { id: user.id };
  });

const MAX_SNIPPET_TITLE = 60;

export const writeSnippet = (context: ImportContext, record: ImportedSnippet): Outcome =>
  writeOwn(context, record, (user) => {
    const { app } = context;
    const title = oneLine(record.title, MAX_SNIPPET_TITLE);
    if (title === '') return { reason: 'it has no title' };
    const content = ownText(context, user, record.text);
    return { id: insertSnippet(app, user, { title, content, date_created: record.created ?? seconds(app.clock) }) };
  });

const MAX_STATUS = 60;

/** Stores a status, unless the user has one here, or it has ended. */
export const writeStatus = (context: ImportContext, record: ImportedStatus): Outcome =>
  writeOwn(context, record, (user) => {
    const { app, source } = context;
    if (app.userStatus.of(user.id)) return { id: user.id, isNew: false };
    const end = record.ends ?? null;
    if (end !== null && end <= seconds(app.clock)) return { reason: 'it has ended' };
    const emoji = record.emoji === '' ? undefined : emojiFor(app, source, record.emoji);
    const status: StoredStatus = {
      user_id: user.id,
      status_text: oneLine(record.text, MAX_STATUS),
      emoji_name: emoji?.emoji_name ?? '',
      emoji_code: emoji?.emoji_code ?? '',
      reaction_type: emoji?.reaction_type ?? 'unicode_emoji',
      scheduled_end_time: end,
    };
    if (status.status_text === '' && !emoji) return { reason: 'it is empty' };
    insertStatus(app, user, status);
    return { id: user.id };
  });

/** Stores when a user wants no notifications, unless they have chosen it here. */
export const writeDoNotDisturb = (context: ImportContext, record: ImportedDoNotDisturb): Outcome =>
  writeOwn(context, record, (user) => {
    const { app } = context;
    if (app.doNotDisturb.ofUser(user.id)) return { id: user.id, isNew: false };
    const reason = validationError(DoNotDisturb, record.value, 'do_not_disturb');
    if (reason !== undefined) return { reason };
    setDoNotDisturb(app, user, record.value as DoNotDisturb);
    return { id: user.id };
  });

/** Stores a value of a profile, unless there is one here. */
export const writeImportedProfileValue = (context: ImportContext, record: ImportedProfileValue): Outcome =>
  writeOwn(context, record, (user) => {
    const { app } = context;
    const field = app.profileFields.byId(findSetting(context, 'profile-field', record.field) ?? 0);
    if (!field) return { reason: 'its field is not imported' };
    if (app.profileFields.value(user.id, field.id)) return { id: field.id, isNew: false };
    const people = Array.isArray(record.value) && record.value.flatMap((one) => findUser(context, one)?.id ?? []);
    const value = requireValue(app, user, field, people || (record.value as string));
    if (value === null) return { reason: 'it is empty' };
    writeProfileValue(app, user, field, value);
    return { id: field.id };
  });

/** Stores a reminder. One whose time has passed was sent by the other server, or is not sent any more. */
export const writeReminder = (context: ImportContext, record: ImportedReminder): Outcome =>
  writeOwn(context, record, (user) => {
    const { app, source } = context;
    const message = app.imports.find(source.id, 'message', record.message)?.id;
    if (message === undefined) return { reason: 'its message is not imported' };
    if (record.deliver_at <= seconds(app.clock)) return { reason: 'its time has passed' };
    const note = [...record.note].slice(0, MAX_NOTE_LENGTH).join('');
    const texts = reminderTexts(app, user, { message_id: message, note });
    const row = { message_id: message, note, deliver_at: record.deliver_at, ...texts };
    return { id: insertReminder(app, user, row) };
  });

const MAX_VIEW_NAME = 60;

/** Stores a view in a user's sidebar, unless the user has the same one here. */
export const writeView = (context: ImportContext, record: ImportedView): Outcome =>
  writeOwn(context, record, (user) => {
    const { app } = context;
    const fragment = fragmentHere(context, record.fragment);
    if (fragment === undefined) return { reason: 'what it shows is not imported' };
    if (app.navigationViews.at(user.id, fragment)) return { id: user.id, isNew: false };
    const name = record.name === null ? null : oneLine(record.name, MAX_VIEW_NAME);
    addView(app, user, { fragment, is_pinned: record.is_pinned, name });
    return { id: user.id };
  });

/** Stores the order of a user's sidebar, unless the user has changed it here. */
export const writeSidebarOrder = (context: ImportContext, record: ImportedSidebarOrder): Outcome =>
  writeOwn(context, record, (user) => {
    const { app } = context;
    const before = app.sidebarOrder.ofUser(user.id);
    if (before.channels.length + before.views.length > 0) return { id: user.id, isNew: false };
    orderSidebar(app, user, {
      channels: record.channels.flatMap((one) => findChannel(context, one)?.id ?? []).slice(0, MAX_ORDERED),
      views: record.views.flatMap((one) => fragmentHere(context, one) ?? []).slice(0, MAX_ORDERED),
    });
    return { id: user.id };
  });

/** The ids in an address: of channels, of users, and of messages. */
const IDS = /(?<=(?:^|\/)-?(?<operator>[a-z-]+)\/)(?<ids>\d+(?:,\d+)*)(?=[-/]|$)/g;
const CHANNELS = new Set(['channel', 'stream']);
const USERS = new Set(['sender', 'dm', 'dm-including', 'pm-with', 'group-pm-with']);
const MESSAGES = new Set(['near', 'id', 'with']);

/** The part of an address after # with the ids of this server. undefined: one of them is not imported. */
function fragmentHere(context: ImportContext, fragment: string): string | undefined {
  const { app, source } = context;
  const findId = (operator: string, origin: string): number | undefined => {
    if (CHANNELS.has(operator)) return findChannel(context, origin)?.id;
    if (USERS.has(operator)) return findUser(context, origin)?.id;
    return app.imports.find(source.id, 'message', origin)?.id;
  };
  let isKnown = fragment.length <= MAX_FRAGMENT_LENGTH;
  const here = fragment.replaceAll(IDS, (ids: string, operator: string) => {
    if (!CHANNELS.has(operator) && !USERS.has(operator) && !MESSAGES.has(operator)) return ids;
    const found = ids.split(',').map((origin) => findId(operator, origin));
    isKnown &&= found.every((id) => id !== undefined);
    return found.join(',');
  });
  return isKnown ? here : undefined;
}
