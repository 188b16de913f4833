import { createHash, randomBytes } from 'node:crypto';
import { Type } from 'typebox';
import { badRequest } from '../../../kernel/errors.ts';
import { endpoint } from '../../declare.ts';
import type { User } from '../../people/users/types.ts';

export const createBigBlueButtonCall = endpoint({
  method: 'GET',
  path: '/calls/bigbluebutton/create',
  summary: 'Get the URL of a new BigBlueButton call',
  params: { meeting_name: Type.String({ minLength: 1 }), voice_only: Type.Boolean({ default: false }) },
  returns: { url: Type.String() },
  async prepare({ app, user, params }) {
    const { bigBlueButtonUrl: url, bigBlueButtonSecret: secret } = app.config.choices;
    if (!url || !secret) throw badRequest('BigBlueButton is not configured.');
    return bigBlueButtonCall({ url, secret }, user, params.meeting_name, params.voice_only);
  },
  handle: ({ prepared: url }) => ({ url }),
});

interface BigBlueButton {
  url: string;
  secret: string;
}

/**
 * Creates a meeting. Returns a URL with which anyone joins as a guest under the caller's name. Throws if the call
 * server fails.
 */
async function bigBlueButtonCall(server: BigBlueButton, user: User, name: string, voiceOnly: boolean): Promise<string> {
  const meetingID = randomBytes(16).toString('hex');
  const create = signed(server, 'create', { meetingID, name, lockSettingsDisableCam: String(voiceOnly) });
  const answer = await fetch(create, { signal: AbortSignal.timeout(10_000) }).catch(() => undefined);
  if (!answer?.ok) throw badRequest('Error connecting to the BigBlueButton server.');
  if (!(await answer.text()).includes('<returncode>SUCCESS</returncode>'))
    throw badRequest('BigBlueButton server returned an unexpected error.');
  return signed(server, 'join', { meetingID, role: 'MODERATOR', fullName: user.full_name });
}

/** A request to BigBlueButton's API. It ends with the hash of the query and the secret. */
function signed({ url, secret }: BigBlueButton, call: 'create' | 'join', fields: Record<string, string>): string {
  const query = new URLSearchParams(fields).toString();
  const checksum = createHash('sha256').update(`${call}${query}${secret}`).digest('hex');
  return `${url.replace(/\/+$/, '')}/api/${call}?${query}&checksum=${checksum}`;
}

export const createZoomCall = endpoint({
  method: 'POST',
  path: '/calls/zoom/create',
  summary: 'Get the URL of a new Zoom call',
  params: { is_video_call: Type.Boolean({ default: true }) },
  returns: { url: Type.String() },
  handle() {
    // Zoom requires a registered app for every server, which cannot be configured here.
    throw badRequest('Zoom credentials have not been configured');
  },
});
