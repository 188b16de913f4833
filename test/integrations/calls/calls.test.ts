import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { assertRejected, newTeam } from '../../support/team.ts';

test('a video call is created if a provider is configured, and rejected if not', async () => {
  const { app, mia } = newTeam();
  const create = () => mia.request('GET', '/calls/bigbluebutton/create', { meeting_name: 'Standup & tea' });
  await assertRejected(create(), 'BigBlueButton is not configured.');
  await assertRejected(mia.request('POST', '/calls/zoom/create'), 'Zoom credentials have not been configured');

  const asked: string[] = [];
  let reply = '<response><returncode>SUCCESS</returncode></response>';
  const calls = createServer((request, response) => {
    asked.push(request.url!);
    response.end(reply);
  });
  await new Promise<void>((resolve) => calls.listen(0, '127.0.0.1', resolve));
  after(() => calls.close());
  app.config.choices.bigBlueButtonUrl = `http://127.0.0.1:${(calls.address() as AddressInfo).port}/bigbluebutton/`;
  app.config.choices.bigBlueButtonSecret = 'word';
  const { url } = await create();
  assert.match(
    asked[0]!,
    /^\/bigbluebutton\/api\/create\?meetingID=[\da-f]{32}&name=Standup\+%26\+tea&.*checksum=[\da-f]{64}$/,
  );
  assert.match(url, /\/api\/join\?meetingID=[\da-f]{32}&role=MODERATOR&fullName=Mia&checksum=[\da-f]{64}$/);
  assert.doesNotMatch(url, /word/);
  reply = 'no';
  await assertRejected(create(), 'BigBlueButton server returned an unexpected error.');
});

test('BigBlueButton can be chosen for calls only if the operator configured it', async () => {
  const { app, ada } = newTeam();
  const providers = async () =>
    Object.keys((await ada.post('/register', { fetch_event_types: ['realm'] })).realm_available_video_chat_providers);
  const choose = () => ada.request('PATCH', '/realm', { video_chat_provider: 4 });
  assert.deepEqual(await providers(), ['disabled', 'jitsi_meet']);
  await assertRejected(choose(), 'Invalid video_chat_provider 4');
  Object.assign(app.config.choices, { bigBlueButtonUrl: 'https://bbb.example/', bigBlueButtonSecret: 'word' });
  assert.deepEqual(await providers(), ['disabled', 'jitsi_meet', 'big_blue_button']);
  assert.equal((await choose()).status, 200);
});
