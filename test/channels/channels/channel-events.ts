import { assertHeard, type Person, type Reply } from '../../support/team.ts';

const TYPES = ['stream', 'subscription', 'default_streams', 'realm_user'];

/** `person.hears`, limited to channel and subscription events. Messages that announce the same are left out. */
export async function hearsOfChannels(person: Person, action: () => unknown, ...expected: Reply[]): Promise<Reply[]> {
  const queue = await person.listen({ event_types: TYPES });
  await action();
  const heard = (await queue.events()).filter(({ property }) => property !== 'first_message_id');
  assertHeard(person.name, heard, expected);
  return heard;
}
