import { Type } from 'typebox';
import type { App } from '../app.ts';
import { createBot, limitKey } from '../chat/integrations/bots/actions.ts';
import { mergeKeyLimit } from '../chat/integrations/bots/rules.ts';
import { BOT } from '../chat/integrations/bots/types.ts';
import { keyLimitView } from '../chat/integrations/bots/views.ts';
import { addFeed, addFeeds, removeFeed } from '../chat/integrations/feeds/actions.ts';
import { fetchFeed, readFeedList } from '../chat/integrations/feeds/client.ts';
import { requireFeedUrl, requirePostable } from '../chat/integrations/feeds/rules.ts';
import { SERVICES } from '../chat/integrations/incoming-webhooks/services/table.ts';
import { createAddress, revokeAddress } from '../chat/integrations/webhook-addresses/actions.ts';
import { findTemplate } from '../chat/integrations/webhook-templates/rules.ts';
import { replaceKey } from '../chat/people/users/key-actions.ts';
import { badRequest, notFound } from '../kernel/errors.ts';
import { Nullable } from '../kernel/http/schema.ts';
import { commandLine } from '../kernel/own-command.ts';
import { LIMITS } from '../limits.ts';
import { AccountWithKey, type As, accountWithKey, requireActor, requireBot, requireChannel } from './accounts.ts';
import { operation } from './operation.ts';

interface NewBot extends As {
  shortName: string;
  name?: string;
  type: 'generic' | 'incoming' | 'outgoing';
  url?: string;
}

interface Webhook {
  service: string;
  bot: string;
  channel?: string;
  topic?: string;
}

const KINDS = new Map<number | null, string>(Object.entries(BOT).map(([name, type]) => [type, name]));

const keyLimit = {
  /** The names of the only channels that the key may be used for; null: all. */
  key_channels: Nullable(Type.Array(Type.String())),
  key_read_only: Type.Boolean(),
};

function describeKeyLimit(app: App, bot: number) {
  const { key_channels, key_read_only } = keyLimitView(app.users.byId(bot)!);
  return { key_channels: key_channels?.map((id) => app.channels.byId(id)!.name) ?? null, key_read_only };
}

