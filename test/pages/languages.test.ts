import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { preferredLanguage, translatePage } from '../../src/pages/kit/translate.ts';
import { CLIENT_LANGUAGES, getDirection } from '../../src/shared/languages.ts';
import { readTexts } from '../../src/texts/source.ts';
import { newTeam } from '../support/team.ts';

/** The texts of pages in each language, besides English. */
const PAGE_TEXTS = Object.fromEntries(
  CLIENT_LANGUAGES.filter((code) => code !== 'en').map((code) => [code, readTexts(code).pages]),
);

/** The words of a page, without those of names and values. */
const words = (html: string, values: readonly string[]): string[] =>
  [...html.replace(/^[\s\S]*<main[^>]*>|<script>[\s\S]*/g, '').matchAll(/>([^<>]+)</g)]
    .map(([, text]) => values.reduce((left, value) => left.replaceAll(value, ''), text!).trim())
    .filter((text) => /[a-z]{3}/i.test(text));

/** Whether a text has the same words in this language, such as `Password` in Italian. */
const isSameWord = (text: string, language: string): boolean => PAGE_TEXTS[language]?.[text] === text;

test('a visitor sees every text in the browser’s language', async () => {
  const { team, ada, app } = newTeam();
  const url = await team.url;
  const { invite_link } = await ada.post('/invites/multiuse', {
    invite_as: 400,
    stream_ids: [],
    invite_expires_in_minutes: 60,
  });
  const values = ['Ada', app.realm.get('name'), 'ada@example.com'];
  const paths = [
    '/login/',
    '/accounts/password/reset/',
    '/register/',
    '/nothing/here',
    new URL(invite_link).pathname,
    '/join/guessed',
    '/setup',
  ];
  for (const path of paths) {
    const page = async (tag: string, language = tag) => {
      const response = await fetch(url + path, { headers: { Accept: 'text/html', 'Accept-Language': tag } });
      const html = await response.text();
      assert.match(html, new RegExp(`<html lang="${language}" dir="${getDirection(language)}">`), path);
      return words(html, values);
    };
    const english = await page('en-GB', 'en');
    assert.ok(english.length > 0);
    await page('de-AT', 'de');
    await page('pt-PT', 'pt-br');
    for (const language of Object.keys(PAGE_TEXTS)) {
      const same = (await page(language)).filter((text) => english.includes(text) && !isSameWord(text, language));
      assert.deepEqual(same, [], `${path} in ${language}`);
    }
  }
});

test('pages for owners are translated too', async () => {
  const { team, ada, app } = newTeam({ development: true });
  const url = await team.url;
  await ada.post('/invites', { stream_ids: [], invitee_emails: 'nina@example.com' });
  await ada.post('/invites/multiuse', { stream_ids: [], invite_expires_in_minutes: 60 });
  const { openSession } = await import('../../src/chat/people/sign-in/session-actions.ts');
  const { token } = openSession(app, app.users.byId(ada.id)!);
  app.db.commit();
  const values = [
    ada.email,
    'nina@example.com',
    app.realm.get('name'),
    ...app.users.active().map(({ full_name }) => full_name),
  ];
  for (const path of ['/setup', '/mail', '/devlogin/']) {
    const page = async (default_language: string) => {
      await ada.patch('/settings', { default_language });
      const headers = { Cookie: `sessionid=${token}`, Accept: 'text/html' };
      return words(await (await fetch(url + path, { headers })).text(), values);
    };
    const english = await page('en');
    assert.ok(english.length > 5);
    for (const language of Object.keys(PAGE_TEXTS)) {
      const isSame = (text: string) =>
        english.includes(text) &&
        !isSameWord(text, language) &&
        !/^(klatch |\/|~|KLATCH_|--|https?:|\[api\]|Mail$|Invitation$|Administrator$|.* UTC$)/.test(text);
      assert.deepEqual((await page(language)).filter(isSame), [], `${path} in ${language}`);
    }
  }
});

