import type { App } from '../../../app.ts';
import { noticesIn } from '../../../texts/notices.ts';
import { EMPTY_TOPIC_NAME } from '../../channels/topics/types.ts';
import type { StoredMessage } from '../../messages/messages/types.ts';
import { loadParts } from '../../messages/messages/views.ts';
import type { User } from '../../people/users/types.ts';
import { avatarUrl } from '../../people/users/views.ts';
import { forMail } from '../missed-messages/html-views.ts';

/** The maximum length of a message on a lock screen, in characters. */
const LONGEST = 200;

/** The payload that Zulip's apps read, sent through Apple's and Google's services. */
export interface Payload {
  apns_payload: object;
  gcm_payload: object;
  gcm_options: { priority: 'high' | 'normal' };
}

/** The server and account it is for: a phone may have several. */
const account = ({ config: { url, realmHost }, realm }: App, user: User) => ({
  server: realmHost,
  realm_id: 1,
  realm_uri: url,
  realm_url: url,
  realm_name: realm.get('name'),
  user_id: user.id,
});

/** Whether content may pass through the push service, which could read it. */
const showsContent = ({ config, realm }: App): boolean =>
  config.choices.pushContent && !realm.get('require_e2ee_push_notifications');

/** Tells a phone about a new message. */
export function messagePayload(app: App, user: User, message: StoredMessage, badge: number): Payload {
  const { sender } = loadParts(app, user, message, [], []);
  const content = showsContent(app)
    ? forMail(message.rendered_content, app.config.url).text.replace(/\s+/g, ' ').trim()
    : noticesIn(user.settings.default_language).t('New message');
  const { place, title, subtitle } = getPlace(app, user, message, sender.full_name);
  const common = {
    ...account(app, user),
    sender_id: message.sender_id,
    sender_email: sender.email,
    time: message.date_sent,
    ...place,
  };
  const shortened = shorten(content);
  return {
    apns_payload: {
      alert: { title, subtitle, body: shortened },
      sound: 'default',
      badge,
      custom: { zulip: { ...common, message_ids: [message.id] } },
    },
    gcm_payload: {
      ...common,
      event: 'message',
      zulip_message_id: message.id,
      content: shortened,
      content_truncated: shortened !== content,
      sender_full_name: sender.full_name,
      sender_avatar_url: absolute(app, avatarUrl(app, app.users.byId(message.sender_id)!, false)!),
    },
    gcm_options: { priority: 'high' },
  };
}

/** Removes notifications from a phone. */
export function removalPayload(app: App, user: User, ids: readonly number[], badge: number): Payload {
  const removal = { ...account(app, user), event: 'remove', zulip_message_ids: ids.join(',') };
  return {
    apns_payload: { badge, custom: { zulip: removal } },
    gcm_payload: { ...removal, zulip_message_id: ids[0]! },
    gcm_options: { priority: 'normal' },
  };
}

function getPlace(app: App, user: User, { recipient_id, subject }: StoredMessage, sender: string) {
  const channel = app.channels.byRecipient(recipient_id);
  if (channel) {
    const topic = subject || EMPTY_TOPIC_NAME;
    const place = { recipient_type: 'stream', stream: channel.name, stream_id: channel.id, topic: subject };
    return { place, title: `#${channel.name} > ${topic}`, subtitle: `${sender}:` };
  }
  const people = app.messages.people(recipient_id)!;
  if (people.length <= 2) return { place: { recipient_type: 'private' }, title: sender, subtitle: '' };
  const names = people.filter((id) => id !== user.id).map((id) => app.users.byId(id)!.full_name);
  return {
    place: { recipient_type: 'private', pm_users: people.join(',') },
    title: names.join(', '),
    subtitle: `${sender}:`,
  };
}

function shorten(text: string): string {
  const characters = [...text];
  return characters.length <= LONGEST ? text : `${characters.slice(0, LONGEST).join('')}…`;
}

const absolute = ({ config }: App, url: string): string => (url.startsWith('/') ? config.url + url : url);
