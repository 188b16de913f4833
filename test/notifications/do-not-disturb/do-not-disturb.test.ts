import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quietHours } from '../../../src/chat/notifications/do-not-disturb/jobs.ts';
import type { DoNotDisturb } from '../../../src/chat/notifications/do-not-disturb/types.ts';
import { getEnd, nextStart } from '../../../src/shared/do-not-disturb.ts';
import { assertRejected, newTeam, type TestUser } from '../../support/team.ts';

const NIGHTS = { days: [1, 2, 3, 4, 5], start: 22 * 60, end: 7 * 60 };
const registered = (who: TestUser) => who.post('/register', { fetch_event_types: ['do_not_disturb'] });
const own = async (who: TestUser): Promise<DoNotDisturb> => (await registered(who)).do_not_disturb;
const seen = async (who: TestUser): Promise<Record<string, number>> => (await registered(who)).quiet_users;
const at = (iso: string): number => Date.parse(iso) / 1000;
const schedule = (...hours: DoNotDisturb['schedule']): DoNotDisturb => ({
  until: 0,
  resumed_until: 0,
  schedule: hours,
});

test('do not disturb is kept, and users who can see its user receive when it ends', async () => {
  const { mia, max, clock } = newTeam();
  assert.deepEqual(await seen(max), {});
  const until = Math.floor(clock.now() / 1000) + 3600;
  await max.assertReceives(() => mia.patch('/do_not_disturb', { until }), {
    type: 'do_not_disturb',
    op: 'users',
    quiet_users: { [mia.id]: until },
  });
  assert.deepEqual(await seen(max), { [mia.id]: until });
  assert.deepEqual(await own(mia), { until, schedule: [], resumed_until: 0 });
  await mia.patch('/do_not_disturb', { until: 0, schedule: [{ ...NIGHTS, days: [5, 1, 5] }] });
  assert.deepEqual((await own(mia)).schedule, [{ ...NIGHTS, days: [1, 5] }]);
});

test('only its user receives a schedule, others when it begins', async () => {
  const { app, mia, max, clock } = newTeam();
  clock.advance(at('2026-11-24T12:00:00Z') - clock.now() / 1000);
  const queue = await max.registerQueue();
  await mia.assertReceives(() => mia.patch('/do_not_disturb', { schedule: [NIGHTS] }), {
    type: 'do_not_disturb',
    op: 'own',
    do_not_disturb: schedule(NIGHTS),
  });
  assert.deepEqual([await seen(max), await own(max)], [{}, schedule()]);
  clock.advance(at('2026-11-24T22:00:00Z') - clock.now() / 1000 - 1);
  await quietHours.run(app);
  assert.deepEqual(await seen(max), {});
  clock.advance(1);
  await quietHours.run(app);
  const ends = { [mia.id]: at('2026-11-25T07:00:00Z') };
  assert.deepEqual(await seen(max), ends);
  const events = (await queue.events()).filter(({ type }) => type === 'do_not_disturb');
  assert.deepEqual(
    events.map(({ op, quiet_users }) => [op, quiet_users]),
    [['users', ends]],
  );
  clock.advance(12 * 3600);
  assert.deepEqual(await seen(max), {});
  assert.equal(quietHours.next!(app), at('2026-11-25T22:00:00Z'));
  await mia.patch('/settings', { timezone: 'America/New_York' });
  assert.equal(quietHours.next!(app), at('2026-11-26T03:00:00Z'));
});

test('a guest does not learn when users want no notifications whom the guest cannot see', async () => {
  const { app, ada, mia, gus, clock } = newTeam();
  await ada.patch('/realm', { can_access_all_users_group: { new: app.groups.system('role:members') } });
  await mia.patch('/do_not_disturb', { until: Math.floor(clock.now() / 1000) + 3600 });
  assert.deepEqual(await seen(gus), {});
});

test('do not disturb ends in the future and within a year, and its schedule has a limit', async () => {
  const { mia, clock } = newTeam();
  const now = Math.floor(clock.now() / 1000);
  const change = (fields: object) => mia.request('PATCH', '/do_not_disturb', fields as Record<string, unknown>);
  await assertRejected(change({ until: now }), 'Choose a time in the future.');
  await assertRejected(change({ until: now + 400 * 86_400 }), 'Do not disturb must end within a year.');
  await assertRejected(change({}), /did not pass/);
  await assertRejected(change({ schedule: Array.from({ length: 15 }, () => NIGHTS) }), /too long/);
  await assertRejected(change({ schedule: [{ ...NIGHTS, days: [8] }] }), /days/);
  await assertRejected(change({ schedule: [{ ...NIGHTS, end: 1440 }] }), /end/);
});