test('a signed-in user sees pages in their own language', async () => {
  const { mia, app, team } = newTeam();
  await mia.patch('/settings', { default_language: 'fr' });
  const { openSession } = await import('../../src/chat/people/sign-in/session-actions.ts');
  const { token } = openSession(app, app.users.byId(mia.id)!);
  app.db.commit();
  const response = await fetch(`${await team.url}/logout/`, {
    headers: { Cookie: `sessionid=${token}`, 'Accept-Language': 'de' },
  });
  assert.match(await response.text(), /Vous êtes connecté en tant que <b>Mia<\/b>/);
});

test('a translation has the tags of the English text', () => {
  const tags = (text: string) => [...text.matchAll(/<[^>]+>/g)].map(String).sort();
  for (const [language, texts] of Object.entries(PAGE_TEXTS))
    for (const [english, text] of Object.entries(texts))
      for (const form of typeof text === 'string' ? [text] : Object.values(text))
        assert.deepEqual(tags(form), tags(english), `${language}: ${english}`);
});

test('inserted values are escaped, whatever they contain', () => {
  const { t } = translatePage('de');
  assert.equal(
    t('This link signs in <b>{name}</b> ({email}) once.', { name: '<i> $1 {email}', email: 'a@b.c' }).text,
    'Dieser Link meldet <b>&lt;i&gt; $1 {email}</b> (a@b.c) einmal an.',
  );
});

test('an error is translated with its values, and an unknown one is shown escaped', () => {
  const { translateError } = translatePage('de');
  assert.equal(translateError('Enter at most 40 characters.').text, 'Gib höchstens 40 Zeichen ein.');
  assert.equal(translateError('The sign-in with <x> failed. Start again.').text.includes('&lt;x&gt;'), true);
  assert.equal(translateError('Account is deactivated.').text.endsWith('.'), true);
  assert.equal(translateError('Nobody <b>knows</b> this').text, 'Nobody &lt;b&gt;knows&lt;/b&gt; this');
});

test('proxy configuration errors are shown in the reader’s language', async () => {
  const { team } = newTeam();
  const headers = { Accept: 'text/html', 'Accept-Language': 'de', 'X-Forwarded-For': '192.0.2.7' };
  const page = await (await fetch(`${await team.url}/login/`, { headers })).text();
  assert.match(page, /Ein Proxy unter 127\.0\.0\.1 leitet Anfragen .* --behind-proxy=127\.0\.0\.1\./);
});

test('a browser’s languages are used in the order of preference', () => {
  assert.equal(preferredLanguage('fr-CH, fr;q=0.9, en;q=0.8, de;q=0.7'), 'fr');
  assert.equal(preferredLanguage('sv, de;q=0.5, en;q=0.3'), 'de');
  assert.equal(preferredLanguage('pt-AO, en;q=0.3'), 'pt-br');
  assert.equal(preferredLanguage('en-US,de;q=0.9'), 'en');
  assert.equal(preferredLanguage('de;q=0, *'), undefined);
  assert.equal(preferredLanguage(undefined), undefined);
});

test('pages, mails, the client, the reference and the command line use American spelling', () => {
  const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
  const spoken: Record<string, string> = {};
  for (const path of [
    'src/texts/en.po',
    'src/kernel/settings/server-settings.ts',
    ...globSync('src/chat/**/operator-settings.ts', { cwd: fileURLToPath(new URL('../../', import.meta.url)) }),
  ])
    spoken[path] = read(path);
  for (const path of globSync('src/{chat/**/*endpoints,cli/**/commands}.ts', {
    cwd: fileURLToPath(new URL('../../', import.meta.url)),
  }))
    spoken[path] = [...read(path).matchAll(/(?:summary: |about: |[fF]lag\(|[aA]rgument\().*?'(.*)'/g)]
      .map(([, words]) => words)
      .join('\n');
  for (const [path, words] of Object.entries(spoken))
    assert.doesNotMatch(words, /organis|colour|\bgrey|recognis|cancell|favour|behaviour|synchronis|authoris/i, path);
});
