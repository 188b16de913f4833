import { createHash } from 'node:crypto';
import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { ApiError } from '../../../kernel/errors.ts';
import type { ReadMail } from '../../../kernel/mail/reading/types.ts';
import { canPost } from '../../channels/channels/rules.ts';
import type { Channel } from '../../channels/channels/types.ts';
import { isTopicAllowed } from '../../channels/topics/rules.ts';
import { canRead } from '../../messages/messages/rules.ts';
import { requireChannelMessage, requireDirectMessage } from '../../messages/send/rules.ts';
import { hasRealmPermission } from '../../people/groups/rules.ts';
import type { User } from '../../people/users/types.ts';
import { mailText, plainSubject, REPLY_OPTIONS, withoutMentions, withSender } from './content-rules.ts';
import { createdPart, mailTarget } from './rules.ts';
import type { AddressOptions, Envelope, MailDecision, MailPlace, MailTarget } from './types.ts';

/** A mail is posted at no more of its addresses than this. */
const MOST_ADDRESSES = 5;
/** Bytes that a link to a file adds to a message at most, so that content without text is not empty. */
const ONLY_FILES = '[file]';

/** Decides what is done with a mail, at each of its addresses of this server. Nothing is changed. */
export function decideAll(app: App, mail: ReadMail, envelope: Envelope): MailDecision[] {
  const automatic = envelope.returnPath === '' ? 'empty return path' : mail.automatic;
  if (automatic !== undefined) return [{ result: 'dropped', reason: `A program sent it: ${automatic}`, address: '' }];
  const addresses = (envelope.recipients ?? mail.recipients).filter((each) => createdPart(app, each) !== undefined);
  if (addresses.length === 0)
    return [{ result: 'rejected', reason: 'No recipient is an address of this server', address: '' }];
  return addresses.slice(0, MOST_ADDRESSES).map((address) => decideFor(app, mail, envelope, address));
}

/** Decides what is done with a mail at one address. Call it again after a wait, because permissions can change. */
export function decideFor(app: App, mail: ReadMail, envelope: Envelope, address: string): MailDecision {
  try {
    return { ...decideToPost(app, mail, envelope, address), address };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { result: error instanceof Dropped ? 'dropped' : 'rejected', reason: error.message, address };
  }
}

class Rejected extends ApiError {
  constructor(reason: string) {
    super(400, 'BAD_REQUEST', reason);
  }
}
class Dropped extends Rejected {}

function decideToPost(app: App, mail: ReadMail, envelope: Envelope, address: string): Omit<MailDecision, 'address'> {
  const target = mailTarget(app, createdPart(app, address)!);
  if (!target) throw new Rejected('The address is not valid, or was replaced');
  const key = getKey(mail, target);
  if (app.mailIn.isPosted(key)) throw new Dropped('It was delivered and posted before');
  const member = provenMember(app, mail, envelope);
  const { place, owner } = target.kind === 'reply' ? replyPlace(app, mail, target) : channelPlace(app, mail, target);
  if (!hasRealmPermission(app, member, 'can_send_mail_group'))
    throw new Rejected(
      member ? 'The sender may not post by mail' : `Only members may post by mail, and ${explainUnproven(envelope)}`,
    );
  const author = member ?? findBot(app, target);
  if (!author && !('channel_id' in place))
    throw new Rejected(`Only members write in direct messages, and ${explainUnproven(envelope)}`);
  const options = target.kind === 'reply' ? REPLY_OPTIONS : target.options;
  const content = makeContent(mail, options, member);
  // What the mail bot posts, the owner of the address must be allowed to post.
  requireSendable(app, author ?? owner, place, content);
  const reason = member
    ? `${envelope.proof.evidence} proves the sender`
    : `posted by a bot, because ${explainUnproven(envelope)}`;
  return { result: 'posted', reason, key, place, author, content };
}

const explainUnproven = ({ proof: { isProven, evidence } }: Envelope): string =>
  isProven ? 'no member has the sender’s address' : `the mail does not prove its sender (${evidence})`;