test('notifications that resume during quiet hours pause again when the next ones begin', async () => {
  const { mia, clock } = newTeam();
  await mia.patch('/settings', { timezone: 'Europe/Berlin' });
  await mia.patch('/do_not_disturb', { schedule: [{ days: [1, 2, 3, 4, 5, 6, 7], start: 0, end: 0 }] });
  const always = await own(mia);
  const now = Math.floor(clock.now() / 1000);
  assert.ok(getEnd(always, 'Europe/Berlin', now) > now);
  await mia.patch('/do_not_disturb', { until: 0 });
  await mia.patch('/do_not_disturb', { until: 0 });
  const resumed = await own(mia);
  assert.equal(getEnd(resumed, 'Europe/Berlin', now), 0);
  assert.ok(getEnd(resumed, 'Europe/Berlin', resumed.resumed_until) > resumed.resumed_until);
});

// November 24, 2026 is a Tuesday.
const CASES: [string, DoNotDisturb, zone: string, now: string, end: string | undefined][] = [
  ['before the quiet hours', schedule(NIGHTS), 'Europe/Berlin', '2026-11-24T20:59:59Z', undefined],
  ['from their first second', schedule(NIGHTS), 'Europe/Berlin', '2026-11-24T21:00:00Z', '2026-11-25T06:00:00Z'],
  ['after midnight', schedule(NIGHTS), 'Europe/Berlin', '2026-11-25T05:59:30Z', '2026-11-25T06:00:00Z'],
  ['after their end', schedule(NIGHTS), 'Europe/Berlin', '2026-11-25T06:00:00Z', undefined],
  ['in another time zone', schedule(NIGHTS), 'America/New_York', '2026-11-25T05:59:30Z', '2026-11-25T12:00:00Z'],
  ['in a time zone with half hours', schedule(NIGHTS), 'Asia/Kolkata', '2026-11-24T17:00:00Z', '2026-11-25T01:30:00Z'],
  ['without a time zone', schedule(NIGHTS), '', '2026-11-24T23:00:00Z', '2026-11-25T07:00:00Z'],
  ['on the morning after the last day', schedule(NIGHTS), '', '2026-11-28T06:00:00Z', '2026-11-28T07:00:00Z'],
  ['on a day that is not chosen', schedule(NIGHTS), '', '2026-11-28T23:00:00Z', undefined],
  [
    'with a weekend that follows at once',
    schedule({ ...NIGHTS, end: 0 }, { days: [6, 7], start: 0, end: 0 }),
    '',
    '2026-11-27T23:00:00Z',
    '2026-11-30T00:00:00Z',
  ],
  [
    'turned on by hand until quiet hours begin',
    { ...schedule(NIGHTS), until: at('2026-11-24T22:00:00Z') },
    '',
    '2026-11-24T20:00:00Z',
    '2026-11-25T07:00:00Z',
  ],
  [
    'turned on by hand',
    { ...schedule(), until: at('2026-11-24T22:00:00Z') },
    '',
    '2026-11-24T20:00:00Z',
    '2026-11-24T22:00:00Z',
  ],
  ['over', { ...schedule(), until: at('2026-11-24T22:00:00Z') }, '', '2026-11-24T22:00:00Z', undefined],
];

for (const [name, kept, zone, now, end] of CASES)
  test(`do not disturb, ${name}: ends at the right time`, () => {
    assert.equal(getEnd(kept, zone, at(now)), end ? at(end) : 0);
  });

const BERLIN = 'Europe/Berlin';
const STARTS: [string, DoNotDisturb, zone: string, from: string, start: string | undefined][] = [
  ['without a schedule', schedule(), '', '2026-11-24T20:00:00Z', undefined],
  ['on the same day', schedule(NIGHTS), '', '2026-11-24T20:00:30Z', '2026-11-24T22:00:00Z'],
  ['on the next day', schedule(NIGHTS), '', '2026-11-24T22:00:00Z', '2026-11-25T22:00:00Z'],
  ['after the weekend', schedule(NIGHTS), BERLIN, '2026-11-28T12:00:00Z', '2026-11-30T21:00:00Z'],
  ['after the clocks were set back', schedule(NIGHTS), BERLIN, '2026-10-24T12:00:00Z', '2026-10-26T21:00:00Z'],
  [
    'at a time that the clocks skip',
    schedule({ days: [7], start: 150, end: 300 }),
    BERLIN,
    '2026-03-28T12:00:00Z',
    '2026-03-29T01:30:00Z',
  ],
  [
    'after notifications were resumed',
    { ...schedule(NIGHTS), resumed_until: at('2026-11-25T23:00:00Z') },
    '',
    '2026-11-24T12:00:00Z',
    '2026-11-25T23:00:00Z',
  ],
];

for (const [name, kept, zone, from, start] of STARTS)
  test(`quiet hours begin ${name}`, () => {
    assert.equal(nextStart(kept, zone, at(from)), start === undefined ? null : at(start));
  });
