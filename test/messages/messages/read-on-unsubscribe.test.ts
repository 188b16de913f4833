import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ConversationMessages, markRead } from '../../../src/chat/messages/flags/read-actions.ts';
import { CHUNK, unreadMessages } from '../../../src/chat/messages/flags/rules.ts';
import { sendChannelMessage } from '../../../src/chat/messages/send/actions.ts';
import { fc, runs } from '../../support/random.ts';
import { newTeam, type Team, type TestUser } from '../../support/team.ts';

/** Enough messages that the next ones are near the end of a chunk of read bits. */
function sendManyMessages({ app }: Team, { id }: TestUser, channel: number): void {
  const user = app.users.byId(id)!;
  app.db.write(() => {
    while (app.messages.lastId() < CHUNK - 12)
      sendChannelMessage(app, user, { channel, topic: 'before' }, 'x', { client: 'test' });
  });
}

const action = fc.record({
  who: fc.nat(2),
  channel: fc.nat(1),
  message: fc.nat(15),
  does: fc.constantFrom('say', 'say', 'say', 'join', 'leave', 'read', 'unread', 'star', 'move'),
});
type Action = typeof action extends fc.Arbitrary<infer T> ? T : never;

test('unsubscribing several users marks exactly their own unread messages as read', async () => {
  const { team, app, ada, mia, max } = newTeam();
  const people = [ada, mia, max];
  const names = ['here', 'there'];
  const join = (person: TestUser, name: string) =>
    person.post('/users/me/subscriptions', { subscriptions: [{ name }] });
  for (const name of names) for (const person of people) await join(person, name);
  sendManyMessages(team, ada, 1);
  const said: number[] = [];
  const perform = async ({ who, channel, message, does }: Action): Promise<void> => {
    const person = people[who]!;
    const id = said.at(-1 - message);
    const flag = (op: string, name: string) =>
      person.request('POST', '/messages/flags', { op, flag: name, messages: [id] });
    if (does === 'say')
      said.push(
        (await person.request('POST', '/messages', { type: 'channel', to: names[channel]!, topic: 't', content: 'x' }))
          .id,
      );
    else if (does === 'join') await join(person, names[channel]!);
    else if (does === 'leave')
      await person.request('DELETE', '/users/me/subscriptions', { subscriptions: [names[channel]!] });
    else if (id === undefined) return;
    else if (does === 'move')
      await ada.request('PATCH', `/messages/${id}`, { stream_id: channel + 1, send_notification_to_new_thread: false });
    else await flag(does === 'unread' ? 'remove' : 'add', does === 'star' ? 'starred' : 'read');
  };
  const check = async (actions: Action[]): Promise<void> => {
    for (const one of actions) await perform(one);
    const users = people.map(({ id }) => app.users.byId(id)!);
    const recipients = [1, 2].map((id) => app.channels.byId(id)!.recipient_id);
    for (const person of people) await person.registerQueue({ event_types: ['message'] });
    app.db.write(() => {
      const all = new ConversationMessages(app, users);
      for (const user of users) {
        const unread = () =>
          recipients
            .flatMap((recipient) => unreadMessages(app, user, recipient).map(({ id }) => id))
            .sort((a, b) => a - b);
        const before = unread();
        assert.deepEqual(markRead(app, user, recipients, all), before, user.full_name);
        assert.deepEqual(unread(), []);
      }
    });
  };
  await fc.assert(fc.asyncProperty(fc.array(action, { minLength: 5, maxLength: 25 }), check), runs(8));
  assert.ok(app.messages.lastId() > CHUNK, 'on both sides of the end of a chunk');
});
