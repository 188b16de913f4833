import type { App } from '../../../app.ts';
import { markdownIn, plainText } from '../../../markdown/generated.ts';
import { ROLES } from '../../../shared/roles.ts';
import { createChannel } from '../../channels/channels/create-actions.ts';
import { sendChannelMessage, sendDirectMessage } from '../../messages/send/actions.ts';
import type { UserDraft } from '../../people/users/actions.ts';
import { createUser, subscribeToDefaultChannels } from '../../people/users/management-actions.ts';
import { NOTIFICATION_BOT, type User, WELCOME_BOT } from '../../people/users/types.ts';
import { writeRealm } from '../realm/actions.ts';
import { requireSetUpCode } from './rules.ts';

export interface FirstOwner {
  code: string;
  organization: string;
  full_name: string;
  email: string;
  password_hash: string;
  language?: string;
}

/** Makes the user with the code the owner of a new organization, and invalidates the code. */
export function setUpOrganization(app: App, { code, organization, ...founder }: FirstOwner): User {
  requireSetUpCode(app, code);
  return app.db.write(() => {
    writeRealm(app, { name: organization });
    const owner = createFirstOwner(app, { ...founder, role: ROLES.owner });
    app.db.afterCommit(() => (app.memory.setup.code = undefined));
    return owner;
  });
}

/** Creates the account of an organization's first owner. */
export function createFirstOwner(app: App, draft: UserDraft): User {
  return app.db.write(() => {
    const owner = createUser(app, draft);
    sendGreeting(app, owner);
    return owner;
  });
}

/** Creates the first channels of a new organization, once, and subscribes existing users to them. */
export function seedDefaultChannels(app: App): void {
  if (app.realm.secret('furnished') !== undefined) return;
  app.db.write(() => {
    app.realm.keepSecret('furnished', 'true');
    // Channels were created before the server first started.
    if (app.channels.all().length > 0) return;
    const bot = app.users.byEmail(NOTIFICATION_BOT)!;
    // The server acts with an owner's permissions.
    const server = { ...bot, role: ROLES.owner } as const;
    const made = CHANNELS.map(({ name, description, topic, text, moderated }) => {
      const channel = createChannel(app, server, {
        name,
        description,
        is_default_stream: true,
        ...(moderated && { can_send_message_group: app.groups.system('role:moderators') }),
      });
      sendChannelMessage(app, bot, { channel: channel.id, topic }, text, HOW);
      return channel;
    });
    const findId = (wanted: string) => made.find(({ name }) => name === wanted)!.id;
    writeRealm(app, {
      new_stream_announcements_stream_id: findId('announcements'),
      signup_announcements_stream_id: findId('general'),
    });
    for (const user of app.users.active()) subscribeToDefaultChannels(app, user);
  });
}

const HOW = { client: 'Internal' } as const;

const CHANNELS: readonly { name: string; description: string; topic: string; text: string; moderated?: boolean }[] = [
  {
    name: 'general',
    description: 'For everyone, about everything',
    topic: 'greetings',
    text: 'This is where everybody meets. :wave: A message goes to a **topic**, like this one; start a new topic for a new subject.',
  },
  {
    name: 'sandbox',
    description: 'For trying things out',
    topic: 'experiments',
    text: 'Try anything here: **bold**, `code`, :tada:, a picture, a poll (`/poll Tea or coffee?`). Nobody minds.',
  },
  {
    name: 'announcements',
    description: 'What everybody should know; moderators and administrators write here',
    topic: 'new channels',
    text: 'New channels are announced here.',
    moderated: true,
  },
];

function sendGreeting(app: App, owner: User): void {
  const { t } = markdownIn(owner.settings.default_language);
  const text = [
    t('Hello **{name}**, and welcome to your new organization!', { name: plainText(owner.full_name) }),
    '',
    t('* There are three channels to start with. You can create more at any time.'),
    t('* Invite people with an invitation link. This works without e-mail.'),
    t('* The phone apps connect to this server’s address, which was shown after the setup.'),
    t('* Try things out here: only you can read this conversation. Send **bold** text, `code` or :wave:.'),
  ];
  sendDirectMessage(app, app.users.byEmail(WELCOME_BOT)!, [owner.id], text.join('\n'), HOW);
}
