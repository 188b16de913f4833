import { Type } from 'typebox';
import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { methodNotAllowed, notFound } from '../../../kernel/errors.ts';
import { getForeignBody } from '../../../kernel/http/body.ts';
import type { Served } from '../../../kernel/http/deliver.ts';
import type { Caller } from '../../../kernel/http/endpoint.ts';
import { Maybe } from '../../../kernel/http/schema.ts';
import { endpoint } from '../../declare.ts';
import type { User } from '../../people/users/types.ts';
import { readHeaders, readQuery } from '../incoming-webhooks/rendering/request.ts';
import { findChallenge, findKey } from '../incoming-webhooks/rules.ts';
import { HELLOSIGN_ANSWER } from '../incoming-webhooks/types.ts';
import { loadServiceFor } from '../webhook-templates/checks.ts';
import { receiveAt } from './log-actions.ts';
import { answersTests, answerTest, requireAddress, requireSignature } from './rules.ts';
import type { WebhookAddress } from './types.ts';

const params = {
  token: Type.String(),
  only_events: Maybe(Type.Array(Type.String())),
  exclude_events: Maybe(Type.Array(Type.String())),
  /** The program's payload: the body, or a field of a form. */
  payload: Type.Unsafe<unknown>({}),
};

export const hook = endpoint({
  method: 'POST',
  path: '/hooks/{token}',
  root: true,
  summary: 'Receive a delivery of another program at an address with a token',
  auth: 'public',
  limit: 'none',
  json: 'payload',
  params,
  admit: ({ app, caller, fields: { token = '' } }) => void findAddress(app, caller, chooseToken(caller, { token })),
  serve: ({ app, params: delivery, caller }) => answer(app, caller, delivery),
});

/** The addresses that senders build themselves from a host and a token. */
export const hookForm = endpoint({
  method: 'POST',
  path: '/hooks/{token}/{form}',
  root: true,
  summary:
    'Receive a message in the format of Slack (slack), Gotify (message) or ntfy (a topic), or of GitHub (github)',
  auth: 'public',
  limit: 'none',
  json: 'payload',
  params: { ...params, form: Type.String() },
  admit: ({ app, caller, fields: { token = '' } }) => void findAddress(app, caller, token),
  serve: ({ app, params: delivery, caller }) => answer(app, caller, delivery),
});

/** shoutrrr joins a server of Gotify that has a path, such as /hooks/, and /message with two slashes. */
export const hookMessage = endpoint({
  method: 'POST',
  path: '/hooks//message',
  root: true,
  summary: 'Receive a message in the format of Gotify from a program that writes two slashes',
  auth: 'public',
  limit: 'none',
  json: 'payload',
  params: { payload: Type.Unsafe<unknown>({}) },
  admit: ({ app, caller }) => void findAddress(app, caller, chooseToken(caller, { token: 'message' })),
  serve: ({ app, params: { payload }, caller }) => answer(app, caller, { token: 'message', payload }),
});

/** Programs for ntfy that know only a server post JSON with its topic to it, with a token or a password for it. */
export const hookServer = endpoint({
  method: 'POST',
  path: '/',
  root: true,
  summary: 'Receive a message in the format of ntfy with the token of an address in its Authorization header',
  auth: 'public',
  limit: 'none',
  json: 'payload',
  params: { payload: Type.Unsafe<unknown>({}) },
  admit: ({ app, caller }) => void findAddress(app, caller, tokenOfServer(caller)),
  serve: ({ app, params: { payload }, caller }) =>
    answer(app, caller, { token: tokenOfServer(caller), service: 'ntfy', payload }),
});

/** Other programs for ntfy post a text to the server and the topic, with the token as their token or password. */
export const hookTopic = endpoint({
  method: 'POST',
  path: '/{ntfy_topic}',
  root: true,
  summary: 'Receive a message for a topic of ntfy with the token of an address in its Authorization header',
  auth: 'public',
  limit: 'none',
  json: 'payload',
  params: { ntfy_topic: Type.String(), payload: Type.Unsafe<unknown>({}) },
  admit({ app, caller, fields: { ntfy_topic = '' } }) {
    if (caller.raw.headers.authorization === undefined || !/^[-\w]{1,64}$/.test(ntfy_topic))
      throw notFound(`No such path: /${ntfy_topic}`);
    findAddress(app, caller, tokenOfServer(caller));
  },
  serve: ({ app, params: { ntfy_topic, payload }, caller }) =>
    answer(app, caller, { token: tokenOfServer(caller), form: ntfy_topic, service: 'ntfy', payload }),
});

function tokenOfServer({ raw: { headers } }: Caller<User>): string {
  return headers.authorization === undefined ? '' : findKey(headers.authorization, undefined);
}

/** The parameters in which programs send a message by GET, such as Home Assistant and Uptime Kuma. It is not posted. */
const CONTENTS = ['message', 'msg', 'text', 'body', 'content', 'title', 'payload', 'data', 'heartbeat'];

