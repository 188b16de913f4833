import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { pino } from 'pino';
import type { App } from '../../../src/app.ts';
import { sendDirectMessage } from '../../../src/chat/messages/send/actions.ts';
import { requestExport } from '../../../src/chat/organization/exports/actions.ts';
import { exportsView } from '../../../src/chat/organization/exports/events.ts';
import { exporting } from '../../../src/chat/organization/exports/jobs.ts';
import { insertUser } from '../../../src/chat/people/users/actions.ts';
import { createApp } from '../../../src/server/create-app.ts';
import { Config } from '../../../src/settings/config.ts';
import type { Reply } from '../../support/team.ts';
import { filesOfZip } from '../../support/zip.ts';

const MESSAGES = 1000;

function setUp() {
  const dataDir = mkdtempSync(join(tmpdir(), 'klatch-'));
  after(() => rmSync(dataDir, { recursive: true }));
  const config = new Config({ dataDir, publicUrl: 'http://klatch.example', logLevel: 'silent' });
  const open = () => createApp({ config, log: pino({ level: 'silent' }), database: join(dataDir, 'klatch.db') });
  const app = open();
  const ada = insertUser(app, { email: 'ada@example.com', full_name: 'Ada', role: 100 });
  app.db.write(() =>
    app.users.setSettings(JSON.stringify({ ...ada.settings, allow_private_data_export: true }), ada.id),
  );
  for (let at = 0; at < MESSAGES; at++) sendDirectMessage(app, ada, [ada.id], `note ${at}`, { client: 'test' });
  const id = requestExport(app, app.users.byId(ada.id)!, 'full_with_consent');
  app.db.commit();
  return { app, open, id };
}

/** Waits until the export is running: its file exists and takes many turns to write. */
async function waitUntilRunning(app: App): Promise<void> {
  while (readdirSync(app.files.incoming).length === 0) await turn();
}

/** Asserts that the export is complete and contains nothing of the first attempt. */
async function assertComplete(app: App, id: number): Promise<void> {
  assert.deepEqual([exportsView(app)[0]!.pending, exportsView(app)[0]!.failed_timestamp], [true, null]);
  await exporting.run(app);
  const made = exportsView(app)[0]!;
  assert.deepEqual(
    [made.pending, made.failed_timestamp, made.export_url],
    [false, null, `http://klatch.example/realm_exports/${id}`],
  );
  const files = await filesOfZip(readFileSync(join(app.config.dataDir, 'uploads', app.exports.byId(id)!.file_key!)));
  const pages = Object.entries(files).filter(([name]) => name.startsWith('messages-'));
  const messages = pages.flatMap(([, page]) => JSON.parse(page).zerver_message);
  assert.equal(messages.filter(({ content }: Reply) => content.startsWith('note ')).length, MESSAGES);
  app.db.close();
}

test('an export that a stop interrupts leaves nothing behind, and runs again after the next start', async () => {
  const { app, open, id } = setUp();
  const stopping = new AbortController();
  const running = exporting.run(app, stopping.signal);
  await waitUntilRunning(app);
  stopping.abort();
  await running;
  assert.deepEqual(readdirSync(app.files.incoming), []);
  app.db.close();
  await assertComplete(open(), id);
});

test('an export that a crash interrupts runs again after the next start', async () => {
  const { app, open, id } = setUp();
  const running = exporting.run(app);
  await waitUntilRunning(app);
  app.db.close();
  await assert.rejects(async () => running, /not open/);
  await assertComplete(open(), id);
});
