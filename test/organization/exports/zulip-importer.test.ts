import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CALL_PROVIDERS } from '../../../src/chat/integrations/calls/types.ts';
import { Team } from '../../support/team.ts';
import { assertZulipImports } from '../../support/zulip-importer.ts';
import { settledTeam } from './settled-team.ts';
import { exported, getContents } from './support.ts';

type Row = Record<string, any>;

test('Zulip’s importer accepts an export of everything, of public data, and of a new organization', async () => {
  const team = await settledTeam();
  team.app.db.write(() => {
    team.app.realm.set('video_chat_provider', CALL_PROVIDERS.link);
    team.app.realm.set('description', 'Null \0 and half \ud800 characters');
  });
  for (const type of ['full_without_consent', 'full_with_consent', 'public'] as const)
    assertZulipImports(await getContents(await exported(team, type)));
  const empty = new Team();
  empty.addUser('Olga', 100);
  assertZulipImports(await getContents(await exported(empty, 'full_without_consent')));
});

/** Changes of realm.json that Zulip's importer rejects. */
const REJECTED: Record<string, (realm: Record<string, Row[]>) => void> = {
  'Missing table zerver_userpresence': (realm) => delete realm.zerver_userpresence,
  'no id': (realm) => delete realm.zerver_subscription![0]!.id,
  'no field klatch': (realm) => (realm.zerver_stream![0]!.klatch = 1),
  'last_login is missing': (realm) => delete realm.zerver_userprofile![0]!.last_login,
  'rendered_content is null': (realm) => (realm.zerver_scheduledmessage![0]!.rendered_content = null),
  'email has a wrong value': (realm) => (realm.zerver_userprofile![0]!.email = 'user1@127.0.0.1'),
  'stream refers to nothing': (realm) => (realm.zerver_usertopic![0]!.stream = 99),
  'twice:': ({ zerver_userprofile: users }) => (users![1]!.delivery_email = users![0]!.delivery_email.toUpperCase()),
  'Zulip has no calendar-bot@zulip.com': (realm) =>
    (realm.zerver_userprofile_crossrealm![0]!.email = 'calendar-bot@zulip.com'),
  'two conversations of': ({ zerver_subscription: rows, zerver_huddle: huddles, zerver_recipient: recipients }) => {
    huddles!.push({ id: 77, recipient: 78, group_size: huddles![0]!.group_size });
    recipients!.push({ id: 78, type: 3, type_id: 77 });
    const members = rows!.filter(({ recipient }) => recipient === huddles![0]!.recipient);
    rows!.push(...members.map((row, at) => ({ ...row, recipient: 78, id: 10_000 + at })));
  },
};

test('the rules of Zulip’s importer reject an archive with one wrong row', async () => {
  const files = await getContents(await exported(await settledTeam(), 'full_without_consent'));
  for (const [message, change] of Object.entries(REJECTED)) {
    const realm = JSON.parse(files['realm.json']!);
    change(realm);
    assert.throws(
      () => assertZulipImports({ ...files, 'realm.json': JSON.stringify(realm) }),
      (error: Error) => error.message.includes(message),
      message,
    );
  }
  const { 'analytics.json': _, 'migration_status.json': _status, ...rest } = files;
  assert.throws(() => assertZulipImports(rest), /Missing migration_status.json/);
});
