import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import { openSession } from '../../src/chat/people/sign-in/session-actions.ts';
import { encodingFor } from '../../src/chat/web-client/client.ts';
import { newTeam } from '../support/team.ts';
import { buildWebClient } from '../support/web.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
await buildWebClient();

test('the first visit loads at most 90 KB of page and scripts', async () => {
  const folder = join(root, '.cache/web');
  const client = JSON.parse(readFileSync(join(folder, 'client.json'), 'utf8'));
  const getSize = (content: Buffer | string, quality: number) =>
    brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }).length;
  // The executable has scripts that are compressed as much as possible. A page is compressed when it is first needed.
  const scripts = [client.entry, ...client.preload].map((name: string) =>
    getSize(readFileSync(join(folder, name)), 11),
  );
  const total = scripts.reduce((sum, one) => sum + one, getSize(client.style, 9));
  assert.ok(total <= 89_000, `the style and the first scripts are ${total} bytes, and the rest of the page 1000`);
  assert.ok(client.style.length < 60_000, `the style in the page is ${client.style.length} bytes`);
});

test('the response uses the best encoding that the browser accepts', () => {
  assert.equal(encodingFor('gzip, deflate, br'), 'br');
  assert.equal(encodingFor('gzip, br;q=0'), 'gzip');
  assert.equal(encodingFor(undefined), undefined);
});

test('the page is the same in each encoding', async () => {
  const { team, app, ada, gus } = newTeam();
  app.db.write(() => app.realm.set('name', '名'.repeat(40)));
  const url = await team.url;
  for (const user of [ada, gus]) {
    const { token } = openSession(app, app.users.byId(user.id)!);
    app.db.commit();
    const getPage = async (encoding: string): Promise<string> => {
      const headers = { Cookie: `sessionid=${token}`, 'Accept-Encoding': encoding };
      const response = await fetch(url, { headers });
      assert.equal(response.headers.get('content-encoding'), encoding === 'identity' ? null : encoding);
      return response.text();
    };
    const page = await getPage('identity');
    assert.ok(page.includes(`<div id="app" data-user="${user.id}">`), page.slice(-400));
    assert.ok(page.endsWith('</html>\n'));
    for (const encoding of ['br', 'gzip']) assert.equal(await getPage(encoding), page, encoding);
  }
});

test('a visitor is redirected to sign in, unless public access is on', async () => {
  const { team, app } = newTeam();
  const url = await team.url;
  const shut = await fetch(url, { redirect: 'manual' });
  assert.equal(shut.status, 302);
  assert.equal(shut.headers.get('location'), '/login');
  const forged = await fetch(url, { redirect: 'manual', headers: { Cookie: 'sessionid=guessed' } });
  assert.equal(forged.status, 302);
  app.db.write(() => app.realm.set('enable_spectator_access', true));
  assert.notEqual((await fetch(url, { redirect: 'manual' })).status, 302);
});

test('the page’s policy allows only its own script, and its files may be cached forever', async () => {
  const { team, app } = newTeam();
  app.db.write(() => {
    app.realm.set('enable_spectator_access', true);
    app.realm.set('name', '</title><script>alert(1)</script>');
  });
  const url = await team.url;
  const page = await fetch(url);
  const policy = page.headers.get('content-security-policy')!;
  assert.match(policy, /script-src 'self';/);
  assert.match(policy, /require-trusted-types-for 'script'/);
  assert.doesNotMatch(policy, /script-src[^;]*unsafe|style-src-elem[^;]*unsafe/);
  const html = await page.text();
  assert.ok(!html.includes('<script>alert'), 'a name is no code');
  const [, script] = /<script type="module" src="([^"]+)"/.exec(html)!;
  const file = await new Promise<IncomingMessage>((resolve) =>
    get(url + script, { headers: { 'Accept-Encoding': 'br' } }, resolve),
  );
  file.resume();
  assert.equal(file.headers['content-encoding'], 'br');
  assert.match(file.headers['cache-control']!, /immutable/);
  assert.equal((await fetch(`${url}/static/client/client.json`)).status, 404);
  assert.equal((await fetch(`${url}/static/client/..%2f..%2fpackage.json`)).status, 404);
});
