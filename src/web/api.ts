import type { Static, TObject, TProperties } from 'typebox';
import type * as alertWords from '../chat/alert-words/endpoints.ts';
import type * as avatars from '../chat/avatars/endpoints.ts';
import type * as bots from '../chat/bots/endpoints.ts';
import type * as calls from '../chat/calls/endpoints.ts';
import type * as channelFolders from '../chat/channel-folders/endpoints.ts';
import type * as channelSettings from '../chat/channel-settings/endpoints.ts';
import type * as channels from '../chat/channels/endpoints.ts';
import type * as commands from '../chat/commands/endpoints.ts';
import type * as defaultChannels from '../chat/default-channels/endpoints.ts';
import type * as drafts from '../chat/drafts/endpoints.ts';
import type * as exports from '../chat/exports/endpoints.ts';
import type * as invitations from '../chat/invitations/endpoints.ts';
import type * as joining from '../chat/joining/endpoints.ts';
import type * as linkifiers from '../chat/linkifiers/endpoints.ts';
import type * as mailDelivery from '../chat/mail-delivery/endpoints.ts';
import type * as edits from '../chat/messages/edit-endpoints.ts';
import type * as messages from '../chat/messages/endpoints.ts';
import type * as fetching from '../chat/messages/fetch-endpoints.ts';
import type * as receipts from '../chat/messages/receipts-endpoints.ts';
import type * as welcomes from '../chat/messages/welcome-endpoints.ts';
import type * as mutedUsers from '../chat/muted-users/endpoints.ts';
import type * as navigationViews from '../chat/navigation-views/endpoints.ts';
import type * as organization from '../chat/organization/endpoints.ts';
import type * as people from '../chat/people/endpoints.ts';
import type * as playgrounds from '../chat/playgrounds/endpoints.ts';
import type * as presence from '../chat/presence/endpoints.ts';
import type * as profileFields from '../chat/profile-fields/endpoints.ts';
import type * as reactions from '../chat/reactions/endpoints.ts';
import type * as realm from '../chat/realm/endpoints.ts';
import type * as realmDomains from '../chat/realm-domains/endpoints.ts';
import type * as realmEmoji from '../chat/realm-emoji/endpoints.ts';
import type * as realmImages from '../chat/realm-images/endpoints.ts';
import type * as register from '../chat/register/endpoints.ts';
import type * as reminders from '../chat/reminders/endpoints.ts';
import type * as savedSnippets from '../chat/saved-snippets/endpoints.ts';
import type * as scheduledMessages from '../chat/scheduled-messages/endpoints.ts';
import type * as settings from '../chat/settings/endpoints.ts';
import type * as submessages from '../chat/submessages/endpoints.ts';
import type * as subscriptions from '../chat/subscriptions/endpoints.ts';
import type * as topics from '../chat/topics/endpoints.ts';
import type * as typing from '../chat/typing/endpoints.ts';
import type * as uploads from '../chat/uploads/endpoints.ts';
import type * as userGroups from '../chat/user-groups/endpoints.ts';
import type * as userStatus from '../chat/user-status/endpoints.ts';
import type * as userTopics from '../chat/user-topics/endpoints.ts';
import type * as users from '../chat/users/endpoints.ts';

import type * as webPush from '../chat/web-push/endpoints.ts';
import { openBook } from './refusals.ts';

type EndpointsOf<M> = Extract<M[keyof M], { kind: 'endpoint' }>;

/** The resources the client asks: another one is a line more here, and its endpoints are known with their types. */
type Known =
  | EndpointsOf<typeof alertWords>
  | EndpointsOf<typeof avatars>
  | EndpointsOf<typeof joining>
  | EndpointsOf<typeof mutedUsers>
  | EndpointsOf<typeof bots>
  | EndpointsOf<typeof calls>
  | EndpointsOf<typeof channelFolders>
  | EndpointsOf<typeof channelSettings>
  | EndpointsOf<typeof channels>
  | EndpointsOf<typeof commands>
  | EndpointsOf<typeof defaultChannels>
  | EndpointsOf<typeof drafts>
  | EndpointsOf<typeof edits>
  | EndpointsOf<typeof exports>
  | EndpointsOf<typeof fetching>
  | EndpointsOf<typeof invitations>
  | EndpointsOf<typeof linkifiers>
  | EndpointsOf<typeof mailDelivery>
  | EndpointsOf<typeof messages>
  | EndpointsOf<typeof navigationViews>
  | EndpointsOf<typeof organization>
  | EndpointsOf<typeof people>
  | EndpointsOf<typeof playgrounds>
  | EndpointsOf<typeof presence>
  | EndpointsOf<typeof profileFields>
  | EndpointsOf<typeof reactions>
  | EndpointsOf<typeof realm>
  | EndpointsOf<typeof realmDomains>
  | EndpointsOf<typeof realmEmoji>
  | EndpointsOf<typeof realmImages>
  | EndpointsOf<typeof receipts>
  | EndpointsOf<typeof register>
  | EndpointsOf<typeof reminders>
  | EndpointsOf<typeof savedSnippets>
  | EndpointsOf<typeof scheduledMessages>
  | EndpointsOf<typeof settings>
  | EndpointsOf<typeof submessages>
  | EndpointsOf<typeof subscriptions>
  | EndpointsOf<typeof topics>
  | EndpointsOf<typeof typing>
  | EndpointsOf<typeof uploads>
  | EndpointsOf<typeof userGroups>
  | EndpointsOf<typeof userStatus>
  | EndpointsOf<typeof userTopics>
  | EndpointsOf<typeof users>
  | EndpointsOf<typeof webPush>
  | EndpointsOf<typeof welcomes>;