/** The member who wrote the mail, if the mail proves it. */
function provenMember(app: App, { from }: ReadMail, { proof }: Envelope): User | undefined {
  const user = from && app.users.byEmail(from.address);
  return proof.isProven && user?.is_active && !user.is_bot && !user.is_system ? user : undefined;
}

/** Where a mail belongs, and whose address leads there. */
interface OwnedPlace {
  place: MailPlace;
  owner: User;
}

type ReplyTarget = MailTarget & { kind: 'reply' };
type ChannelTarget = MailTarget & { kind: 'channel' };

function replyPlace(app: App, { from }: ReadMail, { message_id, user_id, expires }: ReplyTarget): OwnedPlace {
  if (expires < seconds(app.clock)) throw new Rejected('The reply address has expired. Reply in the chat');
  const user = app.users.byId(user_id);
  if (!user?.is_active) throw new Rejected('The account of the reply address is deactivated');
  const writer = from && app.users.byEmail(from.address);
  if (writer?.id !== user.id) throw new Rejected('The reply address belongs to somebody else');
  const message = app.messages.byId(message_id);
  if (!message || !canRead(app, user, message)) throw new Rejected('The message that is answered no longer exists');
  const channel = app.channels.byRecipient(message.recipient_id);
  if (channel) return { place: { channel_id: channel.id, topic: message.subject }, owner: user };
  return { place: { user_ids: [...app.messages.people(message.recipient_id)!] }, owner: user };
}

function channelPlace(app: App, mail: ReadMail, { channel_id, creator_id }: ChannelTarget): OwnedPlace {
  const channel = app.channels.byId(channel_id);
  const creator = app.users.byId(creator_id);
  if (!channel || channel.is_archived) throw new Rejected('The channel was archived');
  if (!creator?.is_active || !canPost(app, creator, channel))
    throw new Rejected('The member who created the address may no longer post in the channel');
  const topic = threadTopic(app, mail, channel) ?? subjectTopic(app, mail, channel);
  return { place: { channel_id, topic }, owner: creator };
}

/** The topic in which an earlier mail of the thread was posted, or to which it was moved. */
function threadTopic(app: App, { references }: ReadMail, channel: Channel): string | undefined {
  if (references.length === 0) return undefined;
  const id = app.mailIn.postedFrom(JSON.stringify(references.map(hashId)));
  const message = id === undefined ? undefined : app.messages.byId(id);
  return message?.recipient_id === channel.recipient_id ? message.subject : undefined;
}

const NO_SUBJECT = '(no subject)';

function subjectTopic(app: App, { subject }: ReadMail, channel: Channel): string {
  if (channel.topics_policy === 'empty_topic_only') return '';
  const topic = plainSubject(subject);
  return topic === '' && !isTopicAllowed(app, channel, '') ? NO_SUBJECT : topic;
}

/** The bot that an address posts as for senders without an account; undefined: the mail bot. */
function findBot(app: App, target: MailTarget): User | undefined {
  const bot = target.kind === 'channel' ? app.users.byId(target.sender_id) : undefined;
  return bot?.is_bot && bot.is_active && !bot.is_system ? bot : undefined;
}

function makeContent(mail: ReadMail, options: AddressOptions, member: User | undefined): string {
  const text = mailText(mail, options);
  if (text === undefined) throw new Rejected('The mail has no text');
  if (member) return options.showsSender && text !== '' ? withSender(mail, text) : text;
  return withSender(mail, withoutMentions(text));
}

/** Throws the errors of sending, without sending. */
function requireSendable(app: App, sender: User, place: MailPlace, content: string): void {
  const text = content === '' ? ONLY_FILES : content;
  if ('channel_id' in place) requireChannelMessage(app, sender, place.channel_id, place.topic, text);
  else requireDirectMessage(app, sender, place.user_ids, text);
}

/** The hash of a Message-ID, which is as long as its sender likes. */
export const hashId = (id: string): string => createHash('sha256').update(id).digest('base64');

function getKey(mail: ReadMail, target: MailTarget): string {
  const { messageId, from, subject, text, html } = mail;
  const place = target.kind === 'reply' ? ['reply', target.message_id] : ['channel', target.channel_id];
  return hashId(JSON.stringify([messageId ?? [from, subject, text, html], place]));
}
