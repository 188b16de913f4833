import { assertEvents, type Reply, type TestUser } from '../../support/team.ts';

const TYPES = ['stream', 'subscription', 'default_streams', 'realm_user'];

/** `person.hears`, limited to channel and subscription events. Messages that announce the same are left out. */
export async function assertReceivesChannelEvents(
  person: TestUser,
  action: () => unknown,
  ...expected: Reply[]
): Promise<Reply[]> {
  const queue = await person.registerQueue({ event_types: TYPES });
  await action();
  const heard = (await queue.events()).filter(({ property }) => property !== 'first_message_id');
  assertEvents(person.name, heard, expected);
  return heard;
}
