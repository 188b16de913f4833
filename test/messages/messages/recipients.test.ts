import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readAccess } from '../../../src/chat/channels/channels/rules.ts';
import {
  canRead,
  groupByRecipients,
  hasMessage,
  type RecipientGroup,
} from '../../../src/chat/messages/messages/rules.ts';
import { fc, runs } from '../../support/random.ts';
import { newTeam, type TestUser } from '../../support/team.ts';

test('the recipients of a message and of a whole topic are the same, after any joins and leaves', async () => {
  const { app, ada, mia, max, mona, gus } = newTeam();
  const people = [mia, max, mona, gus];
  const step = fc.tuple(fc.constantFrom('say', 'say', 'join', 'leave', 'star', 'deactivate'), fc.nat(3));
  let round = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), fc.boolean(), async (steps, isPrivate) => {
      const name = `round ${++round}`;
      const { id } = await ada.post('/channels/create', { name, subscribers: [ada.id], invite_only: isPrivate });
      for (const [what, who] of steps) await take(what, people[who]!, name);
      if (!app.users.byId(max.id)!.is_active) await ada.post(`/users/${max.id}/reactivate`);
      const channel = app.channels.byId(id)!;
      const topic = app.topics.id(channel.recipient_id, 't');
      if (topic === undefined) return;
      const messages = app.messages.byIds(JSON.stringify(app.messages.idsInTopic(topic, 0)));
      const shared = channel.history_public_to_subscribers;
      const has = (userId: number, at: number) => {
        const user = app.users.byId(userId)!;
        const subscribed = app.subscriptions.listSubscribers(id).has(userId);
        return (
          canRead(app, user, messages[at]!) &&
          ((shared && subscribed) || hasMessage(app, userId, messages[at]!) || starred(userId, at))
        );
      };
      const starred = (userId: number, at: number) =>
        readAccess(app, app.users.byId(userId)!, channel) === 'all' &&
        app.messages.getFlags(userId, messages[at]!.id) !== undefined;
      const one = messages.map((_, at) =>
        app.users
          .active()
          .filter((user) => has(user.id, at))
          .map((user) => user.id),
      );
      assert.deepEqual(
        byMessage(groupByRecipients(app, messages)),
        Object.fromEntries(messages.map(({ id }, at) => [id, one[at]!.sort()])),
      );
    }),
    runs(15),
  );

  async function take(what: string, person: TestUser, channel: string): Promise<void> {
    const principals = [person.id];
    if (what === 'say') await ada.sendMessage(channel, 't', 'hello');
    else if (what === 'join')
      await ada.request('POST', '/users/me/subscriptions', { subscriptions: [{ name: channel }], principals });
    else if (what === 'leave')
      await ada.request('DELETE', '/users/me/subscriptions', { subscriptions: [channel], principals });
    else if (what === 'star')
      await person.request('POST', '/messages/flags', {
        messages: [app.messages.lastId()],
        op: 'add',
        flag: 'starred',
      });
    else if (person === max && app.users.byId(max.id)!.is_active) await ada.delete(`/users/${max.id}`);
  }
});

const byMessage = (held: readonly RecipientGroup[]) =>
  Object.fromEntries(held.flatMap(({ messages, people }) => messages.map(({ id }) => [id, [...people].sort()])));
