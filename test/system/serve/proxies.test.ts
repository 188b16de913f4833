import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { test } from 'node:test';
import { hashPassword } from '../../../src/chat/people/sign-in/password-checks.ts';
import { setPassword } from '../../../src/chat/people/users/actions.ts';
import { proxyTrouble, readNetworks, readOrigin } from '../../../src/kernel/http/proxies.ts';
import { newTeam, Team } from '../../support/team.ts';
import { Visitor } from '../../support/visitor.ts';

const request = (remoteAddress: string, headers: Record<string, string> = {}, encrypted = false): IncomingMessage =>
  ({
    socket: { remoteAddress, ...(encrypted && { encrypted }) },
    headers: { host: 'inner:9991', ...headers },
  }) as unknown as IncomingMessage;

test('only trusted proxies are believed, each only about the address it received the request from', () => {
  const trusted = readNetworks('10.0.0.0/8, ::1')!;
  const said = {
    'x-forwarded-for': '203.0.113.9',
    'x-forwarded-proto': 'https',
    'x-forwarded-host': 'chat.example.com',
  };
  assert.deepEqual(readOrigin(request('192.0.2.1', said), trusted), {
    address: '192.0.2.1',
    protocol: 'http',
    host: 'inner:9991',
  });
  assert.deepEqual(readOrigin(request('10.1.2.3', said), undefined), {
    address: '10.1.2.3',
    protocol: 'http',
    host: 'inner:9991',
  });
  for (const proxy of ['10.1.2.3', '::ffff:10.1.2.3', '::1'])
    assert.deepEqual(readOrigin(request(proxy, said), trusted), {
      address: '203.0.113.9',
      protocol: 'https',
      host: 'chat.example.com',
    });

  const client = (chain: string) => readOrigin(request('10.1.2.3', { 'x-forwarded-for': chain }), trusted).address;
  assert.equal(client('1.1.1.1, 203.0.113.9'), '203.0.113.9', 'what a client claims before is not believed');
  assert.equal(client('203.0.113.9, 10.9.9.9'), '203.0.113.9', 'through two proxies of ours');
  assert.equal(client('nonsense, 203.0.113.9:4711'), '203.0.113.9');
  assert.equal(client('[2001:db8::1]:80'), '2001:db8::1');
  assert.equal(client('nonsense'), '10.1.2.3');
  assert.equal(
    readOrigin(request('10.1.2.3', { 'x-forwarded-host': 'evil.example/path' }), trusted).host,
    'inner:9991',
  );
  assert.equal(readOrigin(request('10.1.2.3', { 'x-forwarded-proto': 'gopher' }), trusted).protocol, 'http');
  assert.equal(readOrigin(request('192.0.2.1', {}, true), undefined).protocol, 'https');
});

test('networks are addresses, ranges or all private ones', () => {
  assert.equal(readNetworks('10.0.0.0/33'), undefined);
  assert.equal(readNetworks('proxy.example'), undefined);
  const trusted = readNetworks('private')!;
  const believed = (address: string) =>
    readOrigin(request(address, { 'x-forwarded-for': '203.0.113.9' }), trusted).address === '203.0.113.9';
  for (const address of ['127.0.0.1', '::1', '172.20.0.3', '192.168.1.1', 'fd00::2'])
    assert.ok(believed(address), address);
  for (const address of ['203.0.113.1', '2001:db8::2', '172.32.0.1']) assert.ok(!believed(address), address);
});

test('a client with a private address cannot claim another one', () => {
  const address = (trusted: string, peer: string, chain: string): string =>
    readOrigin(request(peer, { 'x-forwarded-for': chain }), readNetworks(trusted)).address;
  for (const client of ['192.168.1.50', '10.0.0.7', '172.18.0.9', '127.0.0.1', 'fd00::7'])
    for (const claim of ['203.0.113.9', '10.0.0.1', '127.0.0.1', '203.0.113.9, 192.168.1.1', 'nonsense', ''])
      for (const trusted of ['private', 'private,198.51.100.1', '127.0.0.9, private'])
        assert.equal(address(trusted, '127.0.0.1', `${claim}, ${client}`), client, `${claim} by ${client}`);
  // A proxy that does not know the address of its client says nothing about it.
  for (const unknown of ['unknown', 'unix:', '_hidden', ''])
    assert.equal(address('10.0.0.0/8', '10.1.2.3', `203.0.113.9, ${unknown}`), '10.1.2.3');
  // Proxies that the operator names are believed one after the other.
  assert.equal(address('private, 198.51.100.1', '127.0.0.1', '203.0.113.9, 198.51.100.1'), '203.0.113.9');
  assert.equal(address('127.0.0.1, 172.18.0.2', '127.0.0.1', '1.1.1.1, 203.0.113.9, 172.18.0.2'), '203.0.113.9');
  assert.equal(address('127.0.0.1, 172.18.0.2', '127.0.0.1', '1.1.1.1, 172.18.0.3'), '172.18.0.3');
});

