import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ONBOARDING_STEPS } from '../../../src/chat/personal/onboarding-steps/types.ts';
import { assertRejected, newTeam, type TestUser } from '../../support/team.ts';

const see = (who: TestUser, onboarding_step: string, more: object = {}) =>
  who.request('POST', '/users/me/onboarding_steps', { onboarding_step, ...more });
const left = async (person: TestUser) =>
  ((await person.post('/register')).onboarding_steps as { name: string }[]).map(({ name }) => name);

test('a step marked as seen is not shown again on any device', async () => {
  const { mia, ada } = newTeam();
  const other = await ada.registerQueue();
  const all = ONBOARDING_STEPS.filter((name) => name !== 'navigation_tour_video');
  assert.deepEqual(await left(mia), all);
  const rest = all.filter((name) => name !== 'intro_resolve_topic');
  const [heard] = await mia.assertReceives(() => see(mia, 'intro_resolve_topic'), { type: 'onboarding_steps' });
  assert.deepEqual(heard, {
    type: 'onboarding_steps',
    onboarding_steps: rest.map((name) => ({ type: 'one_time_notice', name })),
  });
  await mia.assertReceives(() => see(mia, 'intro_resolve_topic'));
  assert.deepEqual([await left(mia), await left(ada)], [rest, all]);
  assert.deepEqual(await other.events(), []);
});

test('no welcome video is offered', async () => {
  const { mia } = newTeam();
  assert.equal((await mia.post('/register')).navigation_tour_video_url, null);
  await see(mia, 'navigation_tour_video', { schedule_navigation_tour_video_reminder_delay: 60 });
  const later = { schedule_navigation_tour_video_reminder_delay: 60 };
  await assertRejected(
    see(mia, 'intro_resolve_topic', later),
    'Only the navigation tour video can be put off.',
    'BAD_REQUEST',
  );
});

test('unknown steps are rejected, and so are requests by bots', async () => {
  const { mia, team } = newTeam();
  const robo = team.addUser('Robo', 400, { bot_type: 1, bot_owner_id: mia.id });
  await mia.assertReceives(async () => {
    await assertRejected(see(mia, 'juggling'), 'Unknown onboarding_step: juggling', 'BAD_REQUEST');
    await assertRejected(
      see(robo, 'intro_resolve_topic'),
      'This endpoint does not accept bot requests.',
      'BAD_REQUEST',
    );
  });
  assert.deepEqual(await left(robo), []);
});
