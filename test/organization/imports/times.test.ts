import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Binary, serialize } from 'bson';
import type { ImportProduct } from '../../../src/chat/organization/imports/types.ts';
import { Team } from '../../support/team.ts';
import { settledTeam } from '../exports/settled-team.ts';
import { exported, getContents } from '../exports/support.ts';
import { importInto, makeZip } from './support.ts';

const EARLIEST = Date.UTC(1980, 0, 1) / 1000;
const LATEST = Date.UTC(2100, 0, 1) / 1000;
/** Milliseconds and microseconds as seconds, negative, tiny, huge, and no numbers at all. */
const BROKEN: readonly unknown[] = [1.7e12, 1.7e15, -1, -1e300, 1e300, 5, 5e9, 'NaN', 'soon', '', null, true, [], {}];
const NAME = /(?:^|_)(?:time|timestamp|date|at|created|joined|since|edited|until|updated|end_time)$|^date_/;

/** The times in the database of a team that nobody would believe. 0 and NULL mean that there is none. */
function unbelievable({ app }: Team): string[] {
  app.db.commit();
  const columns = app.db.all<{ table: string; name: string }>(
    `SELECT m.name AS "table", c.name FROM sqlite_schema m, pragma_table_info(m.name) c
     WHERE m.type = 'table' AND c.type IN ('INTEGER', 'REAL')`,
  )();
  return columns
    .filter(({ name }) => NAME.test(name))
    .flatMap(({ table, name }) =>
      app.db
        .column<number>(`SELECT "${name}" FROM "${table}" WHERE "${name}" <> 0`)()
        .filter((time) => typeof time !== 'number' || time < EARLIEST || time > LATEST)
        .map((time) => `${table}.${name}: ${time}`),
    );
}

const good = 1_746_000_000;

/** Small archives in which every time but those that sort messages is this one. */
const ARCHIVES: Partial<Record<ImportProduct, (time: unknown) => Promise<string>>> = {
  slack: (time) =>
    makeZip({
      'users.json': [
        {
          id: 'U1',
          team_id: 'T1',
          name: 'olga',
          updated: time,
          created: time,
          profile: { email: 'olga@acme.example' },
        },
      ],
      'usergroups.json': [{ id: 'S1', handle: 'cooks', users: ['U1'], date_create: time, date_update: time }],
      'channels.json': [
        {
          id: 'C1',
          name: 'general',
          created: time,
          members: ['U1'],
          pins: [{ id: `${good}.000100`, user: 'U1', created: time }],
        },
      ],
      'general/2025-05-01.json': [
        {
          type: 'message',
          user: 'U1',
          ts: `${good}.000100`,
          text: 'Hello',
          edited: { user: 'U1', ts: String(time) },
          files: [{ id: 'F1', name: 'a.txt', created: time, timestamp: time }],
        },
        { type: 'message', user: 'U1', ts: String(time), text: 'Lost' },
      ],
      '__uploads/F1/a.txt': 'one',
    }),
  mattermost: (seconds) => {
    const time = typeof seconds === 'number' ? seconds * 1000 : seconds;
    const teams = [{ name: 'acme', channels: [{ name: 'hall' }] }];
    const post = { team: 'acme', channel: 'hall', user: 'olga' };
    const rows = [
      { type: 'version', version: 1 },
      { type: 'team', team: { name: 'acme', display_name: 'Acme', type: 'O' } },
      { type: 'channel', channel: { team: 'acme', name: 'hall', display_name: 'Hall', type: 'O' } },
      { type: 'user', user: { username: 'olga', email: 'olga@acme.example', create_at: time, teams } },
      { type: 'post', post: { ...post, message: 'Hello', create_at: good * 1000, edit_at: time, is_pinned: true } },
      { type: 'post', post: { ...post, message: 'Lost', create_at: time } },
    ];
    return makeZip({ 'export.jsonl': rows.map((row) => JSON.stringify(row)).join('\n') });
  },
  rocketchat: (time) => {
    const date = typeof time === 'number' ? new Date(time * 1000) : time;
    const dump = (...documents: object[]) => Buffer.concat(documents.map((one) => serialize(one)));
    const u = { _id: 'olga', username: 'olga' };
    return makeZip({
      'dump/users.bson': dump({ ...u, name: 'Olga', emails: [{ address: 'olga@acme.example' }], createdAt: date }),
      'dump/rocketchat_room.bson': dump({ _id: 'R1', t: 'c', name: 'general', ts: date, u }),
      'dump/rocketchat_team.bson': dump({ _id: 'T1', name: 'cooks', createdAt: date, createdBy: u }),
      'dump/rocketchat_subscription.bson': dump({ _id: 's1', rid: 'R1', u, ts: date }),
      'dump/rocketchat_uploads.files.bson': dump({ _id: 'F1', filename: 'a.txt', chunkSize: 12, uploadDate: date }),
      'dump/rocketchat_uploads.chunks.bson': dump({
        _id: 'c',
        files_id: 'F1',
        n: 0,
        data: new Binary(Buffer.from('one')),
      }),
      'dump/rocketchat_message.bson': dump(
        {
          ...{ _id: 'm1', rid: 'R1', u, msg: 'Hello', ts: new Date(good * 1000), editedAt: date },
          ...{ pinned: true, pinnedBy: u, pinnedAt: date, files: [{ _id: 'F1', name: 'a.txt' }] },
        },
        { _id: 'm2', rid: 'R1', u, msg: 'Lost', ts: date },
      ),
    });
  },
  discord: (time) => {
    const written =
      typeof time === 'number' && Math.abs(time) < 8e12 ? new Date(time * 1000).toISOString() : String(time);
    const author = { id: '1', name: 'olga' };
    return makeZip({
      'general.json': {
        guild: { id: '9', name: 'Acme' },
        channel: { id: '100', type: 'GuildTextChat', name: 'general' },
        messages: [
          {
            ...{ id: '1', type: 'Default', timestamp: new Date(good * 1000).toISOString(), author, content: 'Hello' },
            ...{ timestampEdited: written, isPinned: true },
          },
          { id: '2', type: 'Default', timestamp: written, author, content: 'Lost' },
        ],
      },
    });
  },
};