test('a misconfigured proxy is reported with an explanation', () => {
  const trusted = readNetworks('10.0.0.0/8')!;
  const whole = {
    'x-forwarded-for': '203.0.113.9',
    'x-forwarded-proto': 'https',
    'x-forwarded-host': 'chat.example.com',
  };
  assert.equal(
    proxyTrouble(request('10.0.0.1', { ...whole, origin: 'https://chat.example.com' }), trusted, undefined),
    undefined,
  );
  assert.equal(proxyTrouble(request('192.0.2.1'), undefined, undefined), undefined);
  assert.match(proxyTrouble(request('172.18.0.2', whole), trusted, undefined)!, /--behind-proxy=172\.18\.0\.2/);
  assert.match(proxyTrouble(request('172.18.0.2', whole), undefined, undefined)!, /does not trust it/);
  assert.match(proxyTrouble(request('10.0.0.1'), trusted, undefined)!, /does not send X-Forwarded-For/);
  assert.match(
    proxyTrouble(request('10.0.0.1', { 'x-forwarded-for': '203.0.113.9' }), trusted, undefined)!,
    /does not send X-Forwarded-Proto/,
  );
  const elsewhere = proxyTrouble(request('192.0.2.1', { origin: 'https://chat.example.com' }), undefined, undefined)!;
  const crossSite = { origin: 'https://intranet.example', 'sec-fetch-site': 'cross-site' };
  assert.equal(proxyTrouble(request('192.0.2.1', crossSite), undefined, undefined), undefined);
  assert.match(elsewhere, /opened https:\/\/chat\.example\.com, but this server's address is http:\/\/inner:9991/);
});

test('behind a configured proxy the browser’s address counts, and cookies are for HTTPS', async () => {
  const team = new Team({ publicUrl: undefined, behindProxy: readNetworks('private'), rateLimits: true });
  const forwarded = {
    'X-Forwarded-For': '203.0.113.9',
    'X-Forwarded-Proto': 'https',
    'X-Forwarded-Host': 'chat.example.com',
  };
  team.addUser('Ada', 100);
  const settings = await team.request('GET', '/server_settings', {}, forwarded);
  assert.equal(settings.realm_url, 'https://chat.example.com');
  const visitor = new Visitor(await team.url, forwarded);
  const page = await visitor.open('/login/');
  assert.match(visitor.cookies.get('__Host-csrftoken')!.flags, /; Secure/);
  assert.doesNotMatch(page.text, /proxy/i);
  // Other addresses are not affected by one that exceeds the limit.
  const other = { ...forwarded, 'X-Forwarded-For': '203.0.113.10' };
  let last = 0;
  for (let count = 0; count < 105; count++)
    last = (await team.request('GET', '/server_settings', {}, forwarded)).status;
  assert.equal(last, 429);
  assert.equal((await team.request('GET', '/server_settings', {}, other)).status, 200);
});

test('behind a proxy that is not configured, signing in works, and the page says what to do', async () => {
  const { team, mia } = newTeam({ publicUrl: undefined });
  const said = {
    ...{ 'X-Forwarded-For': '203.0.113.9', 'X-Forwarded-Proto': 'https', Origin: 'https://chat.example.com' },
    // Browsers send it over HTTPS. Without it, the server could not distinguish this page from another site's.
    'Sec-Fetch-Site': 'same-origin',
  };
  const page = await new Visitor(await team.url, said).open('/login/');
  const visitor = new Visitor(await team.url, said);
  setPassword(team.app, team.app.users.byId(mia.id)!, await hashPassword('correct horse'));
  await visitor.fillIn('/login/', { username: mia.email, password: 'correct horse' });
  assert.ok(visitor.cookies.has('sessionid'));
  const refused = (await (await visitor.request('POST', '/json/users/me/api_key/regenerate', {})).json()) as {
    code: string;
    proxy: string;
  };
  assert.equal(refused.code, 'CSRF_FAILED');
  assert.match(refused.proxy, /--behind-proxy=127\.0\.0\.1/);
  assert.match(
    page.text,
    /A proxy at 127\.0\.0\.1 forwards requests .* Start the server with --behind-proxy=127\.0\.0\.1/,
  );
});
