import { toast } from '../../design/layers.tsx';
import { errorText } from '../../errors/error-text.ts';
import { t } from '../../i18n/text.ts';
import { request } from '../../server/request.ts';
import { store } from '../../store/store.ts';
import { insertWord } from './text-field.ts';

/** Values of `video_chat_provider`. */
const JITSI = 1;
const BIG_BLUE_BUTTON = 4;

/** Whether the organization has a provider for calls. Reads a signal. */
export const hasCalls = (): boolean => [JITSI, BIG_BLUE_BUTTON].includes(provider());

const provider = (): number => store.realm.value.realm_video_chat_provider;

/** Inserts a link to a new call of the organization's provider into the message. */
export async function insertCall(field: HTMLTextAreaElement): Promise<void> {
  try {
    const url = provider() === BIG_BLUE_BUTTON ? await bigBlueButtonCall() : jitsiCall();
    insertWord(field, `[${t('Join video call')}](${url})`);
  } catch (error) {
    toast(errorText(error as Error), true);
  }
}

async function bigBlueButtonCall(): Promise<string> {
  const meeting_name = store.realm.value.realm_name || t('Video call');
  const { url } = await request('GET /calls/bigbluebutton/create', { meeting_name });
  return url;
}

/** Anyone who knows the name of a Jitsi Meet room can enter it, so the name is random. */
function jitsiCall(): string {
  const { realm_jitsi_server_url: own, server_jitsi_server_url: server } = store.realm.value;
  const room = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0'));
  return `${String(own ?? server).replace(/\/+$/, '')}/${room.join('')}`;
}
