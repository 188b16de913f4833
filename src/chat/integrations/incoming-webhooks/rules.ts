import type { App } from '../../../app.ts';
import { ApiError, invalidKey, missing, notFound, userDeactivated } from '../../../kernel/errors.ts';
import type { User } from '../../people/users/types.ts';
import { BOT } from '../bots/types.ts';
import { boundPayload } from './rendering/bounds.ts';
import { renderNotice, renderParts } from './rendering/render-notice.ts';
import { type OfferedService, SERVICES } from './services/table.ts';
import type { Delivery, Notice, Sample, Service, WebhookOptions } from './types.ts';

/** Returns the incoming-webhook bot with this key. All other keys throw the same INVALID_API_KEY. */
export function requireBotWithKey(app: App, key: string): User {
  const bot = app.users.byApiKey(key);
  if (bot?.bot_type !== BOT.incoming)
    throw new ApiError(401, 'INVALID_API_KEY', invalidKey().message, {}, invalidKey().headers);
  if (!bot.is_active) throw userDeactivated();
  return bot;
}

/** The key of a request: a parameter, or in its Authorization header. Programs that know only Basic send it so. */
export function findKey(authorization: string | undefined, api_key: string | undefined): string {
  if (api_key !== undefined) return api_key;
  const [scheme = '', credentials = ''] = (authorization ?? '').split(' ', 2);
  if (/^bearer$/i.test(scheme)) return credentials;
  if (!/^basic$/i.test(scheme)) throw missing('api_key');
  const text = Buffer.from(credentials, 'base64').toString();
  return text.slice(text.indexOf(':') + 1) || text.split(':', 1)[0]!;
}

/** Slack's events begin with a request whose challenge must be in the answer. */
export function findChallenge(payload: unknown): string | undefined {
  if (typeof payload !== 'object' || payload === null) return undefined;
  const { type, challenge } = payload as { type?: unknown; challenge?: unknown };
  return type === 'url_verification' && typeof challenge === 'string' ? challenge.slice(0, 1000) : undefined;
}

/** The headers and fields with which services number their deliveries. */
const ID_HEADERS = [
  'x-github-delivery',
  'x-gitea-delivery',
  'x-forgejo-delivery',
  'x-gogs-delivery',
  'x-gitlab-event-uuid',
];

/** The sender's id of a delivery, which is the same when it is sent again. */
export function deliveryId({ headers, payload }: Delivery): string | undefined {
  const id = ID_HEADERS.map((name) => headers[name]).find((value) => value);
  if (id !== undefined || typeof payload !== 'object' || payload === null) return id;
  const { id: own, object, type, event_id } = payload as Record<string, unknown>;
  if (object === 'event' && typeof own === 'string') return own;
  return type === 'event_callback' && typeof event_id === 'string' ? event_id : undefined;
}

/** Throws if Klatch has no such service. */
export function requireOffered(name: string): OfferedService {
  const service = SERVICES.find((one) => one.name === name);
  if (!service) throw notFound(`No such integration: ${name}`);
  return service;
}

/** A sample as its service would send it. */
export const sampleDelivery = ({
  headers = {},
  query = {},
  payload,
}: Pick<Sample, 'headers' | 'query' | 'payload'>): Delivery => ({
  payload,
  headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
  query,
});

/** Parses a delivery with its service. Throws ANOMALOUS_WEBHOOK_PAYLOAD if that fails. */
export const requireNotice = (service: Service, delivery: Delivery): Notice | undefined =>
  parseDelivery(service, delivery, (bounded) =>
    'read' in service ? service.read(bounded) : renderNotice(service, bounded),
  );

/** Parses a delivery like `requireNotice` into a notice for each topic that it is about. */
export const requireNotices = (service: Service, delivery: Delivery): Notice[] =>
  parseDelivery(service, delivery, (bounded) => {
    if (!('read' in service)) return renderParts(service, bounded);
    if (service.readParts) return service.readParts(bounded);
    const notice = service.read(bounded);
    return notice ? [notice] : [];
  });

function parseDelivery<T>(service: Service, delivery: Delivery, parse: (bounded: Delivery) => T): T {
  const mostText = 'read' in service ? service.most_text : undefined;
  try {
    return parse({ ...delivery, payload: boundPayload(delivery.payload, mostText) });
  } catch (error) {
    if (error instanceof ApiError) throw error;
    throw new ApiError(
      400,
      'ANOMALOUS_WEBHOOK_PAYLOAD',
      `Unable to parse request: Did ${service.display_name} generate this event?`,
      {
        webhook_name: service.display_name,
      },
    );
  }
}

/** Whether the URL of an address asks for notices like this one. */
export function isWanted({ event, branch, isPrivate }: Notice, wishes: WebhookOptions): boolean {
  const { only_events: only, exclude_events: except, branches } = wishes;
  const isAmong = (text: string, patterns: readonly string[]) => patterns.some((pattern) => matches(text, pattern));
  if (isPrivate && wishes.ignore_private_repositories) return false;
  if (branch !== undefined && branches && !isAmong(branch, branches)) return false;
  return event === undefined || !((only && !isAmong(event, only)) || (except && isAmong(event, except)));
}

function matches(event: string, pattern: string): boolean {
  const [first = '', ...parts] = pattern.split('*');
  if (parts.length === 0) return event === pattern;
  if (!event.startsWith(first)) return false;
  let at = first.length;
  for (const part of parts.slice(0, -1)) {
    const found = event.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  const last = parts.at(-1)!;
  return event.length - last.length >= at && event.endsWith(last);
}
