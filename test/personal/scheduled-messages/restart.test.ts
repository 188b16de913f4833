import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pino } from 'pino';
import { sendDirectMessage } from '../../../src/chat/messages/send/actions.ts';
import { insertUser } from '../../../src/chat/people/users/actions.ts';
import { createReminder, sendDueReminders } from '../../../src/chat/personal/reminders/actions.ts';
import { scheduleMessage, sendDueMessages } from '../../../src/chat/personal/scheduled-messages/actions.ts';
import { createApp } from '../../../src/server/create-app.ts';
import { Config } from '../../../src/settings/config.ts';
import { TestClock } from '../../support/team.ts';

const config = new Config({
  dataDir: '',
  host: '127.0.0.1',
  port: 0,
  publicUrl: '',
  rateLimits: false,
  logLevel: 'silent',
  development: false,
});

test('a scheduled message survives restarts, and is sent once regardless of their number', () => {
  const folder = mkdtempSync(join(tmpdir(), 'klatch-'));
  const clock = new TestClock();
  const start = () => createApp({ config, log: pino({ level: 'silent' }), clock, database: join(folder, 'klatch.db') });
  let app = start();
  const mia = insertUser(app, { email: 'mia@example.com', full_name: 'Mia', role: 400 });
  const deliver_at = clock.now() / 1000 + 60;
  const { id } = sendDirectMessage(app, mia, [mia.id], 'a note', { client: 'test' });
  scheduleMessage(
    app,
    mia,
    { type: 'direct', to: [mia.id], content: 'later', scheduled_delivery_timestamp: deliver_at },
    { client: 'test', isInteractive: true },
  );
  createReminder(app, mia, id, deliver_at, '');
  const restart = () => {
    app.db.close();
    app = start();
    sendDueMessages(app);
    sendDueReminders(app);
    app.db.commit();
  };
  restart();
  assert.equal(app.messages.lastId(), id, 'not yet');
  clock.advance(86_400);
  restart();
  const after = app.messages.lastId();
  assert.equal(after, id + 2, 'both came, a day late');
  for (const seconds of [0, -86_400, 172_800]) {
    clock.advance(seconds);
    restart();
  }
  assert.equal(app.messages.lastId(), after, 'and once');
  app.db.close();
  rmSync(folder, { recursive: true });
});
