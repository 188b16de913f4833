import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { createServer as createTlsServer } from 'node:tls';
import { selfSigned } from '../../support/acme.ts';
import { createAccount, runKlatch, sendRequest, startServer, temporaryFolder } from '../../support/process.ts';
import { waitUntil } from '../../support/until.ts';

/** Servers with a certificate that no public authority signed. `asked` are the paths of accepted connections. */
async function openServices() {
  const own = selfSigned(temporaryFolder(), 'own', ['localhost']);
  const certificate = { cert: readFileSync(own.cert), key: readFileSync(own.key) };
  const asked = new Set<string>();
  const stored = new Map<string, Buffer>();
  const web = createServer(certificate, async (request, response) => {
    const { method, url = '' } = request;
    const [, service = ''] = url.split('/');
    asked.add(service === '' ? 'ntfy' : service);
    if (service !== 'uploads') return response.writeHead(404).end();
    if (method === 'PUT') stored.set(url, await buffer(request));
    const found = stored.get(url);
    response.writeHead(found ? 200 : 404, { 'Content-Length': found?.length ?? 0 }).end(found);
  });
  const others = ['ldap', 'imap'].map((name) =>
    createTlsServer(certificate, (socket) => {
      asked.add(name);
      socket.end();
    }),
  );
  const ports: number[] = [];
  for (const server of [web, ...others]) {
    server.on('tlsClientError', () => {});
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    after(() => server.close());
    ports.push((server.address() as AddressInfo).port);
  }
  const [webPort, ldap, imap] = ports;
  return { asked, authority: own.cert, at: `https://localhost:${webPort}`, ldap, imap };
}

type Services = Awaited<ReturnType<typeof openServices>>;

/** A server that uses all these services. */
async function startClient({ at, ldap, imap }: Services, env: Record<string, string>) {
  const data = temporaryFolder();
  const ada = await createAccount(data, 'Ada', '--owner');
  const bucket = `${encodeURIComponent(`${at}/backups`)}`;
  const settings = {
    'oidc-issuer': `${at}/oidc`,
    'oidc-client-id': 'klatch',
    'gif-provider': 'tenor',
    'gif-api-key': 'key',
    'gif-url': `${at}/gifs`,
    'big-blue-button-url': `${at}/meetings`,
    'big-blue-button-secret': 'secret',
    'zoom-account-id': 'a',
    'zoom-client-id': 'b',
    'zoom-client-secret': 'c',
    'zoom-url': `${at}/zoom`,
    'push-service-url': `${at}/push`,
    'push-service-id': 'id',
    'push-service-key': 'key',
    'otlp-endpoint': `${at}/telemetry`,
    'otlp-interval': '1s',
    files: 's3://uploads',
    'files-endpoint': at,
    'files-access-key': 'a',
    'files-secret-key': 'b',
    'backup-to': `s3://backups?endpoint=${bucket}`,
    'backup-every': '1m',
    'mail-imap-url': `imaps://ada:secret@localhost:${imap}/INBOX`,
    'mail-in-address': 'chat+*@example.com',
    'allow-private-webhooks': 'on',
    'allow-private-ntfy': 'on',
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${JSON.stringify(value)}\n`);
  const directory = `[ldap]\nurl = "ldaps://localhost:${ldap}"\nbase = "dc=example"\n`;
  writeFileSync(join(data, 'klatch.toml'), lines.join('') + directory, { mode: 0o600 });
  const server = await startServer(['serve', '--listen', '127.0.0.1:0', '--data', data], { env });
  return { data, ada, server };
}

/** Makes the server ask each service that it does not ask by itself. */
async function useServices({ server, ada, data }: Awaited<ReturnType<typeof startClient>>, { at }: Services) {
  const ask = async (method: string, path: string, fields: Record<string, unknown> = {}) =>
    (await sendRequest(server.url, ada, method, path, fields)).reply;
  await fetch(`${server.url}/accounts/login/social/oidc`, { redirect: 'manual' });
  await runKlatch(['ldap', 'check', 'ada', '--data', data]);
  await ask('GET', '/gifs', { query: 'marmot' });
  await ask('GET', '/calls/bigbluebutton/create', { meeting_name: 'Plans' });
  await ask('POST', '/calls/zoom/create');
  await ask('POST', '/users/me/android_gcm_reg_id', { token: 'phone' });
  await ask('POST', '/mobile_push/test_notification');
  const form = new FormData();
  form.append('file', new Blob(['words']), 'words.txt');
  const headers = { Authorization: `Basic ${Buffer.from(`${ada.email}:${ada.api_key}`).toString('base64')}` };
  await fetch(`${server.url}/api/v1/user_uploads`, { method: 'POST', body: form, headers });
  await ask('POST', '/ntfy/addresses', { url: `${at}/ntfy` });
  const { targets } = await ask('GET', '/notification_targets');
  const ntfy = targets.find(({ kind }: { kind: string }) => kind === 'ntfy');
  await ask('POST', `/notification_targets/${ntfy.id}/test`);
  const { id: stream_id } = await ask('POST', '/channels/create', { name: 'news', subscribers: [ada.user_id] });
  const bot = { full_name: 'Reader', short_name: 'reader', bot_type: 1 };
  const { user_id: bot_id } = await ask('POST', '/bots', bot);
  await ask('POST', '/feeds', { bot_id, stream_id, url: `${at}/feed` });
  const caller = { full_name: 'Caller', short_name: 'caller', bot_type: 3, payload_url: `"${at}/webhook"` };
  const { user_id: caller_id } = await ask('POST', '/bots', { ...caller, service_name: 'caller', interface_type: 1 });
  await ask('POST', '/messages', { type: 'direct', to: [caller_id], content: 'hello' });
}

const SERVICES = [
  ...['oidc', 'ldap', 'gifs', 'meetings', 'zoom', 'push', 'telemetry', 'uploads'],
  ...['imap', 'feed', 'webhook', 'ntfy'],
];

test('every outside service may have a certificate of the authorities in extra-ca', async () => {
  const services = await openServices();
  const client = await startClient(services, { KLATCH_EXTRA_CA: services.authority });
  await useServices(client, services);
  const missing = () => SERVICES.filter((name) => !services.asked.has(name));
  await waitUntil(
    () => missing().length === 0,
    () => `${missing()}\n${client.server.said.stderr}`,
  );
});

test('commands that ask other servers accept the authorities in extra-ca', async () => {
  const { asked, at, authority } = await openServices();
  const login = ['--user', 'ada@example.com', '--api-key', 'key'];
  const program = join(temporaryFolder(), 'klatch');
  writeFileSync(program, '');
  const commands = {
    api: ['send', 'hello', '--to', 'ada@example.com', '--site', at, ...login],
    health: ['healthcheck', '--url', at],
    upgrade: ['upgrade', '--check', '--from', `${at}/upgrade`, '--program', program],
  };
  for (const [path, command] of Object.entries(commands)) {
    await runKlatch(command);
    assert.equal(asked.has(path), false, path);
    await runKlatch(command, { env: { KLATCH_EXTRA_CA: authority } });
    assert.ok(asked.has(path), path);
  }
});
