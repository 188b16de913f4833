import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mailLanguage, mailTextsIn } from '../../../src/chat/notifications/mail/texts.ts';
import { CLIENT_LANGUAGES } from '../../../src/shared/languages.ts';
import { newTeam } from '../../support/team.ts';
import { listMails, listTexts, VALUES } from './all-mails.ts';

const allOf = (language: string): Record<string, string> => {
  const texts = mailTextsIn(language);
  const mails = Object.entries(listMails(texts, VALUES)).map(([name, mail]) => [name, JSON.stringify(mail)]);
  return { ...Object.fromEntries(mails), ...listTexts(texts) };
};

/** The values that a text shows. */
const shown = (text: string): string[] =>
  [...Object.values(VALUES), 'Cooks', 'kitchen', 'Max', '17'].filter((value) => text.includes(value)).sort();

const english = allOf('en');

for (const language of CLIENT_LANGUAGES.filter((code) => code !== 'en'))
  test(`${language}: every text of mails is translated and shows its values`, () => {
    for (const [name, text] of Object.entries(allOf(language))) {
      assert.notEqual(text, english[name], name);
      assert.deepEqual(shown(text), shown(english[name]!), name);
    }
  });

test('each paragraph of an English mail begins with a capital letter', () => {
  for (const [name, { blocks }] of Object.entries(listMails(mailTextsIn('en'), VALUES)))
    for (const block of blocks) assert.match(typeof block === 'string' ? block : 'Else', /^[^a-z]/, name);
});

test('who signs in without a password is not asked to change it', () => {
  for (const language of CLIENT_LANGUAGES) {
    const texts = mailTextsIn(language);
    const lines = (hasPassword: boolean) =>
      texts.signIn({ ...VALUES, hasPassword }).blocks.map((block) => JSON.stringify(block));
    assert.equal(lines(false).filter((line) => !lines(true).includes(line)).length, 2, language);
  }
});

test('mails are in the closest language, or in English', async () => {
  const { app, mia } = newTeam();
  const user = app.users.byId(mia.id)!;
  const languages = ['de-AT', 'pt', 'pt-pt', 'sv', 'zh-tw'].map((default_language) =>
    mailLanguage(app, { ...user, settings: { ...user.settings, default_language } }),
  );
  assert.deepEqual(languages, ['de', 'pt-br', 'pt-br', 'en', 'en']);
});

test('a paragraph of a mail has the name of the organization once, even if it has the name of the product', () => {
  for (const language of CLIENT_LANGUAGES)
    for (const [name, { blocks }] of Object.entries(
      listMails(mailTextsIn(language), { ...VALUES, organization: 'Klatch' }),
    ))
      for (const block of blocks)
        if (typeof block === 'string') assert.ok(block.split('Klatch').length <= 2, `${language} ${name}: ${block}`);
});
