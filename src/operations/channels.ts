import type { App } from '../app.ts';
import { archiveInBatches } from '../chat/channels/archived-channels/batches.ts';
import { unarchiveChannel } from '../chat/channels/channels/actions.ts';
import { createAndSubscribe } from '../chat/channels/subscriptions/actions.ts';
import { createBot } from '../chat/integrations/bots/actions.ts';
import { BOT } from '../chat/integrations/bots/types.ts';
import { SERVICES } from '../chat/integrations/incoming-webhooks/services/table.ts';
import { mergeInBatches } from '../chat/messages/move/batches.ts';
import { createGroup } from '../chat/people/groups/actions.ts';
import { allMembers } from '../chat/people/groups/views.ts';
import { replaceKey } from '../chat/people/users/key-actions.ts';
import { badRequest, notFound } from '../kernel/errors.ts';
import { commandLine } from '../kernel/own-command.ts';
import {
  type As,
  actorOf,
  again,
  type Named,
  requireAccount,
  requireBot,
  requireChannel,
  withKey,
} from './accounts.ts';

interface NewChannel extends As {
  name: string;
  description: string;
  privacy: 'public' | 'private' | 'web-public';
  is_default: boolean;
  /** By e-mail address or id; `everyone`: all users. The creator is always included. */
  subscribers: string[];
  announce: boolean;
}

interface NewBot {
  short_name: string;
  full_name: string;
  type: 'generic' | 'incoming' | 'outgoing';
  url: string;
  as?: string | undefined;
}

const KINDS = new Map<number | null, string>(Object.entries(BOT).map(([name, type]) => [type, name]));

export const channelCommands = {
  'channel-list': (app: App, { archived }: { archived: boolean }) => ({
    channels: app.channels
      .all()
      .filter(({ is_archived }) => archived || !is_archived)
      .map(({ id, name, description, invite_only, is_web_public, is_archived, is_default }) => ({
        channel_id: id,
        name,
        privacy: invite_only ? 'private' : is_web_public ? 'web-public' : 'public',
        subscribers: app.subscriptions.subscribersOf(id).size,
        is_default,
        is_archived,
        description,
      })),
  }),
  'channel-create': (app: App, { name, description, privacy, is_default, subscribers, announce, as }: NewChannel) => {
    const actor = actorOf(app, { as });
    const people = subscribers.includes('everyone')
      ? app.users.active().filter(({ is_bot }) => !is_bot)
      : subscribers.map((who) => requireAccount(app, who));
    const id = createAndSubscribe(app, actor, {
      name,
      description,
      invite_only: privacy === 'private',
      is_web_public: privacy === 'web-public',
      is_default_stream: is_default,
      topics_policy: 'inherit',
      subscribers: [...new Set([actor.id, ...people.map(({ id }) => id)])],
      announce,
      send_new_subscription_messages: false,
    });
    return { channel_id: id, name: app.channels.byId(id)!.name, subscribers: app.subscriptions.subscribersOf(id).size };
  },
  'channel-archive': async (app: App, { channel: name, as }: As & { channel: string }) => {
    const channel = requireChannel(app, name);
    await archiveInBatches(app, actorOf(app, { as }), channel.id);
    return { channel_id: channel.id, name: channel.name };
  },
  'channel-merge': async (app: App, { channel: name, into, as }: As & { channel: string; into: string }) => {
    const [from, to] = [requireChannel(app, name), requireChannel(app, into)];
    const moved_topics = await mergeInBatches(app, actorOf(app, { as }), { from: from.id, into: to.id });
    return { channel_id: from.id, name: from.name, into_channel_id: to.id, into: to.name, moved_topics };
  },
  'channel-restore': (app: App, { channel: name, as }: As & { channel: string }) => {
    const channel = requireChannel(app, name);
    unarchiveChannel(app, actorOf(app, { as }), channel);
    return { channel_id: channel.id, name: channel.name };
  },

  'group-list': (app: App) => ({
    groups: app.groups
      .allNamed()
      .filter(({ deactivated }) => !deactivated)
      .map((group) => ({
        group_id: group.id,
        name: group.name!,
        is_system: group.is_system,
        members: allMembers(app, group).length,
        description: group.description,
      })),
  }),
  'group-create': (
    app: App,
    { name, description, members, as }: As & { name: string; description: string; members: string[] },
  ) => {
    const ids = members.map((who) => requireAccount(app, who).id);
    const group_id = createGroup(app, actorOf(app, { as }), { name, description, members: ids });
    return { group_id, name: app.groups.byId(group_id)!.name, members: ids.length };
  },

  'bot-create': (app: App, { short_name, full_name, type, url, as }: NewBot) => {
    const draft = { short_name, full_name, bot_type: BOT[type], payload_url: url, interface_type: 1 };
    return { ...withKey(createBot(app, actorOf(app, { as }), draft)), type };
  },
  'bot-list': (app: App) => ({
    bots: app.users.allBots().map((id) => {
      const { email, full_name, bot_type, bot_owner_id, is_active } = app.users.byId(id)!;
      const owner = bot_owner_id === null ? null : (app.users.byId(bot_owner_id)?.email ?? null);
      return { user_id: id, email, full_name, type: KINDS.get(bot_type)!, owner, is_active };
    }),
  }),
  'bot-token': (app: App, { who, renew }: Named & { renew: boolean }) => {
    const bot = requireBot(app, who);
    if (renew) replaceKey(app, bot);
    return withKey(again(app, bot));
  },
  'webhook-url': (
    app: App,
    { service, bot: who, channel, topic }: { service: string; bot: string; channel?: string; topic?: string },
  ) => {
    if (!SERVICES.some(({ name }) => name === service))
      throw notFound(`No such service: ${service}. Use one of ${SERVICES.map(({ name }) => name).join(', ')}`);
    const bot = requireBot(app, who);
    if (bot.bot_type !== BOT.incoming)
      throw badRequest(
        `${bot.email} is not an incoming webhook bot. Create one: ${commandLine('bot create --type incoming NAME', app.config)}`,
      );
    const query = new URLSearchParams({
      api_key: bot.api_key,
      ...(channel !== undefined && { stream: requireChannel(app, channel).name }),
      ...(topic !== undefined && { topic }),
    });
    return { url: `${app.config.url}/api/v1/external/${service}?${query}` };
  },
};
