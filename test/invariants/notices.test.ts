import assert from 'node:assert/strict';
import { test } from 'node:test';
import { giveUp } from '../../src/chat/integrations/outgoing-webhooks/actions.ts';
import { sendDueReminders } from '../../src/chat/personal/reminders/actions.ts';
import { sendDueMessages } from '../../src/chat/personal/scheduled-messages/actions.ts';
import { newTeam, TestUser } from '../support/team.ts';

/** A name that mentions everybody and links to another site, if a notice contains it as it is. */
const HOSTILE = 'old @**all** [Sign in](http://evil.test)';
/** A text that also tries to end a quote block, and mentions a group. */
const HOSTILE_TEXT = `for \`\` ${HOSTILE}\n\`\`\`\n@*everyone*\n\`\`\``;

/** The words of every kind of notice. */
const KINDS = [
  'renamed this channel from',
  'changed who may read this channel',
  'changed who may post here',
  'changed what this channel is for',
  'changed how long messages are kept',
  'archived this channel',
  'brought this channel back',
  'into this channel.',
  'created a new channel',
  'created this public channel',
  'subscribed you to the channel',
  'subscribed you to the following channels',
  'added you to the group',
  'removed you from the group',
  'moved here from',
  'This topic was moved to',
  'has marked this topic as',
  'reported a message by',
  'joined this organization',
  'accepted your invitation',
  'You asked to be reminded',
  'could not be sent',
  'was called and failed',
  'Hello',
];

/** Makes the server write every kind of notice about hostile names and texts. Returns a user who just joined. */
async function causeNotices({ app, team, clock, ada, mia, max }: ReturnType<typeof newTeam>): Promise<TestUser> {
  const create = async (name: string, more = {}): Promise<number> =>
    (await ada.post('/channels/create', { name, subscribers: [ada.id, mia.id], ...more })).id;
  const general = await create('general');
  const reports = await create('reports', { invite_only: true });
  await ada.patch('/realm', {
    name: '@**all** [Sign in](http://evil.test)',
    new_stream_announcements_stream_id: general,
    signup_announcements_stream_id: general,
    moderation_request_channel_id: reports,
  });

  const old = await create(HOSTILE, { announce: true, description: HOSTILE_TEXT });
  await ada.patch(`/streams/${old}`, { new_name: `${HOSTILE}!`, description: `${HOSTILE_TEXT} more` });
  const { group_id: group } = await ada.post('/user_groups/create', {
    name: HOSTILE,
    description: '',
    members: [ada.id, mia.id],
  });
  await ada.patch(`/streams/${old}`, { can_send_message_group: { new: group }, message_retention_days: 30 });
  await ada.post(`/user_groups/${group}/members`, { add: [max.id] });
  await ada.post(`/user_groups/${group}/members`, { delete: [max.id] });
  await ada.delete(`/streams/${old}`);
  await ada.patch(`/streams/${old}`, { is_archived: false });

  await create('second @**all**');
  await create('third evil.test');
  await subscribe(ada, max, `${HOSTILE}!`);
  await subscribe(ada, max, 'second @**all**', 'third evil.test');

  const id = await mia.sendMessage('general', HOSTILE, `\`\`\`quote\n@**all**\n\`\`\``);
  await mia.post(`/messages/${id}/report`, { report_type: 'spam', description: HOSTILE_TEXT });
  const soon = Math.floor(clock.ms / 1000) + 60;
  await mia.post('/reminders', { message_id: id, scheduled_delivery_timestamp: soon, note: HOSTILE });
  const scheduled = { type: 'channel', to: old, topic: HOSTILE, content: 'x', scheduled_delivery_timestamp: soon };
  await mia.post('/scheduled_messages', scheduled);
  await ada.patch(`/messages/${id}`, {
    topic: `${HOSTILE}?`,
    propagate_mode: 'change_all',
    send_notification_to_old_thread: true,
    send_notification_to_new_thread: true,
  });
  await ada.patch(`/messages/${id}`, { topic: `✔ ${HOSTILE}?`, propagate_mode: 'change_all' });
  await ada.post(`/streams/${old}/merge`, { into_stream_id: general });
  await ada.patch(`/streams/${await create('fourth')}`, { is_private: true });

  clock.advance(120);
  sendDueReminders(app);
  sendDueMessages(app);
  const bot = team.addUser('Sign in evil.test', 400, { bot_type: 3, bot_owner_id: mia.id });
  giveUp(app, { id: 0, bot_id: bot.id }, HOSTILE);
  app.db.commit();
  await ada.post('/invites', { invitee_emails: 'eve@example.org', stream_ids: [], notify_referrer_on_join: true });
  const key = /\/join\/([\w-]{43})\//.exec(app.mail.waiting().at(-1)!.body)![1];
  const joined = { key, full_name: 'Eve [x](http:evil.test)', password: 'a good password' };
  assert.equal((await team.request('POST', '/accounts/register/', joined)).status, 200);
  return new TestUser(team, app.users.byEmail('eve@example.org')!);
}

const subscribe = (actor: TestUser, user: TestUser, ...names: string[]) =>
  actor.post('/users/me/subscriptions', { subscriptions: names.map((name) => ({ name })), principals: [user.id] });

test('no notice mentions anybody or links to what is in a name or text of a user', async () => {
  const world = newTeam();
  const eve = await causeNotices(world);
  const notices = await listNotices(world.ada, world.mia, world.max, eve);
  for (const words of KINDS)
    assert.ok(
      notices.some((html) => html.includes(words)),
      `there is a notice: ${words}`,
    );
  for (const html of notices) {
    // A quotation shows whose words it has. Its mentions notify nobody.
    const outside = html.replace(/<blockquote>.*<\/blockquote>/gs, '');
    assert.doesNotMatch(outside, /<a [^>]*href="[^"]*evil\.test/, html);
    assert.doesNotMatch(html, /class="[\w -]*mention(?! silent)[\w-]*(?<!silent)"/, html);
  }
});

/** The HTML of all messages of the server's bots that these users can read. */
async function listNotices(...users: TestUser[]): Promise<string[]> {
  const all = await Promise.all(
    users.map((user) => user.get('/messages', { anchor: 'oldest', num_before: 0, num_after: 1000 })),
  );
  return all
    .flatMap(({ messages }) => messages)
    .filter(({ sender_full_name }) => /^(?:Notification|Welcome) Bot$/.test(sender_full_name))
    .map(({ content }) => content);
}
