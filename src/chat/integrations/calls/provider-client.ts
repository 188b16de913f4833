import { createHash, randomBytes } from 'node:crypto';
import type { App } from '../../../app.ts';
import { ApiError, badRequest } from '../../../kernel/errors.ts';
import { unreachable } from '../../../kernel/http/failure-reason.ts';
import { badStatus, isOutage, ServiceFailed } from '../../../kernel/http/outside-services.ts';
import { SERVER_FACTS } from '../../organization/realm/views.ts';
import type { User } from '../../people/users/types.ts';
import type { Room } from './memory.ts';
import { CALL_PROVIDERS } from './types.ts';

/** Milliseconds that a provider has for its answer. */
const TIMEOUT = 10_000;

/**
 * Creates a room for a call at the organization's provider. Throws if the organization has no calls, and
 * ServiceFailed if the provider fails.
 */
export async function createRoom(app: App, user: User): Promise<Room> {
  switch (app.realm.get('video_chat_provider')) {
    case CALL_PROVIDERS.jitsi:
      return sameForAll(`${jitsiServer(app).replace(/\/+$/, '')}/${randomName()}`);
    case CALL_PROVIDERS.bigBlueButton:
      return bigBlueButtonRoom(app, user, { name: app.realm.get('name'), voiceOnly: false });
    case CALL_PROVIDERS.zoom:
      return sameForAll(await zoomMeeting(app, user, true));
    case CALL_PROVIDERS.link:
      if (!app.config.choices.callUrl) throw badRequest('Calls are not configured on this server.');
      return sameForAll(app.config.choices.callUrl.replaceAll('{room}', randomName()));
    default:
      throw badRequest('Calls are turned off in this organization.');
  }
}

const sameForAll = (url: string): Room => ({ url, urlFor: () => url });

/** Anyone who knows the name of a room can enter it. */
const randomName = (): string => randomBytes(16).toString('hex');

const jitsiServer = (app: App): string => app.realm.get('jitsi_server_url') ?? SERVER_FACTS.server_jitsi_server_url;

interface BigBlueButton {
  url: string;
  secret: string;
}

/**
 * Creates a meeting. With the room's URL, anyone joins as a guest under the caller's name. Throws
 * ServiceFailed if the call server fails.
 */
export async function bigBlueButtonRoom(
  { config }: App,
  caller: User,
  { name, voiceOnly }: { name: string; voiceOnly: boolean },
): Promise<Room> {
  const { bigBlueButtonUrl: url, bigBlueButtonSecret: secret } = config.choices;
  if (!url || !secret) throw badRequest('BigBlueButton is not configured.');
  const server = { url, secret };
  const meetingID = randomName();
  const create = signCall(server, 'create', { meetingID, name, lockSettingsDisableCam: String(voiceOnly) });
  await askBigBlueButton(url, create);
  const urlFor = ({ full_name }: User) =>
    signCall(server, 'join', { meetingID, role: 'MODERATOR', fullName: full_name });
  return { url: urlFor(caller), urlFor };
}

async function askBigBlueButton(server: string, address: string): Promise<void> {
  const { status, text } = await fetchText(address, {}).catch((error) => {
    throw bigBlueButtonFailed(true, unreachable(server, error));
  });
  if (status !== 200) throw bigBlueButtonFailed(isOutage(status), badStatus(server, status));
  const [, key = 'no result'] = /<messageKey>(\w+)<\/messageKey>/.exec(text) ?? [];
  if (!text.includes('<returncode>SUCCESS</returncode>'))
    throw bigBlueButtonFailed(false, unreachable(server, new Error(`it answered with ${key}`)));
}

const bigBlueButtonFailed = (isOut: boolean, reason: string): ServiceFailed =>
  new ServiceFailed(
    isOut
      ? 'The BigBlueButton server does not answer. Try again in a minute.'
      : 'BigBlueButton server returned an unexpected error.',
    reason,
  );

async function fetchText(address: string, init: RequestInit): Promise<{ status: number; text: string }> {
  const answer = await fetch(address, { ...init, signal: AbortSignal.timeout(TIMEOUT) });
  return { status: answer.status, text: await answer.text() };
}

/** A request to BigBlueButton's API. It ends with the hash of the query and the secret. */
function signCall({ url, secret }: BigBlueButton, call: 'create' | 'join', fields: Record<string, string>): string {
  const query = new URLSearchParams(fields).toString();
  const checksum = createHash('sha256').update(`${call}${query}${secret}`).digest('hex');
  return `${url.replace(/\/+$/, '')}/api/${call}?${query}&checksum=${checksum}`;
}

/**
 * Creates a meeting of the Zoom user with the caller's address, with a server-to-server app. Returns the URL at which
 * anyone joins. Throws for callers whom the Zoom account does not know.
 */
export async function zoomMeeting({ config: { choices } }: App, user: User, isVideo: boolean): Promise<string> {
  const { zoomAccountId: account_id, zoomClientId: id, zoomClientSecret: secret, zoomUrl, zoomApiUrl } = choices;
  if (!account_id || !id || !secret) throw badRequest('Zoom credentials have not been configured');
  const query = new URLSearchParams({ grant_type: 'account_credentials', account_id });
  const basic = Buffer.from(`${id}:${secret}`).toString('base64');
  const token = await askZoom(`${zoomUrl}/oauth/token?${query}`, { Authorization: `Basic ${basic}` });
  const meeting = await askZoom(
    `${zoomApiUrl}/v2/users/${encodeURIComponent(user.email)}/meetings`,
    { Authorization: `Bearer ${String(token.access_token)}`, 'Content-Type': 'application/json' },
    { settings: { host_video: isVideo, participant_video: isVideo }, default_password: true },
  );
  if (typeof meeting.join_url !== 'string' || !/^https?:\/\//.test(meeting.join_url))
    throw zoomFailed(false, unreachable(zoomApiUrl, new Error('it answered without a usable address')));
  return meeting.join_url;
}

const zoomFailed = (isOut: boolean, reason: string): ServiceFailed =>
  new ServiceFailed(isOut ? 'Zoom does not answer. Try again in a minute.' : 'Failed to create Zoom call', reason);

/** The code of Zoom's API for an address that is not in the account. */
const UNKNOWN_USER = 1001;

async function askZoom(url: string, headers: Record<string, string>, body?: object): Promise<Record<string, unknown>> {
  const init = { method: 'POST', headers, ...(body && { body: JSON.stringify(body) }) };
  const { status, text } = await fetchText(url, init).catch((error) => {
    throw zoomFailed(true, unreachable(url, error));
  });
  const reply = parseObject(text);
  if (status === 404 && reply?.code === UNKNOWN_USER)
    throw new ApiError(400, 'UNKNOWN_ZOOM_USER', 'Unknown Zoom user email');
  if (status < 200 || status > 299 || !reply) throw zoomFailed(isOutage(status), badStatus(url, status));
  return reply;
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const reply: unknown = JSON.parse(text);
    return typeof reply === 'object' && reply !== null ? (reply as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