for (const [name, archive] of Object.entries(ARCHIVES))
  test(`times of an archive from ${name} that nobody would believe are left out, and the rest is imported`, async () => {
    for (const time of BROKEN) {
      const team = new Team();
      const { added, skipped } = await importInto(team, name as ImportProduct, await archive(time));
      assert.deepEqual(unbelievable(team), [], `${time}`);
      assert.deepEqual([added.message, skipped.message], [1, 1], `${time}`);
    }
  });

test('the same holds for each time of each table of an archive from Klatch or Zulip', async () => {
  const files = await getContents(await exported(await settledTeam(), 'full_without_consent'));
  let changed = 0;
  const withTimes = (value: unknown, time: unknown, keepsSent: boolean): unknown => {
    if (Array.isArray(value)) return value.map((one) => withTimes(one, time, keepsSent));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => {
        if (keepsSent && name === 'date_sent') return [name, one];
        if (
          !/(?:^|_)(?:time|timestamp|at|date|until|since|created|updated)$|^date_/.test(name) ||
          typeof one === 'object'
        )
          return [name, withTimes(one, time, keepsSent)];
        changed += 1;
        return [name, time];
      }),
    );
  };
  for (const time of BROKEN) {
    const broken = Object.entries(files).map(([name, text]) => [
      name,
      name.endsWith('.json') ? withTimes(JSON.parse(text), time, true) : text,
    ]);
    const team = new Team();
    const { added, skipped } = await importInto(team, 'zulip', await makeZip(Object.fromEntries(broken)));
    assert.deepEqual(unbelievable(team), [], `${time}`);
    assert.equal(added.message, 22);
    assert.deepEqual([skipped['scheduled-message'], skipped.reminder], [2, 1], `${time}`);
  }
  assert(changed > 50 * BROKEN.length, `${changed}`);
});
