import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StoreState } from '../../../src/web/store/state.ts';
import { fc, runs } from '../../support/random.ts';
import { CAPABILITIES, newTeam, Queue, type Reply, type TestUser } from '../../support/team.ts';
import { applyToWebState, assertSameState, startWebState, withFiles } from '../../web/state-sync.ts';
import { type Action, actions, perform, refreshCredentials } from './actions.ts';
import { ClientState, type OtherResponses } from './client-state.ts';

/** A current client, and one without any optional capability. */
const KINDS = {
  modern: CAPABILITIES,
  old: { notification_settings_null: false },
};

/** A user's client: its first state, and all events since. */
interface Client {
  person: TestUser;
  options: Record<string, unknown>;
  state: ClientState;
  /** The same state as the web client keeps it. */
  web: StoreState;
  queue: Queue;
}

async function open(person: TestUser, client_capabilities: object): Promise<Client> {
  const options = { client_capabilities, include_subscribers: 'true', client_gravatar: false, apply_markdown: true };
  const snapshot = await person.post('/register', options);
  const asked = await otherResponses(person, client_capabilities !== KINDS.old);
  return {
    person,
    options,
    state: new ClientState(snapshot, asked, !('user_list_incomplete' in client_capabilities)),
    web: withFiles(startWebState(snapshot), asked.files),
    queue: new Queue(person, snapshot.queue_id, client_capabilities === KINDS.old ? 'poll' : 'stream'),
  };
}

/** The messages a user received, their files, and the invitations they see. */
async function otherResponses(person: TestUser, allow_empty_topic_name: boolean): Promise<OtherResponses> {
  const newest = { anchor: 'newest', num_before: 100, num_after: 0 };
  const { messages } = await person.get('/messages', { ...newest, client_gravatar: false, allow_empty_topic_name });
  const { invites = [] } = await person.request('GET', '/invites');
  return { messages, files: await person.get('/attachments'), invites };
}

/**
 * After these actions, every client that followed the events has the state of a new client. If `limited`, guests see
 * only users in their channels.
 */
async function assertStateSync(limited: boolean, story: readonly Action[]): Promise<void> {
  const team = newTeam();
  const people = [team.ada, team.abe, team.mona, team.mia, team.max, team.gus];
  await prepare(team, limited);
  const clients = await Promise.all(people.flatMap((person) => Object.values(KINDS).map((kind) => open(person, kind))));
  for (const action of story) {
    await perform(team, people, action);
    refreshCredentials(team, people);
  }
  for (const client of clients) {
    if (!team.app.users.byId(client.person.id)!.is_active) continue;
    const { state, web: first, queue, person, options } = await current(client);
    let web = first;
    const heard = await queue.events();
    const who = `${person.name}, ${client.options.client_capabilities === KINDS.old ? 'old' : 'new'} client`;
    for (const event of heard)
      try {
        state.apply(event);
        if (options.client_capabilities === KINDS.modern) web = applyToWebState(web, event);
      } catch (error) {
        assert.fail(`${who}: ${(error as Error).message}: ${JSON.stringify(event)}`);
      }
    const isOld = options.client_capabilities === KINDS.old;
    const snapshot = await person.post('/register', options);
    const asked = await otherResponses(person, !isOld);
    const fresh = new ClientState(snapshot, asked, isOld);
    assert.deepEqual(
      state.comparable(fresh),
      fresh.comparable(state, state.uncertain),
      `${who}, after ${JSON.stringify(heard)}`,
    );
    if (!isOld)
      assertSameState(
        web,
        withFiles(startWebState(snapshot), asked.files),
        state.uncertain,
        `${who}, after ${JSON.stringify(heard)}`,
      );
  }
}

/** A user who was deactivated for a while registers again. */
async function current(client: Client): Promise<Client> {
  const { queue_id } = { queue_id: client.queue.id };
  const isThere = client.person.team.app.queues.ofUser(client.person.id).some(({ id }) => id === queue_id);
  return isThere ? client : open(client.person, client.options.client_capabilities as object);
}

/** Some channels and messages to begin with. */
async function prepare({ ada, mia, max, gus, app }: ReturnType<typeof newTeam>, limited: boolean): Promise<void> {
  if (limited) app.db.write(() => app.realm.set('can_access_all_users_group', app.groups.system('role:members')));
  const make = (person: TestUser, name: string, subscribers: TestUser[], more: object = {}): Promise<Reply> =>
    person.post('/channels/create', { name, subscribers: subscribers.map(({ id }) => id), ...more });
  await make(ada, 'everyone', [ada, mia, max, gus]);
  await make(mia, 'secret', [mia, gus], { invite_only: true, history_public_to_subscribers: false });
  await make(max, 'quiet', [max]);
  const group = (name: string, members: TestUser[]) =>
    ada.post('/user_groups/create', { name, description: '', members: members.map(({ id }) => id) });
  await group('Cooks', [mia]);
  await group('Eaters', [max, gus]);
  for (const name of ['Work', 'Play']) await ada.post('/channel_folders/create', { name, description: '' });
  const note = await mia.upload('/user_uploads', { 'note.txt': 'A note' });
  await mia.sendMessage('secret', 'notes', `[note](${note.url})`);
  await mia.sendMessage('everyone', 'lunch', '/poll Lunch?\nSoup\nBread');
  await mia.post('/bots', { full_name: 'Bert', short_name: 'first', bot_type: 1 });
  await max.post('/bots', {
    full_name: 'Hook',
    short_name: 'hook',
    bot_type: 3,
    payload_url: '"https://example.com/hook"',
  });
  await ada.post('/invites/multiuse', { stream_ids: [] });
  await ada.post('/realm/profile_fields', { field_type: 4, name: 'Born' });
  await ada.post('/realm/profile_fields', { field_type: 1, name: 'Drinks' });
  await ada.post('/realm/filters', { pattern: 'Y(?P<id>[0-9]+)', url_template: 'https://example.com/y/{id}' });
  for (const words of ['hello', 'and again']) await ada.sendMessage('everyone', 'greetings', words);
  await ada.sendDirectMessage([mia, max], 'three of us');
  await mia.sendDirectMessage([gus], 'two of us');
  app.db.commit();
}

/** Rare sequences that failed before. */
const REGRESSIONS: [boolean, Action[]][] = [
  [
    false,
    [
      {
        does: 'ask',
        who: 0,
        method: 'POST',
        path: '/drafts',
        fields: { drafts: [{ type: '', to: [], topic: '', content: 'What' }] },
      },
      { does: 'ask', who: 0, method: 'PATCH', path: '/settings', fields: { enable_drafts_synchronization: false } },
    ],
  ],
];

test('a snapshot plus events equals a fresh snapshot, for every user, after any actions', async () => {
  const steps = fc.array(actions, { minLength: 1, maxLength: 40, size: 'max' });
  await fc.assert(fc.asyncProperty(fc.boolean(), steps, assertStateSync), { ...runs(25), examples: REGRESSIONS });
});
