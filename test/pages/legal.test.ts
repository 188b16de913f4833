import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newTeam } from '../support/team.ts';
import { Visitor } from '../support/visitor.ts';

const LEGAL = {
  termsUrl: 'https://example.com/terms?a=1&b=2',
  privacyUrl: 'https://example.com/privacy',
  imprintUrl: 'https://example.com/imprint',
  joinNote: 'By joining, you accept <our> terms.',
};

test('pages without an account link to terms, privacy policy and imprint, in their language', async () => {
  const { team, ada } = newTeam(LEGAL);
  const visitor = new Visitor(await team.url);
  const { invite_link } = await ada.post('/invites/multiuse', { stream_ids: [] });
  for (const path of ['/login/', new URL(invite_link).pathname, '/accounts/password/reset/', '/help']) {
    const { elements } = await visitor.open(path);
    const links = elements('a').map(({ attributes }) => attributes.href);
    for (const url of [LEGAL.privacyUrl, LEGAL.imprintUrl]) assert.ok(links.includes(url), `${path}: ${url}`);
  }
  const german = await fetch(`${await team.url}/login/`, { headers: { 'Accept-Language': 'de' } });
  const page = await german.text();
  assert.match(page, /<a href="https:\/\/example\.com\/terms\?a=1&amp;b=2">Nutzungsbedingungen<\/a>/);
  assert.match(page, />Impressum</);
});

test('people read the operator’s sentence before they create an account', async () => {
  const { team, ada } = newTeam(LEGAL);
  const visitor = new Visitor(await team.url);
  const { invite_link } = await ada.post('/invites/multiuse', { stream_ids: [] });
  const { text } = await visitor.open(new URL(invite_link).pathname);
  assert.match(text, /By joining, you accept <our> terms\./);
  assert.doesNotMatch((await visitor.open('/login/')).text, /By joining/);
});

test('pages have no footer without these settings', async () => {
  const { team } = newTeam();
  const { elements } = await new Visitor(await team.url).open('/login/');
  assert.equal(elements('footer').length, 0);
});