/** Some programs request their address before they use it, and Dropbox compares the answer with its challenge. */
export const hookTest = endpoint({
  method: 'GET',
  path: '/hooks/{token}',
  root: true,
  summary: 'Test an address with a token',
  auth: 'public',
  limit: 'none',
  params: {
    token: Type.String(),
    challenge: Maybe(Type.String()),
    /** What Netdata Cloud sends, and expects signed with the secret of the address. */
    crc_token: Maybe(Type.String()),
  },
  serve({ app, params: { token, challenge, crc_token }, caller }) {
    const address = findAddress(app, caller, token);
    if (crc_token !== undefined && address.secret !== null && answersTests(address))
      return json({ response_token: answerTest(address.secret, crc_token) });
    const query = readQuery(caller.raw);
    if (CONTENTS.some((name) => name in query)) throw methodNotAllowed(['POST']);
    return challenge === undefined ? json(SUCCESS) : serveText('text/plain', challenge.slice(0, 1000));
  },
});

interface HookDelivery {
  token: string;
  form?: string;
  /** The service whose format it has. Absent: the form or the address names it. */
  service?: string;
  only_events?: readonly string[];
  exclude_events?: readonly string[];
  payload: unknown;
}

const FORMS: Readonly<Record<string, string>> = { slack: 'slack_incoming', github: 'github', message: 'gotify' };
/** Programs that post to a chat choose the format by themselves. */
const CHATS = ['mattermost', 'discord', 'slack_incoming', 'gotify', 'ntfy'];

async function answer(
  app: App,
  caller: Caller<User>,
  { token: named, form, service: format, payload, ...wishes }: HookDelivery,
): Promise<Served> {
  const headers = readHeaders(caller.raw);
  const query = readQuery(caller.raw);
  const isKeyed = isGotify({ token: named, form });
  const token = chooseToken(caller, { token: named, form });
  const found = requireAddress(app, token).address;
  const name = format ?? chooseService(found.service, isKeyed ? 'message' : form, payload);
  if (name === 'ntfy' && form !== undefined) query.ntfy_topic = form;
  const delivery = { payload, headers, query };
  const service = await loadServiceFor(app, name, delivery);
  // It may have been revoked meanwhile.
  const { address, bot } = requireAddress(app, token);
  if (address.secret !== null && !answersTests(address))
    requireSignature(address.secret, { headers, body: getForeignBody(caller.raw) });
  const challenge = findChallenge(payload);
  if (challenge !== undefined) return json({ challenge });
  const id = receiveAt(app, { bot, address, service }, delivery, wishes);
  return replyTo(name, { id: id ?? 0, time: seconds(app.clock), payload, isAwaited: query.wait === 'true' });
}

type Named = Pick<HookDelivery, 'token' | 'form'>;

/** Gotify's clients send the token in a header or a parameter, to the address /hooks/message. */
const isGotify = ({ token, form }: Named): boolean => token === 'message' && form === undefined;

function chooseToken({ raw }: Caller<User>, named: Named): string {
  if (!isGotify(named)) return named.token;
  return readHeaders(raw)['x-gotify-key'] ?? readQuery(raw).token ?? '';
}

/** Wrong tokens are counted by address, valid requests by bot. */
function findAddress(app: App, caller: Caller<User>, token: string): WebhookAddress {
  try {
    const { address, bot } = requireAddress(app, token);
    app.limits.take('api_by_user', String(bot.id));
    return address;
  } catch (error) {
    app.limits.take('api_by_ip', caller.ip);
    throw error;
  }
}

function chooseService(own: string, form: string | undefined, payload: unknown): string {
  if (form !== undefined) return FORMS[form] ?? 'ntfy';
  const fields = typeof payload === 'object' && payload !== null ? payload : {};
  return CHATS.includes(own) && ('embeds' in fields || 'content' in fields) ? 'discord' : own;
}

interface Reply {
  id: number;
  time: number;
  payload: unknown;
  isAwaited: boolean;
}

/** The answer that senders of a format expect. */
function replyTo(service: string, { id, time, payload, isAwaited }: Reply): Served {
  const text = typeof payload === 'string' ? payload : '';
  switch (service) {
    case 'slack_incoming':
    case 'mattermost':
      return serveText('text/plain', 'ok');
    case 'hellosign':
      return serveText('text/plain', HELLOSIGN_ANSWER);
    case 'discord':
      return isAwaited ? json({ id: String(id), type: 0 }) : { ...serveText('text/plain', ''), status: 204 };
    case 'gotify':
      return json({ id, appid: 0, ...(payload as object), date: new Date(time * 1000).toISOString() });
    case 'ntfy':
      return json({ id: String(id), time, event: 'message', message: text });
    default:
      return json(SUCCESS);
  }
}

const SUCCESS = { result: 'success', msg: '' };
const serveText = (type: string, body: string) => ({ type, body, etag: 'delivery', cache: 'no-store' });
const json = (value: object): Served => serveText('application/json', JSON.stringify(value));
