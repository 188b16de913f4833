import { toast } from '../../design/layers.tsx';
import { errorText } from '../../errors/error-text.ts';
import { request } from '../../server/request.ts';
import { ringing } from '../../store/local/calls.ts';
import { store } from '../../store/store.ts';

/** Whether the organization has a provider for calls that this server supports. Reads a signal. */
export function hasCalls(): boolean {
  const { realm_video_chat_provider: chosen, realm_available_video_chat_providers: available } = store.realm.value;
  return chosen !== 0 && Object.values(available).some(({ id }) => id === chosen);
}

/** Those of these people whom the user can call: not themselves, no bots, no deactivated accounts. Reads signals. */
export const callable = (people: readonly number[]): number[] =>
  people.filter((id) => {
    const person = store.users.value.get(id);
    return person?.is_active && !person.is_bot && id !== store.me.value.id;
  });

/** Calls people in the conversation with them. */
export async function startCall(people: readonly number[]): Promise<void> {
  try {
    const { call } = await request('POST /calls', { to: [...people] });
    ringing.madeHere.add(call.message_id);
  } catch (error) {
    toast(errorText(error), true);
  }
}
