import assert from 'node:assert/strict';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { assertRejected, newTeam } from '../../support/team.ts';

/** A server that answers with what `reply` returns. Returns its URL and the requests it received. */
async function provider(reply: (request: IncomingMessage) => { status?: number; body: string }) {
  const asked: { url: string; authorization: string | undefined; body: string }[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const piece of request) body += piece;
    asked.push({ url: request.url!, authorization: request.headers.authorization, body });
    const answer = reply(request);
    response.writeHead(answer.status ?? 200).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  after(() => server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

test('a video call is created if a provider is configured, and rejected if not', async () => {
  const { app, mia } = newTeam();
  const create = () => mia.request('GET', '/calls/bigbluebutton/create', { meeting_name: 'Standup & tea' });
  await assertRejected(create(), 'BigBlueButton is not configured.');
  await assertRejected(mia.request('POST', '/calls/zoom/create'), 'Zoom credentials have not been configured');

  let reply = '<response><returncode>SUCCESS</returncode></response>';
  const calls = await provider(() => ({ body: reply }));
  app.config.choices.bigBlueButtonUrl = `${calls.url}/bigbluebutton/`;
  app.config.choices.bigBlueButtonSecret = 'word';
  const { url } = await create();
  assert.match(
    calls.asked[0]!.url,
    /^\/bigbluebutton\/api\/create\?meetingID=[\da-f]{32}&name=Standup\+%26\+tea&.*checksum=[\da-f]{64}$/,
  );
  assert.match(url, /\/api\/join\?meetingID=[\da-f]{32}&role=MODERATOR&fullName=Mia&checksum=[\da-f]{64}$/);
  assert.doesNotMatch(url, /word/);
  reply = 'no';
  await assertRejected(create(), 'BigBlueButton server returned an unexpected error.');
});

test('a called user joins a BigBlueButton call under their own name', async () => {
  const { app, ada, mia, max } = newTeam();
  const calls = await provider(() => ({ body: '<response><returncode>SUCCESS</returncode></response>' }));
  Object.assign(app.config.choices, { bigBlueButtonUrl: calls.url, bigBlueButtonSecret: 'word' });
  await ada.patch('/realm', { video_chat_provider: 4 });
  const { call } = await mia.post('/calls', { to: [max.id] });
  assert.match(call.url, /fullName=Mia/);
  const [theirs] = (await max.post('/register', { fetch_event_types: ['calls'] })).calls;
  assert.match(theirs.url, /fullName=Max/);
  const meeting = (url: string) => new URL(url).searchParams.get('meetingID');
  assert.equal(meeting(theirs.url), meeting(call.url));
});

test('a Zoom meeting is created for the caller with a server-to-server app', async () => {
  const { app, ada, mia, max } = newTeam();
  let meeting: { status?: number; body: string } = { body: '{"join_url":"https://zoom.example/j/1"}' };
  const zoom = await provider(({ url }) => (url!.startsWith('/oauth') ? { body: '{"access_token":"key"}' } : meeting));
  Object.assign(app.config.choices, {
    zoomAccountId: 'account',
    zoomClientId: 'id',
    zoomClientSecret: 'word',
    zoomUrl: zoom.url,
    zoomApiUrl: zoom.url,
  });
  await ada.patch('/realm', { video_chat_provider: 5 });
  assert.equal((await mia.post('/calls/zoom/create', { is_video_call: false })).url, 'https://zoom.example/j/1');
  const [token, created] = zoom.asked;
  assert.equal(token!.url, '/oauth/token?grant_type=account_credentials&account_id=account');
  assert.equal(token!.authorization, `Basic ${Buffer.from('id:word').toString('base64')}`);
  assert.equal(created!.url, '/v2/users/mia%40example.com/meetings');
  assert.equal(created!.authorization, 'Bearer key');
  assert.deepEqual(JSON.parse(created!.body).settings, { host_video: false, participant_video: false });
  assert.equal((await mia.post('/calls', { to: [max.id] })).call.url, 'https://zoom.example/j/1');

  meeting = { status: 404, body: '{"code":1001,"message":"User does not exist"}' };
  const create = () => mia.request('POST', '/calls/create');
  await assertRejected(create(), 'Unknown Zoom user email', 'UNKNOWN_ZOOM_USER');
  meeting = { body: '{"join_url":"javascript:alert(1)"}' };
  await assertRejected(create(), 'Failed to create Zoom call');
  meeting = { status: 401, body: '{}' };
  await assertRejected(create(), 'Failed to create Zoom call');
});

test('calls use a server of the operator if its address was configured', async () => {
  const { app, ada, mia } = newTeam();
  const choose = () => ada.request('PATCH', '/realm', { video_chat_provider: 100 });
  await assertRejected(choose(), 'Invalid video_chat_provider 100');
  app.config.choices.callUrl = 'https://talk.example/join?room={room}';
  assert.equal((await choose()).status, 200);
  const { url } = await mia.post('/calls/create');
  assert.match(url, /^https:\/\/talk\.example\/join\?room=[\da-f]{32}$/);
  assert.notEqual((await mia.post('/calls/create')).url, url);
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