export const integrationOperations = {
  'bot-create': operation({
    result: Type.Object({ ...AccountWithKey.properties, type: Type.String() }),
    audit: ({ user_id }) => ({ kind: 'bot_create', user_id }),
    run(app, { shortName, name = shortName, type, url = '', as }: NewBot) {
      const draft = {
        short_name: shortName,
        full_name: name,
        bot_type: BOT[type],
        payload_url: url,
        interface_type: 1,
      };
      return { ...accountWithKey(createBot(app, requireActor(app, { as }), draft)), type };
    },
  }),
  'bot-list': operation({
    result: Type.Array(
      Type.Object({
        user_id: Type.Integer(),
        email: Type.String(),
        full_name: Type.String(),
        type: Type.String(),
        owner: Nullable(Type.String()),
        is_active: Type.Boolean(),
        ...keyLimit,
      }),
    ),
    audit: 'reads',
    run: (app) =>
      app.users.allBots().map((id) => {
        const { email, full_name, bot_type, bot_owner_id, is_active } = app.users.byId(id)!;
        const owner = bot_owner_id === null ? null : (app.users.byId(bot_owner_id)?.email ?? null);
        const type = KINDS.get(bot_type)!;
        return { user_id: id, email, full_name, type, owner, is_active, ...describeKeyLimit(app, id) };
      }),
  }),
  'bot-token': operation({
    result: Type.Object({ email: Type.String(), api_key: Type.String() }),
    audit: (_, args, app) => ({
      kind: args.new ? 'api_key_replace' : 'api_key_read',
      user_id: requireBot(app, args.bot).id,
    }),
    run(app: App, args: { bot: string; new?: boolean }) {
      const bot = requireBot(app, args.bot);
      if (args.new) replaceKey(app, bot);
      const { email, api_key } = app.users.byId(bot.id)!;
      return { email, api_key };
    },
  }),
  'bot-limit': operation({
    result: Type.Object({ user_id: Type.Integer(), email: Type.String(), ...keyLimit }),
    audit: ({ user_id, key_channels, key_read_only }, { channels, readOnly }) =>
      channels === undefined && readOnly === undefined
        ? undefined
        : {
            kind: 'bot_update',
            user_id,
            details: `key_channels: ${JSON.stringify(key_channels)}, key_read_only: ${key_read_only}`,
          },
    run(app: App, { bot: who, channels, readOnly }: { bot: string; channels?: string[] | null; readOnly?: boolean }) {
      const bot = requireBot(app, who);
      const chosen = channels === null ? null : channels?.map((name) => requireChannel(app, name).id);
      const most = LIMITS.key_channels;
      if (chosen && chosen.length > most) throw badRequest(`A key is limited to at most ${most} channels`);
      limitKey(app, bot, mergeKeyLimit(bot.key_limit, { key_channels: chosen, key_read_only: readOnly }));
      return { user_id: bot.id, email: bot.email, ...describeKeyLimit(app, bot.id) };
    },
  }),
  /** The URL contains the bot's API key. */
  'webhook-url': operation({
    result: Type.Object({ url: Type.String() }),
    audit: (_, { bot }, app) => ({ kind: 'api_key_read', user_id: requireBot(app, bot).id }),
    run(app: App, { service, bot: who, channel, topic }: Webhook) {
      if (!findTemplate(app, service) && !SERVICES.some(({ name }) => name === service))
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
  }),
  'webhook-create': operation({
    result: Type.Object({ id: Type.Integer(), url: Type.String() }),
    audit: ({ id }, { bot }, app) => ({
      kind: 'bot_update',
      user_id: requireBot(app, bot).id,
      details: `new webhook address ${id}`,
    }),
    run(app: App, { service, bot, channel, topic, secret }: Webhook & { secret?: string }) {
      const channel_id = channel === undefined ? null : requireChannel(app, channel).id;
      const { token, address } = createAddress(app, requireBot(app, bot), { service, channel_id, topic, secret });
      return { id: address.id, url: `${app.config.url}/hooks/${token}` };
    },
  }),
  'webhook-list': operation({
    result: Type.Array(
      Type.Object({
        id: Type.Integer(),
        bot: Type.String(),
        service: Type.String(),
        channel: Nullable(Type.String()),
        topic: Nullable(Type.String()),
        is_signed: Type.Boolean(),
      }),
    ),
    audit: 'reads',
    run: (app) =>
      app.webhookAddresses.list().map(({ id, bot_id, service, channel_id, topic, secret }) => ({
        id,
        bot: app.users.byId(bot_id)!.email,
        service,
        channel: channel_id === null ? null : app.channels.byId(channel_id)!.name,
        topic,
        is_signed: secret !== null,
      })),
  }),
  'webhook-revoke': operation({
    result: Type.Object({ id: Type.Integer(), user_id: Type.Integer() }),
    audit: ({ id, user_id }) => ({ kind: 'bot_update', user_id, details: `revoked webhook address ${id}` }),
    run(app: App, { id }: { id: number }) {
      const address = app.webhookAddresses.byId(id);
      if (!address) throw notFound(`No webhook address has the number ${id}`);
      revokeAddress(app, address);
      return { id, user_id: address.bot_id };
    },
  }),
  'feed-add': operation({
    result: Type.Object({ id: Type.Integer(), title: Type.String() }),
    audit: ({ id }, { bot }, app) => ({
      kind: 'bot_update',
      user_id: requireBot(app, bot).id,
      details: `new feed ${id}`,
    }),
    async run(app: App, { url, topic, ...where }: FeedPlace & { url: string }) {
      requireFeedPlace(app, where);
      const address = requireFeedUrl(url);
      const answer = await fetchFeed(app, { url: address, known: null, etag: null, modified: null });
      const { id, title } = addFeed(app, { ...requireFeedPlace(app, where), topic, url: address }, answer);
      return { id, title };
    },
  }),
  'feed-import': operation({
    result: Type.Object({ added: Type.Integer(), skipped: Type.Integer() }),
    audit: ({ added }, { bot }, app) => ({
      kind: 'bot_update',
      user_id: requireBot(app, bot).id,
      details: `${added} new feeds`,
    }),
    async run(app: App, { opml, topic, ...where }: FeedPlace & { opml: string }) {
      requireFeedPlace(app, where);
      if (opml.length > LIMITS.opml_length) throw badRequest(`The file has more than ${LIMITS.opml_length} characters`);
      const urls = await readFeedList(app, opml);
      const added = addFeeds(app, { ...requireFeedPlace(app, where), topic }, urls);
      return { added, skipped: urls.length - added };
    },
  }),
  'feed-list': operation({
    result: Type.Array(
      Type.Object({
        id: Type.Integer(),
        title: Type.String(),
        url: Type.String(),
        bot: Type.String(),
        channel: Type.String(),
        topic: Nullable(Type.String()),
        error: Nullable(Type.String()),
      }),
    ),
    audit: 'reads',
    run: (app) =>
      app.feeds.list().map(({ id, title, url, bot_id, channel_id, topic, error }) => ({
        ...{ id, title, url, topic, error },
        bot: app.users.byId(bot_id)!.email,
        channel: app.channels.byId(channel_id)!.name,
      })),
  }),
  'feed-remove': operation({
    result: Type.Object({ id: Type.Integer(), user_id: Type.Integer() }),
    audit: ({ id, user_id }) => ({ kind: 'bot_update', user_id, details: `removed feed ${id}` }),
    run(app: App, { id }: { id: number }) {
      const feed = app.feeds.byId(id);
      if (!feed) throw notFound(`No feed has the number ${id}`);
      removeFeed(app, feed);
      return { id, user_id: feed.bot_id };
    },
  }),
};

interface FeedPlace {
  bot: string;
  channel: string;
  topic?: string;
}

function requireFeedPlace(app: App, { bot, channel }: FeedPlace) {
  const poster = requireBot(app, bot);
  return { bot: poster, channel: requirePostable(app, poster, requireChannel(app, channel)) };
}