type Table = { [E in Known as `${E['method']} ${E['path']}`]: E };
export type Route = keyof Table;
type Shape<P> = P extends TProperties ? Static<TObject<P>> : never;
/** What has a default need not be given. */
export type Params<R extends Route> = Partial<Shape<Table[R]['params']>>;
export type Reply<R extends Route> = Shape<Table[R]['returns']>;

/** A refusal, in the server's words. `NETWORK` as code: nobody answered. */
export class Refusal extends Error {
  readonly code: string;
  readonly status: number;
  readonly detail: Readonly<Record<string, unknown>>;

  constructor(message: string, code: string, status: number, detail: Record<string, unknown> = {}) {
    super(message);
    this.code = code;
    this.status = status;
    this.detail = detail;
  }

  /** Trying the same again later may help: nobody answered, or not this server, or it has too much to do. */
  get passes(): boolean {
    return this.code === 'NETWORK' || this.status >= 500 || this.status === 429;
  }
}

const PATIENCE = 3;

/**
 * Asks the server, in the words of an endpoint's declaration: `ask('GET /messages', { anchor: 'newest', … })`. Waits and asks again
 * where it is told that it asks too often. Throws Refusal.
 */
export async function ask<R extends Route>(route: R, params: Params<R> = {}, signal?: AbortSignal): Promise<Reply<R>> {
  return send(route, params, [], signal);
}

/** The same with files, as those few endpoints take them that keep pictures. */
export async function askWith<R extends Route>(route: R, params: Params<R>, files: readonly File[]): Promise<Reply<R>> {
  return send(route, params, files);
}

async function send<R extends Route>(
  route: R,
  params: Params<R>,
  files: readonly File[],
  signal?: AbortSignal,
): Promise<Reply<R>> {
  const [method, pattern] = route.split(' ', 2) as [string, string];
  const left: Record<string, unknown> = { ...params };
  const path = pattern.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = left[name];
    delete left[name];
    return encodeURIComponent(String(value));
  });
  // Signing in and out stand beside the API.
  const address = path.startsWith('/accounts/') ? path : `/json${path}`;
  const fields = files.length > 0 ? new FormData() : new URLSearchParams();
  files.forEach((file, at) => (fields as FormData).set(`file${at || ''}`, file));
  for (const [name, value] of Object.entries(left))
    if (value !== undefined) fields.set(name, typeof value === 'string' ? value : JSON.stringify(value));
  for (let tries = 1; ; tries++)
    try {
      return (await once(method, address, fields, signal)) as Reply<R>;
    } catch (error) {
      if (!(error instanceof Refusal) || error.status !== 429 || tries >= PATIENCE) throw error;
      await pause(1000 * Number(error.detail['retry-after'] ?? 1));
    }
}

const LITTLE = 30_000;
/** Who does not answer for so long does not answer any more: connections can be lost without a word. Ms. */
const LONGEST = 60_000;

async function once(
  method: string,
  address: string,
  fields: URLSearchParams | FormData,
  signal?: AbortSignal,
): Promise<unknown> {
  const reads = method === 'GET';
  const query = reads && String(fields) !== '' ? `?${fields}` : '';
  // Files take as long as they take.
  const heard = signal ?? (fields instanceof FormData ? undefined : AbortSignal.timeout(LONGEST));
  const options: RequestInit = {
    method,
    credentials: 'same-origin',
    headers: reads ? {} : { 'X-CSRFToken': csrfToken() },
    ...(!reads && { body: fields }),
    // What is done as the page goes is done all the same; browsers let that be little.
    ...(!reads &&
      document.hidden &&
      !(fields instanceof FormData) &&
      String(fields).length < LITTLE && { keepalive: true }),
    ...(heard && { signal: heard }),
  };
  let response: Response;
  let reply: Record<string, unknown> | undefined;
  try {
    response = await fetch(address + query, options);
    // Not this server's is what has another form: some proxy's before it, or half an answer.
    reply = await response.json().catch((error: unknown) => {
      if (signal?.aborted) throw error;
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Refusal('The server cannot be reached', 'NETWORK', 0);
  }
  if (response.ok && (reply || address.startsWith('/accounts/'))) return reply;
  if (!reply?.msg)
    throw new Refusal(
      'The server cannot be reached',
      response.status === 401 ? 'UNAUTHORIZED' : 'NETWORK',
      response.status,
    );
  await Promise.race([openBook(), pause(1000)]);
  throw new Refusal(String(reply.msg), String(reply.code ?? 'UNKNOWN'), response.status, reply);
}

/** What shows the server that its own page sends a request. Over HTTPS the cookie has a prefix. */
export const csrfToken = (): string => cookie('__Host-csrftoken') || cookie('csrftoken');

function cookie(name: string): string {
  const [, value = ''] = new RegExp(`(?:^|; )${name}=([^;]*)`).exec(document.cookie) ?? [];
  return decodeURIComponent(value);
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
