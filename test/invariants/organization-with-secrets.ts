import { archiveChannel } from '../../src/chat/channels/channels/actions.ts';
import { insertUser } from '../../src/chat/people/users/actions.ts';
import { deactivateUser } from '../../src/chat/people/users/management-actions.ts';
import { newTeam, type Queue, TestUser } from '../support/team.ts';
import { QUEUE_OPTIONS } from './crawl.ts';
import { storeSecrets, THEN } from './personal-data.ts';
import { Secrets } from './secrets.ts';

/**
 * An organization with secrets. mia and max share them; the others are outsiders of different kinds, with event queues.
 * abe is an administrator, mona a moderator, noa a member, robo noa's bot, gus a guest with limited visibility. lea
 * left the diary, rex left it and returned, late joined late, dea is deactivated in the middle.
 */
export async function createOrganization() {
  const team = newTeam();
  const { app, ada, abe, mona, mia, max, gus } = team;
  const secrets = new Secrets();
  const noa = team.team.addUser('Noa', 400);
  const lea = team.team.addUser('Lea', 400);
  const rex = team.team.addUser('Rex', 400);
  const late = team.team.addUser('Late', 400);
  const dea = team.team.addUser('Dea', 400);
  const robo = team.team.addUser('Robo', 400, { bot_type: 1, bot_owner_id: noa.id });
  const members = [ada, abe, mona, mia, max, noa, lea, rex, late, dea, robo];
  const managers = [ada, abe];

  app.db.write(() => {
    app.realm.set('enable_spectator_access', true);
    app.realm.set('can_access_all_users_group', app.groups.system('role:members'));
  });

  // Users whose e-mail address, or even whose name, is not visible to everyone.
  const person = (full_name: string, email: string) =>
    new TestUser(team.team, insertUser(app, { email, full_name, role: 400 }));
  const hiddenEmail = `${secrets.word('an address for nobody', [])}@example.com`;
  const hid = person('Hid', hiddenEmail);
  secrets.add(hiddenEmail.slice(0, 8), 'an address for nobody', [hid]);
  await hid.patch('/settings', { email_address_visibility: 4 });
  const guarded = person('Guarded', `${secrets.word('an address for administrators', managers)}@example.com`);
  await guarded.patch('/settings', { email_address_visibility: 3 });
  const strangerName = secrets.word('the name of someone a guest has not met', [...members, { name: 'visitor' }]);
  const stranger = person(strangerName, 'stranger@example.com');

  const outsiders = [abe, mona, noa, robo, gus, lea, rex, late];
  const everybody = [...members, gus, hid, guarded, stranger];
  const hall = (
    await ada.post('/channels/create', {
      name: 'hall',
      subscribers: [mia, max, gus, lea, dea, hid, guarded].map(({ id }) => id),
    })
  ).id;
  const plaza = (await ada.post('/channels/create', { name: 'plaza', subscribers: [mia.id], is_web_public: true })).id;
  for (const one of everybody)
    secrets.add(one.apiKey, `the key of ${one.name}`, one === robo ? [robo, noa, ...managers] : [one]);

  const queues: Queue[] = [];
  for (const outsider of [...outsiders, dea])
    for (const options of QUEUE_OPTIONS)
      if (outsider !== gus || !options.all_public_streams) queues.push(await outsider.registerQueue(options));

  // A private channel with shared history.
  const insiders = [mia, max];
  const inVault = [...insiders, stranger];
  const vaultName = secrets.word('the name of a private channel', [...inVault, ...managers], [dea]);
  const description = secrets.word('the description of a private channel', [...inVault, ...managers], [dea]);
  const vault = (
    await mia.post('/channels/create', {
      name: vaultName,
      description,
      subscribers: [...inVault, dea].map(({ id }) => id),
      invite_only: true,
      history_public_to_subscribers: true,
    })
  ).id;
  secrets.channel(vault, [...inVault, ...managers, dea]);
  const say = async (
    sayer: TestUser,
    channel: string,
    readers: TestUser[],
    hearers: TestUser[],
    what: string,
    topic?: string,
  ) => {
    const word = secrets.word(what, readers, hearers);
    const id = await sayer.sendMessage(
      channel,
      topic ?? secrets.word(`the topic of ${what}`, readers, hearers),
      `a whisper of ${word}, see https://example.com/${word}`,
    );
    secrets.message(id, [...readers, ...hearers]);
    return id;
  };
  const inside = await say(mia, vaultName, inVault, [dea], 'a message in a private channel');
  await say(stranger, vaultName, inVault, [dea], 'a second message in a private channel');
  await max.post(`/messages/${inside}/reactions`, { emoji_name: 'heart' });
  await max.post(`/messages/${inside}/pin`);
  await max.post('/messages/flags', { messages: [inside], op: 'add', flag: 'starred' });
  await max.post('/typing', {
    type: 'stream',
    op: 'start',
    stream_id: vault,
    topic: secrets.word('a topic being typed in', inVault, [dea]),
  });
  const gone = await say(mia, vaultName, [], [...inVault, dea], 'a deleted message in a private channel');
  await ada.request('DELETE', `/messages/${gone}`);
  await mia.delete(`/messages/${gone}`);

  // Protected history, and users who join and leave.
  const inDiary = [...insiders];
  const diaryName = secrets.word('the name of a protected channel', [...inDiary, rex, late, ...managers], [lea]);
  const diary = (
    await mia.post('/channels/create', { name: diaryName, subscribers: inDiary.map(({ id }) => id), invite_only: true })
  ).id;
  secrets.channel(diary, [...inDiary, rex, late, lea, ...managers]);
  const write = (readers: TestUser[], hearers: TestUser[], what: string, topic?: string) =>
    say(mia, diaryName, [...inDiary, ...readers], hearers, what, topic);
  const put = (who: TestUser) =>
    mia.post('/users/me/subscriptions', {
      subscriptions: [{ name: diaryName }],
      principals: [who.id],
      send_new_subscription_messages: false,
    });
  await write([], [], 'what was said before lea and rex came');
  await put(lea);
  await put(rex);
  const shared = await write([rex], [lea], 'what was said while lea and rex were there', 'shared topic');
  await lea.post('/reminders', { message_id: shared, scheduled_delivery_timestamp: THEN });
  await lea.delete('/users/me/subscriptions', { subscriptions: [diaryName] });
  await rex.delete('/users/me/subscriptions', { subscriptions: [diaryName] });
  const gap = await write([], [], 'what was said while lea and rex were away', 'shared topic');
  await mia.post(`/messages/${gap}/reactions`, { emoji_name: 'tada' });
  await mia.post(`/messages/${gap}/pin`);
  await put(rex);
  await put(late);
  await write([rex, late], [], 'what was said after rex came back', 'shared topic');

  // Direct messages.
  const tell = async (people: TestUser[], what: string) => {
    const id = await mia.sendDirectMessage(people, `a whisper of ${secrets.word(what, [mia, ...people])}`);
    secrets.message(id, [mia, ...people]);
    return id;
  };
  const direct = await tell([max], 'a direct message');
  await tell([max, ada], 'a direct message to two');
  await tell([mia], 'a note to oneself');
  await max.post(`/messages/${direct}/reactions`, { emoji_name: 'eyes' });
  await max.post(`/messages/${direct}/pin`);
  await max.post('/typing', { type: 'direct', op: 'start', to: [mia.id] });
  const { call } = await max.post('/calls', { to: [mia.id] });
  secrets.message(call.message_id, [mia, max]);
  await mia.post(`/calls/${call.message_id}/answer`, { answer: 'declined' });

  // Personal data, and data visible to some users only.
  await storeSecrets(secrets, mia, max, direct);
  await stranger.post('/users/me/status', {
    status_text: secrets.word('the status of someone a guest has not met', members),
  });

  // Content deleted from public channels, and personal data about it.
  const publicly = await mia.sendMessage('hall', 'news', 'a whisper for all');
  await mia.sendMessage('plaza', 'news', 'a whisper for the world');
  await mia.post('/messages/flags', { messages: [publicly], op: 'add', flag: 'starred' });
  await mia.post('/user_topics', {
    stream_id: hall,
    topic: secrets.word('a topic someone mutes', [mia]),
    visibility_policy: 1,
  });
  const taken = await mia.sendMessage(
    'hall',
    secrets.word('the topic of a deleted message', managers, everybody),
    secrets.word('a deleted message', managers, everybody),
  );
  await mia.delete(`/messages/${taken}`);

  // An archived private channel.
  const tombName = secrets.word('the name of an archived private channel', [...insiders, ...managers]);
  const tomb = (
    await mia.post('/channels/create', { name: tombName, subscribers: insiders.map(({ id }) => id), invite_only: true })
  ).id;
  secrets.channel(tomb, [...insiders, ...managers]);
  await say(mia, tombName, insiders, [], 'a message in an archived private channel');
  archiveChannel(app, app.users.byId(mia.id)!, app.channels.byId(tomb)!);
  app.db.commit();

  // Users with hidden addresses do everything that might reveal them.
  for (const one of [hid, guarded, stranger]) {
    if (one !== stranger) {
      const id = await one.sendMessage('hall', 'news', 'hello');
      await one.post(`/messages/${id}/reactions`, { emoji_name: 'wave' });
      await one.post('/typing', { type: 'stream', op: 'start', stream_id: hall, topic: 'news' });
      await one.post('/typing', { type: 'direct', op: 'start', to: [noa.id] });
      await one.sendDirectMessage([noa, lea, gus], 'hello');
      await one.post('/messages/flags', { messages: [publicly], op: 'add', flag: 'read' });
    }
    await one.post('/users/me/presence', { status: 'active' });
  }

  deactivateUser(app, undefined, app.users.byId(dea.id)!);
  app.db.commit();
  await say(mia, vaultName, inVault, [], 'what was said after someone was deactivated');

  return {
    ...team,
    noa,
    robo,
    lea,
    rex,
    late,
    dea,
    hid,
    guarded,
    stranger,
    outsiders,
    everybody,
    secrets,
    queues,
    hall,
    plaza,
    vault,
    diary,
    tomb,
    inside,
    gap,
    direct,
    gone,
    hiddenEmail,
    vaultName,
  };
}
