import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serialize } from 'bson';
import type { ImportProduct } from '../../../src/chat/organization/imports/types.ts';
import { Team } from '../../support/team.ts';
import { importInto, makeZip } from './support.ts';

const SENT = Date.UTC(2025, 4, 5);
const dump = (...documents: object[]): Buffer => Buffer.concat(documents.map((one) => serialize(one)));

/** An archive of a product with these texts, and the other mark-up that it translates. */
const ARCHIVES: Partial<Record<ImportProduct, (texts: string[]) => Promise<string>>> = {
  discord: (texts) =>
    makeZip({
      'general.json': {
        guild: { id: '9', name: 'Acme' },
        channel: { id: '100', type: 'GuildTextChat', name: 'general' },
        messages: texts.map((content, at) => ({
          id: `${at + 1}`,
          type: 'Default',
          timestamp: new Date(SENT + at * 1000).toISOString(),
          author: { id: '1', name: 'olga' },
          content,
        })),
      },
    }),
  mattermost(texts) {
    const rows = [
      { type: 'version', version: 1 },
      { type: 'channel', channel: { team: 'acme', name: 'general', type: 'O' } },
      { type: 'user', user: { username: 'olga', email: 'olga@acme.example' } },
      ...texts.map((message, at) => ({
        type: 'post',
        post: { team: 'acme', channel: 'general', user: 'olga', message, create_at: SENT + at * 1000 },
      })),
    ];
    return makeZip({ 'export.jsonl': rows.map((row) => JSON.stringify(row)).join('\n') });
  },
  rocketchat: (texts) =>
    makeZip({
      'dump/users.bson': dump({
        _id: 'olga',
        username: 'olga',
        name: 'Olga',
        emails: [{ address: 'olga@acme.example' }],
      }),
      'dump/rocketchat_room.bson': dump({ _id: 'R1', t: 'c', name: 'general' }),
      'dump/rocketchat_message.bson': dump(
        ...texts.map((msg, at) => ({
          _id: `m${at}`,
          rid: 'R1',
          u: { _id: 'olga', username: 'olga' },
          ts: new Date(SENT + at * 1000),
          msg,
        })),
      ),
    }),
};

/** A text, and the code that readers see in it. */
const ROWS: [text: string, ...code: string[]][] = [
  ['``a`b`` is code', 'a`b'],
  ['`` `@olga` `` and `:smile:`', '`@olga`', ':smile:'],
  ['see ``_a_ `*b*` ~c~ __d__``, _really_', '_a_ `*b*` ~c~ __d__'],
  ['`a``b` and ``c`d``', 'a``b', 'c`d'],
  ['> quoted ``x`@all`` here', 'x`@all'],
  ['* ``x`y`` in a list', 'x`y'],
  ['```` a```b ```` in four', 'a```b'],
  ['one ``open and `closed`', 'closed'],
];

for (const [name, archive] of Object.entries(ARCHIVES))
  test(`code within a line that holds backticks is the same after an import from ${name}`, async () => {
    const team = new Team();
    await importInto(team, name as ImportProduct, await archive(ROWS.map(([text]) => text)));
    const last = team.app.messages.lastId();
    for (const [at, [text, ...code]] of ROWS.entries()) {
      const { rendered_content } = team.app.messages.byId(last - ROWS.length + 1 + at)!;
      const shown = [...rendered_content.matchAll(/<code>(.*?)<\/code>/g)].map(([, inner]) => inner!.trim());
      assert.deepEqual(shown, code, `${text} → ${rendered_content}`);
    }
  });
