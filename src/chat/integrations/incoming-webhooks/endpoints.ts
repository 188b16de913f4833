import { type TProperties, Type } from 'typebox';
import type { App } from '../../../app.ts';
import type { Caller } from '../../../kernel/http/endpoint.ts';
import { Maybe } from '../../../kernel/http/schema.ts';

import { endpoint } from '../../declare.ts';
import type { User } from '../../people/users/types.ts';
import { loadServiceFor } from '../webhook-templates/checks.ts';
import { requireServiceName } from '../webhook-templates/rules.ts';
import { decodeAgain, receive } from './actions.ts';
import { readHeaders, readQuery } from './rendering/request.ts';
import { findChallenge, findKey, requireBotWithKey } from './rules.ts';
import { type Delivery, HELLOSIGN_ANSWER, type Service, type WebhookOptions } from './types.ts';

const address = {
  /** The bot's key. Absent: it is the password of HTTP Basic, or the token of `Authorization: Bearer`. */
  api_key: Maybe(Type.String()),
  /** A channel's name or id. Absent: the bot's owner receives the message. */
  stream: Maybe(Type.String()),
  topic: Maybe(Type.String()),
  only_events: Maybe(Type.Array(Type.String())),
  exclude_events: Maybe(Type.Array(Type.String())),
  /** Names of Git branches, separated by commas, with `*` for anything. */
  branches: Maybe(Type.String()),
  ignore_private_repositories: Maybe(Type.String()),
  /** For GitLab: whether the title of a merge request is part of the topic. */
  use_merge_request_title: Maybe(Type.String()),
  /** For Slack: whether its channels become topics. */
  channels_map_to_topics: Maybe(Type.String()),
  /** For alertmanager: the labels for topic and text. */
  name: Maybe(Type.String()),
  desc: Maybe(Type.String()),
} satisfies TProperties;

const params = {
  ...address,
  /** The program's payload: the body, or a field of a form. */
  payload: Type.Unsafe<unknown>({}),
};

interface ReceivedDelivery extends Omit<WebhookOptions, 'branches' | 'ignore_private_repositories'> {
  api_key?: string | undefined;
  branches?: string;
  ignore_private_repositories?: string;
  payload: unknown;
}

interface Sender {
  app: App;
  caller: Caller<User>;
  fields: Readonly<Record<string, string>>;
}

const FORM = /^(?:application\/x-www-form-urlencoded|multipart\/form-data)\b/i;

/** Throws for a wrong key before the body is read. Only a form can contain the key; those are limited by address. */
function admit({ app, caller, fields: { api_key } }: Sender): void {
  const mayContainKey = api_key === undefined && FORM.test(caller.raw.headers['content-type'] ?? '');
  if (mayContainKey && !findBot(app, caller, undefined)) app.limits.take('api_by_ip', caller.ip);
  else takeRequest(app, caller, api_key);
}

export const external = endpoint({
  method: 'POST',
  path: '/external/{service}',
  summary: 'Receive a delivery of another program for an incoming-webhook bot',
  auth: 'public',
  limit: 'none',
  json: 'payload',
  admit,
  params: { service: Type.String(), ...params },
  returns: { msg: Type.String(), challenge: Maybe(Type.String()) },
  prepare: ({ app, params: { service, ...received }, caller }) =>
    loadService(app, caller, { name: service, ...received }),
  handle: ({ app, params: { service: _, ...received }, caller, prepared }) =>
    handleDelivery(app, caller, { ...received, ...prepared }),
});

/** Programs that send to Slack, such as Alertmanager, repeat what is not answered with `ok: true`. */
export const externalSlack = endpoint({
  method: 'POST',
  path: '/external/slack_incoming',
  summary: 'Receive a message in the format of Slack, with an answer in that format too',
  auth: 'public',
  limit: 'none',
  json: 'payload',
  admit,
  params,
  returns: { ok: Type.Boolean() },
  errorFields: ({ status, message }) => (status < 300 ? { ok: true } : { ok: false, error: message }),
  prepare: ({ app, params: received, caller }) => loadService(app, caller, { name: 'slack_incoming', ...received }),
  handle({ app, params: received, caller, prepared }) {
    handleDelivery(app, caller, { ...received, ...prepared });
    return { ok: true };
  },
});

/** Some programs request their address before they use it. Dropbox expects its challenge as the whole answer. */
export const externalTest = endpoint({
  method: 'GET',
  path: '/external/{service}',
  summary: 'Test the address of an incoming webhook',
  auth: 'public',
  limit: 'none',
  mediaType: 'text/plain',
  params: { service: Type.String(), ...address, challenge: Maybe(Type.String()) },
  serve({ app, params: { service, api_key, challenge: body = 'success' }, caller }) {
    takeRequest(app, caller, api_key);
    requireServiceName(app, service);
    return { type: 'text/plain', body, etag: 'test', cache: 'no-store' };
  },
});

/** Counts a request, and throws unless its key is valid. Wrong keys are counted by address, valid ones by bot. */
function takeRequest(app: App, caller: Caller<User>, api_key: string | undefined): void {
  const bot = findBot(app, caller, api_key);
  app.limits.take(bot ? 'api_by_user' : 'api_by_ip', bot ? String(bot.id) : caller.ip);
  requireBotWithKey(app, findKey(caller.raw.headers.authorization, api_key));
}

const WITH_KEY = /^(?:basic|bearer) /i;

/** The bot with the key of a parameter, or with that of the Authorization header. Undefined: there is none. */
function findBot(app: App, { raw }: Caller<User>, api_key: string | undefined): User | undefined {
  const { authorization = '' } = raw.headers;
  if (api_key === undefined && !WITH_KEY.test(authorization)) return undefined;
  return app.users.byApiKey(findKey(authorization, api_key));
}

interface PreparedDelivery {
  service: Service;
  delivery: Delivery;
  /** undefined: the key is in the Authorization header. */
  api_key: string | undefined;
}

/** The request was counted when its sender was admitted, before its service is loaded, which may take time. */
async function loadService(
  app: App,
  caller: Caller<User>,
  { name, api_key: field, payload }: { name: string } & Pick<ReceivedDelivery, 'api_key' | 'payload'>,
): Promise<PreparedDelivery> {
  const query = readQuery(caller.raw);
  const api_key = query.api_key ?? field;
  requireBotWithKey(app, findKey(caller.raw.headers.authorization, api_key));
  const delivery = { payload, headers: readHeaders(caller.raw), query };
  return { service: await loadServiceFor(app, name, delivery), delivery, api_key };
}

function handleDelivery(
  app: App,
  caller: Caller<User>,
  { service, delivery, api_key, branches, ignore_private_repositories, ...wishes }: ReceivedDelivery & PreparedDelivery,
): { msg: string; challenge?: string } {
  const { query, payload } = delivery;
  const bot = requireBotWithKey(app, findKey(caller.raw.headers.authorization, api_key));
  const challenge = findChallenge(payload);
  if (challenge !== undefined) return { msg: '', challenge };
  const topic = query.topic ?? wishes.topic;
  receive(app, bot, service, delivery, {
    stream: query.stream ?? wishes.stream,
    ...(topic !== undefined && topic !== '' && { topic: decodeAgain(topic) }),
    only_events: wishes.only_events,
    exclude_events: wishes.exclude_events,
    ...(branches !== undefined && { branches: branches.split(',').map((branch) => branch.trim()) }),
    ignore_private_repositories: /^(?:true|1)$/.test(ignore_private_repositories ?? ''),
  });
  return { msg: service.name === 'hellosign' ? HELLOSIGN_ANSWER : '' };
}
