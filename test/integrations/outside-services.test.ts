import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, mock, test } from 'node:test';
import { freePort } from '../support/port.ts';
import { newTeam, type Reply, type TestUser } from '../support/team.ts';

/** A port of this machine at which nothing listens, as a URL. */
const nowhere = async (): Promise<string> => `http://127.0.0.1:${await freePort()}`;

/** A server that answers everything with this status and body. */
async function answering(status: number, body: string): Promise<string> {
  const server = createServer((_, response) =>
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(body),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  after(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

interface Kind {
  /** Settings that use the service at this address. */
  settings(url: string): object;
  /** The organization's provider of calls. */
  provider?: number;
  ask(user: TestUser): Promise<Reply>;
  /** How errors name the service. */
  name: RegExp;
}

const zoom = (url: string) => ({
  zoomAccountId: 'account',
  zoomClientId: 'id',
  zoomClientSecret: 'a secret word',
  zoomUrl: url,
  zoomApiUrl: url,
});
const bigBlueButton = (url: string) => ({ bigBlueButtonUrl: url, bigBlueButtonSecret: 'a secret word' });
const gifs = (gifProvider: string) => (url: string) => ({ gifProvider, gifApiKey: 'a secret word', gifUrl: url });
const pushes = (url: string) => ({ pushServiceUrl: url, pushServiceId: 'id', pushServiceKey: 'a secret word' });
const createCall = (user: TestUser) => user.request('POST', '/calls/create');
const searchGifs = (user: TestUser) => user.request('GET', '/gifs', { query: 'soup' });

const KINDS: Record<string, Kind> = {
  'calls at BigBlueButton': { settings: bigBlueButton, provider: 4, ask: createCall, name: /BigBlueButton server/ },
  'links to BigBlueButton': {
    settings: bigBlueButton,
    ask: (user) => user.request('GET', '/calls/bigbluebutton/create', { meeting_name: 'Tea' }),
    name: /BigBlueButton server/,
  },
  'calls at Zoom': { settings: zoom, provider: 5, ask: createCall, name: /Zoom/ },
  'links to Zoom': { settings: zoom, ask: (user) => user.request('POST', '/calls/zoom/create'), name: /Zoom/ },
  'GIFs of Tenor': { settings: gifs('tenor'), ask: searchGifs, name: /GIF provider/ },
  'GIFs of GIPHY': { settings: gifs('giphy'), ask: searchGifs, name: /GIF provider/ },
  'tests of phones': {
    settings: pushes,
    ask: (user) => user.request('POST', '/mobile_push/test_notification'),
    name: /push notification service/,
  },
};

/** How services fail, what users read, and what operators read. */
const FAILURES: [where: () => Promise<string>, error: RegExp, reason: RegExp][] = [
  [nowhere, /does not answer\. Try again in a minute\.$/, /refuses connections \(ECONNREFUSED\)/],
  [() => answering(500, 'no'), /does not answer\. Try again in a minute\.$/, /answered with status 500/],
  [() => answering(429, '{}'), /does not answer\. Try again in a minute\.$/, /answered with status 429/],
  [() => answering(401, '{}'), /(error|call|refused the request)\.?$/, /answered with status 401/],
];

/** More often than any of the limits on these requests allows. */
const OFTEN = 65;

async function newPlace({ settings, provider }: Pick<Kind, 'settings' | 'provider'>, url: string) {
  const place = newTeam({ rateLimits: true });
  Object.assign(place.app.config.choices, settings(url));
  if (provider !== undefined) await place.ada.patch('/realm', { video_chat_provider: provider });
  place.app.db.write(() => place.app.devices.add(place.mia.id, 'fcm', 'abc', null, 0));
  place.app.db.commit();
  return { ...place, logged: mock.method(place.app.log, 'error') };
}

for (const [what, kind] of Object.entries(KINDS))
  test(`${what}: a service that fails is named and logged with the reason, and counts for nobody`, async () => {
    for (const [where, error, reason] of FAILURES) {
      const { mia, logged } = await newPlace(kind, await where());
      for (let tries = 0; tries < OFTEN; tries++) {
        const { status, msg } = await kind.ask(mia);
        assert.equal(status, 503, msg);
        assert.match(msg, error);
        assert.match(msg, kind.name);
      }
      const told = JSON.stringify(logged.mock.calls.map((call) => call.arguments));
      assert.match(told, reason);
      assert.doesNotMatch(told, /a secret word|a%20secret|a\+secret/);
    }
  });

test('a test of a phone says that its service fails, and the log says why', async () => {
  const { mia, logged } = await newPlace({ settings: pushes }, await nowhere());
  const { targets } = await mia.get('/notification_targets');
  const phone = targets.find(({ kind }: { kind: string }) => kind === 'phone');
  assert.equal((await mia.post(`/notification_targets/${phone.id}/test`)).failure, 'unreachable');
  assert.match(JSON.stringify(logged.mock.calls[0]!.arguments), /refuses connections/);
});
